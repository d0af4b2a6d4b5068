import { screen } from '@testing-library/react';
import { Link } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { refused, rows, serve, show, type Server } from '@tests/page';
import { user } from '@tests/user';
import { expeditions } from '@tests/seeds';
import { useAchievement } from '@/site/features/achievement/use-achievement';
import { loadPage, routeOf } from './page-modules';
import { useShownPage } from './use-shown-page';

let server: Server;
/** The names of mountains in the order in which they were shown. */
let shown: string[];
/** Answers the request for the mountain. */
let answer: ((response: Promise<Response>) => void) | undefined;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  shown = [];
  answer = undefined;
  server = await serve(rows([]));
  server.mockImplementation((address) => {
    const { pathname, searchParams } = new URL(address);
    if (!pathname.endsWith('/expeditions') || searchParams.get('slug') === 'eq.') return rows([])();
    if (!searchParams.has('slug')) return rows(expeditions)();
    return new Promise((resolve) => (answer = resolve));
  });
  await loadPage(routeOf('/achievement/k2'), 'en');
});
afterEach(() => vi.useRealTimers());

function Pages() {
  const { location, isFailed } = useShownPage();
  const slug = location.pathname.split('/').at(-1) ?? '';
  const { peak } = useAchievement(slug);
  if (peak !== undefined) shown.push(peak.name_en);
  return (
    <>
      <h1>{isFailed ? 'The page failed' : (peak?.name_en ?? 'no mountain')}</h1>
      <p>the page of {slug}</p>
      <Link to="/achievement/k2">Next</Link>
      <Link to="/blog/slow">Post</Link>
    </>
  );
}

const goOn = async () => {
  show(<Pages />);
  await user.click(screen.getByRole('link', { name: 'Next' }));
  await vi.waitFor(() => expect(answer).toBeDefined());
};

it('opens a mountain when its rows are there: never without them', async () => {
  await goOn();
  await vi.advanceTimersByTimeAsync(1_500);
  expect(shown).toEqual([]);
  answer?.(rows([{ ...expeditions.find(({ slug }) => slug === 'k2'), name_en: 'Chogori' }])());
  expect(await screen.findByRole('heading', { name: 'Chogori' })).toBeVisible();
  expect(new Set(shown)).toEqual(new Set(['Chogori']));
});

it.each([
  { name: 'that are late', response: () => new Promise<Response>(() => {}) },
  { name: 'that fail', response: refused(400, 'PGRST100', 'no') },
])('opens it without rows $name', async ({ response }) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  await goOn();
  answer?.(response());
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await screen.findByText('the page of k2')).toBeVisible();
});

it.each([
  { page: 'a post', path: '/blog/slow', link: 'Post' },
  { page: 'a mountain', path: '/achievement/k2', link: 'Next' },
])('fails to open $page offline whose row is not loaded, though its scripts are', async (next) => {
  await loadPage(routeOf(next.path), 'en');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  show(<Pages />);
  await user.click(screen.getByRole('link', { name: next.link }));
  expect(await screen.findByRole('heading', { name: 'The page failed' })).toBeVisible();
});
