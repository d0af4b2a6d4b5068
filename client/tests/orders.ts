import { vi } from 'vitest';
import type { Order } from '@/admin/features/book-orders/order-flag';
import { pageOf } from './admin-page';
import { serve } from './page';

export const order: Order = {
  id: '00000000-0000-4000-8000-000000000001',
  order_number: 'BO17636000000001',
  buyer_name: 'Fatima Zahra',
  buyer_email: 'fatima@example.org',
  buyer_phone: '+212612345678',
  shipping_address: '12, rue Ibn Sina',
  shipping_city: 'Rabat',
  shipping_postal_code: '10000',
  quantity: 2,
  total_amount: 558,
  currency: 'MAD',
  payment_method: 'cod',
  payment_status: 'pending',
  order_status: 'new',
  confirmed: false,
  paid: false,
  fulfilled: false,
  edition: 'ar',
  notes: null,
  language: 'fr',
  paid_at: null,
  restocked: false,
  refunded_amount: 0,
  erased_at: null,
  import_id: null,
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00.123456+00:00',
};

export const secondOrder: Order = {
  ...order,
  id: '00000000-0000-4000-8000-000000000002',
  order_number: 'BO17636000000002',
  buyer_name: 'Youssef Tazi',
  paid: true,
};

const kind = { payment_method: 'cod', edition: 'fr', confirmed: false, fulfilled: false };
const kinds = [
  { ...kind, order_status: 'confirmed', confirmed: true, paid: false, orders: 4 },
  { ...kind, order_status: 'fulfilled', fulfilled: true, paid: true, orders: 8 },
];
const cities = [{ city_key: 'fes', city: 'فاس', orders: 12 }];

const idsIn = (url: URL) => [...(url.searchParams.get('id') ?? '').matchAll(/[0-9a-f-]{36}/g)];

const parsed = (body: unknown) => (typeof body === 'string' ? JSON.parse(body) : undefined);

/** Serves two orders. How requests are answered can be changed; by default each change succeeds. */
export async function serveOrders() {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  localStorage.clear();
  const server = await serve(() => Promise.resolve(Response.json([])));
  const calls = (method: string) =>
    server.mock.calls
      .filter(([url, init]) => init.method === method && /\/book_order(s|_search)\b/.test(url))
      .map(([url, { body }]) => ({ url: new URL(url), body: parsed(body) }));
  const orders = {
    server,
    listed: pageOf([order, secondOrder]),
    change: (url: URL): Promise<Response> =>
      Promise.resolve(Response.json(idsIn(url).map(([id]) => ({ ...order, id })))),
    /** The functions of the database that change orders. */
    rpc: (_name: string, _body: { orders: { id: string }[] }): Promise<Response> =>
      Promise.resolve(new Response(null, { status: 204 })),
    calls,
    /** The URL of the last request that reads orders. */
    asked: () => calls('GET').at(-1)?.url ?? new URL('http://nothing'),
    rpcBodies: (name: string): unknown[] =>
      server.mock.calls
        .filter(([url]) => new URL(url).pathname.endsWith(`/rpc/${name}`))
        .map(([, { body }]) => parsed(body)),
  };
  server.mockImplementation((address, { method, body }) => {
    const url = new URL(address);
    if (method === 'PATCH') return orders.change(url);
    if (method === 'HEAD') return pageOf([], 7)();
    const [, called] = /\/rpc\/(.*)$/.exec(url.pathname) ?? [];
    if (called === 'order_counts') return Promise.resolve(Response.json(kinds));
    if (called === 'order_cities') return Promise.resolve(Response.json(cities));
    if (called !== undefined) return orders.rpc(called, parsed(body) ?? {});
    return /book_order(s|_search)$/.test(url.pathname)
      ? orders.listed()
      : Promise.resolve(Response.json([]));
  });
  return orders;
}
