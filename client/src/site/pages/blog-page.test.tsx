import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { refused, rows, serve, show } from '@tests/page';
import { user } from '@tests/user';
import type { PostCard } from '@/shared/article/post';
import { BlogPage } from './blog-page';

const post = (slug: string, title: string, published: string): PostCard => ({
  slug,
  title_en: title,
  title_fr: '',
  title_ar: '',
  excerpt_en: `About ${title}`,
  excerpt_fr: '',
  excerpt_ar: '',
  featured_image_url: null,
  reading_time: 4,
  published_at: published,
});

describe('the journal', () => {
  it('requests published posts, newest first, with a loading state', async () => {
    const server = await serve(rows([]));
    show(<BlogPage />);
    expect(screen.getByText('Loading posts...')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'No posts yet' })).toBeVisible();
    expect(screen.getByText('Check back soon for new content')).toBeVisible();
    const requests = server.mock.calls.map(([url]) => new URL(url));
    const { searchParams } =
      requests.find(({ pathname }) => pathname.endsWith('/blog_posts')) ?? {};
    expect(searchParams?.get('status')).toBe('eq.published');
    expect(searchParams?.get('published_at')).toBe('lte.now');
    expect(searchParams?.get('order')).toBe('published_at.desc');
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  it('shows the latest post large and the others by year, with day/month/year', async () => {
    await serve(
      rows([
        post('c', 'Rope', '2026-06-11T08:00:00Z'),
        post('b', 'Ice', '2026-02-05T08:00:00Z'),
        post('a', 'Tea', '2025-03-12T08:00:00Z'),
      ]),
    );
    show(<BlogPage />);
    const latest = await screen.findByRole('article', { name: 'Rope' });
    expect(within(latest).getByText('11/06/2026')).toBeVisible();
    expect(within(latest).getByText('4 min read')).toBeVisible();
    const year = screen.getByRole('region', { name: '2025' });
    expect(within(year).getByRole('link', { name: 'Tea' })).toHaveAttribute(
      'href',
      '/blog/a?lang=en',
    );
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
  });

  it('is empty after a failure, and can be retried', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const server = await serve(refused(400, 'PGRST100', 'no'));
    show(<BlogPage />);
    expect(await screen.findByRole('heading', { name: 'No posts yet' })).toBeVisible();
    server.mockImplementation(rows([post('a', 'Tea', '2025-03-12T08:00:00Z')]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Tea' })).toBeVisible();
  });
});
