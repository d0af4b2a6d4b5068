import { describe, expect, it } from 'vitest';
import { isWritten, readTexts, type NewsletterTexts } from './newsletter';

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

describe('stored texts', () => {
  it('are parsed, and what is no text is empty', () => {
    expect(readTexts({ subject_en: 'Camp', body_fr: 3 })).toEqual({ ...none, subject_en: 'Camp' });
    expect(readTexts('Camp')).toEqual(none);
  });
});
