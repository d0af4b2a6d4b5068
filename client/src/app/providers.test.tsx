import { useQuery } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router';
import { expect, it } from 'vitest';
import { publicQuery } from '@/api/public-data';
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
