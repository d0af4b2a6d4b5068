import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refused, rows, serve, show } from '@tests/page';
import { user } from '@tests/user';
import { expectText } from '@tests/expect-text';
import { CoverageSection } from './coverage-section';

const piece = (at: number, type = 'radio', link_url: string | null = null) => ({
  id: String(at),
  type,
  date: '2025-03-06',
  outlet: 'Public radio',
  title_en: `Piece ${at}`,
  title_fr: '',
  title_ar: '',
  excerpt_en: 'A conversation.',
  link_url,
});

const titles = () => screen.getAllByRole('heading', { level: 3 }).map((each) => each.textContent);

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());

describe('the media coverage', () => {
  it('shows a loading state, then six items per page', async () => {
    await serve(rows(Array.from({ length: 8 }, (_, at) => piece(at))));
    Element.prototype.scrollIntoView = vi.fn<() => void>();
    show(<CoverageSection />);
    expect(screen.getByText('Loading media coverage...')).toBeVisible();
    await waitFor(() => expect(titles()).toHaveLength(6));
    expect(screen.getAllByText('06/03/2025')).toHaveLength(6);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(titles()).toEqual(['Piece 6', 'Piece 7']);
    expect(screen.getByText('Page 2 of 2')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
  });

  it('filters by type, from the first page', async () => {
    await serve(rows([...Array.from({ length: 7 }, (_, at) => piece(at)), piece(9, 'video')]));
    show(<CoverageSection />);
    await user.click(await screen.findByRole('button', { name: 'Next' }));
    const kinds = within(screen.getByRole('group', { name: 'Kind of coverage' }));
    await user.click(kinds.getByRole('button', { name: /Videos/ }));
    expect(titles()).toEqual(['Piece 9']);
    expect(kinds.getByRole('button', { name: /Videos/ })).toHaveAttribute('aria-pressed', 'true');
    expect(kinds.queryByRole('button', { name: /Podcasts/ })).not.toBeInTheDocument();
  });

  it('links only http and https URLs', async () => {
    await serve(
      rows([piece(1, 'radio', 'https://example.org/a'), piece(2, 'radio', 'javascript:0')]),
    );
    show(<CoverageSection />);
    const links = await screen.findAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://example.org/a']);
  });

  it('shows an empty state', async () => {
    await serve(rows([]));
    show(<CoverageSection />);
    await expectText('No media coverage available at the moment.');
  });

  it('logs a failure, is empty, and can be retried', async () => {
    const server = await serve(refused(400, 'XX000', 'no'));
    show(<CoverageSection />);
    await expectText('No media coverage available at the moment.');
    expect(console.warn).toHaveBeenCalledWith(expect.stringContaining('coverage'));
    server.mockImplementation(rows([piece(1)]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(titles()).toEqual(['Piece 1']));
  });
});
