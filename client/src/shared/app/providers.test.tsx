import { useQuery } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router';
import { expect, it } from 'vitest';
import { publicQuery } from '@/shared/api/public-data';
import {
  addCatalogues,
  startI18n,
  switchLanguage,
  useTranslation,
  type Catalogue,
} from '@/shared/i18n';
import arabic from '@/shared/i18n/ar/site.json';
import { fillCache, newQueryClient, type DehydratedState } from './dehydrated-state';
import { Providers } from './providers';

it('renders a page once whose rows are in the cache', async () => {
  const queries = newQueryClient();
  const served: DehydratedState = [[['settings'], [{ key: 'a', value: 1 }]]];
  const updatedAt = Date.now();
  fillCache(queries, served, updatedAt);
  let renders = 0;
  function Page() {
    renders += 1;
    const { data = [] } = useQuery(publicQuery('settings'));
    return <p>{`${data.length} settings`}</p>;
  }
  render(
    <Providers queries={queries} served={served} updatedAt={updatedAt}>
      <BrowserRouter>
        <Page />
      </BrowserRouter>
    </Providers>,
  );
  await screen.findByText('1 settings');
  expect(renders).toBe(1);
});

it('gives the document the language and direction of the texts that it shows', async () => {
  const root = document.documentElement;
  root.lang = 'en';
  root.dir = 'ltr';
  history.replaceState(null, '', '/?lang=ar');
  let finish = (_loaded: Catalogue) => {};
  addCatalogues({ './ar/site.json': () => new Promise((resolve) => (finish = resolve)) });
  const starting = startI18n();
  expect([root.lang, root.dir]).toEqual(['en', 'ltr']);
  finish({ default: arabic });
  await starting;
  expect([root.lang, root.dir]).toEqual(['en', 'ltr']);
  const Skip = () => <p>{useTranslation().t('skip')}</p>;
  render(
    <Providers queries={newQueryClient()}>
      <Skip />
    </Providers>,
  );
  expect(screen.getByText(arabic.skip)).toBeVisible();
  expect([root.lang, root.dir]).toEqual(['ar', 'rtl']);
  await act(() => switchLanguage('en'));
  expect([root.lang, root.dir]).toEqual(['en', 'ltr']);
});
