import { describe, expect, it } from 'vitest';
import { readMessage } from './messages';

describe('readMessage', () => {
  it.each([
    { type: 'keep', path: '/story', language: 'fr' },
    { type: 'warm', paths: ['/story', '/'], language: 'ar' },
  ])('reads $type', (message) => {
    expect(readMessage(message)).toEqual(message);
  });

  it.each([
    null,
    'keep',
    { type: 'keep' },
    { type: 'keep', path: '/story', language: 'de' },
    { type: 'keep', path: 'https://elsewhere.org', language: 'fr' },
    { type: 'keep', path: '//elsewhere.org', language: 'fr' },
    { type: 'forget', path: '/story', language: 'fr' },
  ])('refuses %j', (message) => {
    expect(readMessage(message)).toBeUndefined();
  });

  it('drops invalid paths', () => {
    const message = { type: 'warm', paths: ['/story', 7, '//x'], language: 'en' };
    expect(readMessage(message)).toEqual({ type: 'warm', paths: ['/story'], language: 'en' });
  });
});
