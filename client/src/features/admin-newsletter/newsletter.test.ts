import { describe, expect, it } from 'vitest';
import { isWritten, mergeTexts, readTexts, type NewsletterTexts } from './newsletter';

const none: NewsletterTexts = {
  subject_en: '',
  subject_fr: '',
  subject_ar: '',
  body_en: '',
  body_fr: '',
  body_ar: '',
};

describe('a newsletter in a language', () => {
  it.each([
    { subject: 'Camp', body: '<p>Here</p>', want: true },
    { subject: 'Camp', body: '<p><img src="/a.jpg" alt=""></p>', want: true },
    { subject: 'Camp', body: '<p>&nbsp; </p>', want: false },
    { subject: ' ', body: '<p>Here</p>', want: false },
  ])('with the subject "$subject" and $body is written: $want', ({ subject, body, want }) => {
    expect(isWritten({ ...none, subject_ar: subject, body_ar: body }, 'ar')).toBe(want);
  });
});

describe('the merge of two edits', () => {
  const base = { ...none, subject_en: 'Camp', body_en: '<p>One</p>' };

  it('takes both where they are of different fields', () => {
    const merge = mergeTexts(
      base,
      { ...base, subject_en: 'Top' },
      { ...base, body_en: '<p>2</p>' },
    );
    expect(merge).toEqual({
      texts: { ...base, subject_en: 'Top', body_en: '<p>2</p>' },
      conflicts: [],
    });
  });

  it('reports a field that both changed, and keeps ours', () => {
    const merge = mergeTexts(base, { ...base, subject_en: 'A' }, { ...base, subject_en: 'B' });
    expect(merge).toEqual({ texts: { ...base, subject_en: 'A' }, conflicts: ['subject_en'] });
  });

  it('reports none where both made the same change, or only the spelling of HTML differs', () => {
    const ours = { ...base, subject_en: 'A', body_en: '<p>L’été&nbsp;</p>' };
    const theirs = { ...base, subject_en: 'A', body_en: '<p>L’été\u00a0</p>' };
    expect(mergeTexts(base, ours, theirs).conflicts).toEqual([]);
  });
});

describe('stored texts', () => {
  it('are parsed, and what is no text is empty', () => {
    expect(readTexts({ subject_en: 'Camp', body_fr: 3 })).toEqual({ ...none, subject_en: 'Camp' });
    expect(readTexts('Camp')).toBeUndefined();
  });
});
