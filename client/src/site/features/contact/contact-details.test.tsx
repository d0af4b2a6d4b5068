import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { rows, serve, show } from '@tests/page';
import { ContactDetails, type ContactFacts } from './contact-details';

const nothing: ContactFacts = {
  email: null,
  phone: null,
  whatsapp: null,
  location: { en: 'Morocco', fr: 'Maroc', ar: 'المغرب' },
  instagram: null,
  youtube: null,
  linkedin: null,
};

const addresses = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'));

beforeEach(() => serve(rows([])).then(() => undefined));

describe('the contact details', () => {
  it('show no link without settings', () => {
    show(<ContactDetails facts={nothing} />);
    expect(addresses()).toEqual([]);
    expect(screen.getByText('Morocco')).toBeVisible();
    expect(screen.getByText('24-48 hours')).toBeVisible();
    expect(screen.queryByText('Elsewhere')).not.toBeInTheDocument();
  });

  it('link no WhatsApp number that is none', () => {
    show(<ContactDetails facts={{ ...nothing, whatsapp: '12' }} />);
    expect(addresses()).toEqual([]);
  });

  it('link the settings, and https URLs only', () => {
    show(
      <ContactDetails
        facts={{
          ...nothing,
          email: 'her@example.org',
          whatsapp: '+212 612-345678',
          instagram: 'https://instagram.com/her',
          youtube: 'javascript:alert(1)',
        }}
      />,
    );
    expect(addresses()).toEqual([
      'mailto:her@example.org',
      'https://instagram.com/her',
      'https://wa.me/212612345678?text=Hello%2C%20I%20am%20writing%20to%20you%20from%20your%20site.',
    ]);
  });
});
