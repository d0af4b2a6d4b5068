import { describe, expect, it } from 'vitest';
import { isWaiting, statusWord, talkOf, toneOfStatus, type Entry } from './inbox-entry';

describe('the badge of an entry', () => {
  it.each([
    ['new', 'new', 'new'],
    ['read', 'read', 'done'],
    ['responded', 'responded', 'other'],
    [null, 'pending', 'other'],
    ['paid', 'paid', 'other'],
    ['', 'pending', 'other'],
  ] as const)('of %s says %s and is %s', (status, word, tone) => {
    expect(statusWord(status)).toBe(word);
    expect(toneOfStatus(status)).toBe(tone);
  });
});

describe('who waits for an answer', () => {
  const entry = (status: string | null, record: Entry['record'] = {}) => ({
    status,
    record,
    replied: false,
  });

  it('is whoever has none yet', () => {
    expect(isWaiting(entry('new'))).toBe(true);
    expect(isWaiting(entry('read'))).toBe(true);
    expect(isWaiting(entry('responded'))).toBe(false);
    expect(isWaiting(entry(null))).toBe(false);
    expect(isWaiting(entry('confirmed'))).toBe(false);
    expect(isWaiting(entry('spam'))).toBe(false);
    expect(isWaiting({ ...entry('read'), replied: true })).toBe(false);
  });

  it('is not who waits already for an answer to the talk that was made of the message', () => {
    const talk = { id: 'b' };
    for (const record of [{ speaking_inquiries: talk }, { speaking_inquiries: [talk] }]) {
      expect(talkOf({ record })).toBe('b');
      expect(isWaiting(entry('read', record))).toBe(false);
    }
    expect(talkOf({ record: { speaking_inquiries: [] } })).toBeUndefined();
    expect(talkOf({ record: { speaking_inquiries: null } })).toBeUndefined();
  });
});
