import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { rows, serve, show } from '@tests/page';
import { OtherWays } from './other-ways';

const addresses = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

beforeEach(() => serve(rows([])).then(() => undefined));

describe('the alternatives to the sponsor form', () => {
  it('are the deck in the language of the page and the contact page', () => {
    show(<OtherWays whatsapp={null} />);
    expect(addresses()).toEqual(['/downloads/sponsor-deck.en.pdf', '/contact?lang=en']);
  });

  it('leave out a WhatsApp number that is none', () => {
    show(<OtherWays whatsapp="12" />);
    expect(addresses()).toHaveLength(2);
  });

  it('include WhatsApp with a prepared text if a number is set', () => {
    show(<OtherWays whatsapp="00212612345678" />);
    expect(addresses()[2]).toMatch(
      /^https:\/\/wa\.me\/212612345678\?text=Hello%2C%20I%20would%20like/,
    );
  });
});
