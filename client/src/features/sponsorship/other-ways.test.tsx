import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { rows, serve, show } from '../../../tests/page';
import { OtherWays } from './other-ways';

const addresses = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));

beforeEach(() => serve(rows([])).then(() => undefined));

describe('the other ways to a sponsorship', () => {
  it('are the deck in the language of the page and the contact page', () => {
    show(<OtherWays whatsapp={null} />);
    expect(addresses()).toEqual(['/downloads/sponsor-deck.en.pdf', '/contact?lang=en']);
  });

  it('are WhatsApp too where a number is given, with the first words written', () => {
    show(<OtherWays whatsapp="00212612345678" />);
    expect(addresses()[2]).toMatch(
      /^https:\/\/wa\.me\/212612345678\?text=Hello%2C%20I%20would%20like/,
    );
  });
});
