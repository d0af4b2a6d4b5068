import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refused, rows, serve, show } from '@tests/page';
import { expectText } from '@tests/expect-text';
import { user } from '@tests/user';
import { BlogPostPage } from './blog-post-page';

const post = {
  id: '7d2c0d0e-6f0e-4a60-9f4b-3f1f0f5a0001',
  slug: 'rope',
  title_en: 'Rope',
  title_fr: '',
  title_ar: '',
  excerpt_en: 'What holds.',
  excerpt_fr: '',
  excerpt_ar: '',
  content_en: '<p>Some words.</p>',
  content_fr: '',
  content_ar: '',
  featured_image_url: null,
  reading_time: 4,
  published_at: '2026-06-11T08:00:00Z',
};

beforeEach(() => sessionStorage.clear());

describe('a post', () => {
  it('has a title, an author, a date and a reading time', async () => {
    await serve(rows([post]));
    show(<BlogPostPage />);
    expect(screen.getByText('Loading posts...')).toBeVisible();
    expect(await screen.findByRole('heading', { level: 1, name: 'Rope' })).toBeVisible();
    // No name is set, and none is invented.
    expect(screen.queryByText(/^By /)).toBeNull();
    expect(screen.getByText('11/06/2026')).toBeVisible();
    expect(screen.getByText('4 min read')).toBeVisible();
  });

  it('counts a view once per session', async () => {
    const server = await serve(rows([post]));
    const views = () => server.mock.calls.filter(([, { method }]) => method === 'PATCH');
    const { unmount } = show(<BlogPostPage />);
    await waitFor(() => expect(views()).toHaveLength(1));
    const [[url, { body }] = ['', { body: null }]] = views();
    expect(url).toMatch(new RegExp(`/blog_posts\\?id=eq\\.${post.id}$`));
    expect(body).toBe('{"view_count":2147483647}');
    unmount();
    show(<BlogPostPage />);
    expect(await screen.findByRole('heading', { name: 'Rope' })).toBeVisible();
    expect(views()).toHaveLength(1);
  });

  it('is a 404 page if it does not exist, with a link back', async () => {
    await serve(rows([]));
    show(<BlogPostPage />);
    expect(await screen.findByRole('heading', { name: 'Post Not Found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to the journal' })).toHaveAttribute(
      'href',
      '/blog?lang=en',
    );
  });

  it('can be retried after a failure', async () => {
    const server = await serve(refused(400, 'PGRST100', 'no'));
    show(<BlogPostPage />);
    expect(
      await screen.findByRole('heading', { name: 'This text could not be opened' }),
    ).toBeVisible();
    server.mockImplementation(rows([post]));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Rope' })).toBeVisible();
  });

  it('shows that it is not cached when offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await serve(refused(400, 'PGRST100', 'no'));
    show(<BlogPostPage />);
    await expectText(/has not been opened on this device yet/);
  });
});
