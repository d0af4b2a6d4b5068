import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { vi, type Mock } from 'vitest';
import { sb } from '../src/shared/api/client';
import { newQueryClient } from '../src/shared/app/dehydrated-state';
import { addCatalogues, startI18n, type Namespace } from '../src/shared/i18n';
import { adminCatalogues } from '../src/shared/i18n/admin-catalogues';
import { Toasts } from '../src/shared/ui/toast';

/** Renders a component with a router, a query cache and toasts, as the providers do. */
export function show(part: ReactNode, address = '/') {
  const queries = newQueryClient();
  return render(
    <MemoryRouter initialEntries={[address]}>
      <QueryClientProvider client={queries}>
        {part}
        <Toasts closeLabel="Close" />
      </QueryClientProvider>
    </MemoryRouter>,
  );
}

/** All namespaces, since a component may use any. */
const allNamespaces: Namespace[] = [
  'site',
  'admin',
  'blog',
  'book',
  'checkout',
  'contact',
  'admin-kit',
  'admin-dashboard',
  'admin-import',
  'admin-order-import',
  'admin-sign-in',
  'admin-orders',
  'admin-reviews',
  'admin-inbox',
  'admin-blog',
  'admin-content',
  'admin-people',
  'admin-pictures',
  'admin-settings',
  'admin-users',
  'admin-account',
  'admin-audit',
  'admin-newsletter',
  'admin-trash',
  'expeditions',
  'film',
  'media',
  'press',
  'privacy',
  'retreat',
  'routes',
  'speaking',
  'sponsor',
  'story',
];

type Fetch = (url: string, init: RequestInit) => Promise<Response>;
export type Server = Mock<Fetch>;

/**
 * Mocks fetch, below the real supabase-js: every response is the given one until the test sets another.
 * The client is loaded here, so that fake timers need not wait for its module.
 */
export async function serve(answer: () => Promise<Response>): Promise<Server> {
  const fetchMock: Server = vi.fn<Fetch>(answer);
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init: RequestInit = {}) =>
    fetchMock(input instanceof Request ? input.url : String(input), init),
  );
  document.head.innerHTML = '<meta name="toubkal-anon-key" content="test-key">';
  addCatalogues(adminCatalogues);
  await startI18n(allNamespaces);
  await sb();
  return fetchMock;
}

export const created = () => Promise.resolve(new Response(null, { status: 201 }));

export const rows = (all: unknown[]) => () => Promise.resolve(Response.json(all));

export const refused = (status: number, code: string, message: string) => () =>
  Promise.resolve(Response.json({ code, message, details: null, hint: null }, { status }));

/** The body of the n-th request to a table. */
export const sentTo = (server: Server, table: string, call = 0): unknown =>
  bodiesTo(server, `/rest/v1/${table}`)[call];

/** The body of the last call of a function. */
export const calledWith = (server: Server, name: string): unknown =>
  bodiesTo(server, `/functions/v1/${name}`).at(-1);

function bodiesTo(server: Server, path: string): unknown[] {
  const calls = server.mock.calls.filter(([url]) => new URL(url).pathname === path);
  return calls.map(([, { body }]) => (typeof body === 'string' ? JSON.parse(body) : undefined));
}
