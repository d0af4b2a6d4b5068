import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { rows, serve, show } from '@tests/page';
import { loadNamespaces } from '@/shared/i18n';
import { user } from '@tests/user';
import { Teaser } from './teaser';

beforeEach(async () => {
  history.replaceState(null, '', '/?lang=en');
  await serve(rows([]));
  await loadNamespaces('en', ['film']);
});

const frame = () => document.querySelector('iframe');

describe('the teaser of the film page', () => {
  it('shows a note and a contact link without a teaser', () => {
    show(<Teaser teaser={null} fullFilm={null} />);
    expect(screen.getByText(/not online yet/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Ask about the film' })).toHaveAttribute(
      'href',
      '/contact?lang=en',
    );
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('loads the player only on click', async () => {
    show(<Teaser teaser="dQw4w9WgXcQ" fullFilm={null} />);
    expect(frame()).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Play the teaser: The teaser' }));
    expect(frame()?.src).toContain('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ');
  });

  it.each([
    ['https://example.org/film', 1],
    ['javascript:alert(1)', 0],
    [null, 0],
  ])('links to the full film only for an https URL: %s', (fullFilm, links) => {
    show(<Teaser teaser="dQw4w9WgXcQ" fullFilm={fullFilm} />);
    expect(screen.queryAllByRole('link', { name: 'Watch the full film' })).toHaveLength(links);
  });
});
