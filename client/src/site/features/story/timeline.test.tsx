import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { refused, rows, serve, show } from '@tests/page';
import { expeditions } from '@tests/seeds';
import { loadNamespaces } from '@/shared/i18n';
import { Timeline } from './timeline';

beforeEach(() => history.replaceState(null, '', '/?lang=en'));

async function timeline(answer = rows(expeditions)) {
  await serve(answer);
  await loadNamespaces('en', ['story']);
  show(<Timeline />);
  return screen.getAllByText('The lesson').map((lesson) => lesson.closest('li'));
}

describe('the timeline', () => {
  it('is a list of seven years in order, each with a lesson', async () => {
    const years = await timeline();
    expect(years.map((year) => year?.firstElementChild?.textContent)).toEqual([
      '2010',
      '2011',
      '2012',
      '2014',
      '2015',
      '2017',
      '2018',
    ]);
  });

  it('links the mountains of a year, with their heights', async () => {
    const [, y2011] = await timeline();
    if (y2011 === null || y2011 === undefined) throw new Error('no 2011');
    const links = await within(y2011).findAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Kilimanjaro5,895\u00a0m', '/achievement/kilimanjaro?lang=en'],
      ['Mont Blanc4,810\u00a0m', '/achievement/mont-blanc?lang=en'],
    ]);
  });

  it('has its years and no empty heading without the server', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const years = await timeline(refused(500, 'XX000', 'no'));
    expect(years).toHaveLength(7);
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(1);
  });
});
