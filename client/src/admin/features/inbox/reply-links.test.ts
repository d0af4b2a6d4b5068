import { describe, expect, it } from 'vitest';
import { mailLink, phoneIn } from './reply-links';

describe('a reply by mail', () => {
  it('carries address, subject and text whole', () => {
    const url = new URL(mailLink('a+b&c@example.org', 'Re: 100 % & more?', 'Bonjour,\n\nمرحبا'));
    expect(url.protocol).toBe('mailto:');
    expect(decodeURIComponent(url.pathname)).toBe('a+b&c@example.org');
    expect(url.searchParams.get('subject')).toBe('Re: 100 % & more?');
    expect(url.searchParams.get('body')).toBe('Bonjour,\r\n\r\nمرحبا');
  });

  it('lets nobody add a second address', () => {
    const link = mailLink('a@example.org?bcc=b@example.org', 's', 't');
    expect([...new URL(link).searchParams.keys()]).toEqual(['subject', 'body']);
  });
});

describe('a number in a message', () => {
  it.each([
    ['Call me on +212 612-345-678 tomorrow', '+212 612-345-678'],
    ['Mon numéro : 06 12 34 56 78.', '06 12 34 56 78'],
    ['We are 1500 people on 2027-03-08', ''],
    ['BO17636000000001', ''],
  ])('in "%s" is "%s"', (text, phone) => {
    expect(phoneIn(text)).toBe(phone);
  });
});
