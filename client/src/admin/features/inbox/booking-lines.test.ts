import { describe, expect, it } from 'vitest';
import ar from '@/shared/i18n/ar/contact.json';
import en from '@/shared/i18n/en/contact.json';
import fr from '@/shared/i18n/fr/contact.json';
import { bookingIn, dayIn, numberIn } from './booking-lines';

describe('the lines above a request for a talk', () => {
  // What the public form writes is what is read here, in every language of the site.
  it.each([
    ['en', en],
    ['fr', fr],
    ['ar', ar],
  ])('are read in %s', (_language, { booking }) => {
    const { talk, date, audience, budget } = booking.lines;
    const lines = [
      talk.replace('{{value}}', 'Risk: a discipline'),
      date.replace('{{value}}', '2027-03-08'),
      audience.replace('{{value}}', '200'),
      budget.replace('{{value}}', '20 000 MAD'),
    ];
    expect(bookingIn(`${lines.join('\n')}\n\nDate: another`)).toEqual({
      talk: 'Risk: a discipline',
      date: '2027-03-08',
      audience: '200',
      budget: '20 000 MAD',
    });
  });

  it('are none where a message only speaks', () => {
    const none = { talk: '', date: '', audience: '', budget: '' };
    expect(bookingIn('Will you come?\nDate: soon')).toEqual(none);
    expect(bookingIn('')).toEqual(none);
  });

  it.each([
    ['200', 200],
    ['about 1,500 people', 1500],
    ['entre 1 500 et 2 000', 1500],
    ['1 500', 1500],
    ['many', null],
  ])('%s is %s', (text, number) => {
    expect(numberIn(text)).toBe(number);
  });

  it('take a day only as a day', () => {
    expect(dayIn('2027-03-08')).toBe('2027-03-08');
    expect(dayIn('in March')).toBe('');
  });
});
