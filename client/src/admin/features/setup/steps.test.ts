import { describe, expect, it } from 'vitest';
import { stepNames, stepsDone } from './steps';

const fresh = {
  given: [],
  checked: [],
  samples: 30,
  address: { protocol: 'http:', hostname: 'localhost' },
};
const done = (facts: Partial<Parameters<typeof stepsDone>[0]>) => [
  ...stepsDone({ ...fresh, ...facts }),
];

describe('the steps of the checklist', () => {
  it('are all open on a fresh site', () => {
    expect(done({})).toEqual([]);
  });

  it('are ticked by the settings', () => {
    expect(
      done({ given: ['brand.name', 'story.portrait', 'contact.email', 'contact.whatsapp'] }),
    ).toEqual(['name', 'portrait', 'contact', 'whatsapp']);
    expect(done({ given: ['video.full_film'] })).toEqual(['film']);
  });

  it('are ticked when no sample is left', () => {
    expect(done({ samples: 1 })).toEqual([]);
    expect(done({ samples: 0 })).toEqual(['samples']);
  });

  it('are ticked by the owner only where no table knows', () => {
    expect(done({ checked: [...stepNames] })).toEqual(['price', 'film', 'mail', 'domain']);
  });

  it.each([
    ['https:', 'example.org', true],
    ['https:', 'my-site.example.co.ma', true],
    ['http:', 'example.org', false],
    ['https:', 'localhost', false],
    ['https:', 'site.local', false],
    ['https:', '192.168.1.7', false],
    ['https:', '[::1]', false],
  ])('have a domain at %s//%s: %s', (protocol, hostname, isOwn) => {
    expect(done({ address: { protocol, hostname } }).includes('domain')).toBe(isOwn);
  });
});
