import { sb } from '@/shared/api/client';
import type { Json } from '@/shared/api/schema.gen';
import { unwrap } from '@/shared/api/failures';

export type AccountItem = { kind: 'view' | 'draft' | 'mark'; name: string; value: unknown };

/** All items of the signed-in account. Throws a Failure. */
export async function readItems(): Promise<AccountItem[]> {
  const client = await sb();
  const items = client.from('account_items').select('kind, name, value');
  return unwrap(await items.order('created_at').order('name'));
}

/** Writes items of an account; the server refuses those of another one. Throws a Failure. */
export async function writeItems(account: string, items: readonly AccountItem[]): Promise<void> {
  if (items.length === 0) return;
  const client = await sb();
  const rows = items.map(({ kind, name, value }) => ({
    account,
    kind,
    name,
    value: asJson(value),
  }));
  const table = client.from('account_items');
  unwrap(await table.upsert(rows, { onConflict: 'account,kind,name' }));
}

export async function removeItem(
  account: string,
  kind: AccountItem['kind'],
  name: string,
): Promise<void> {
  const client = await sb();
  const table = client.from('account_items').delete();
  unwrap(await table.eq('account', account).eq('kind', kind).eq('name', name));
}

const asJson = (value: unknown): NonNullable<Json> => JSON.parse(JSON.stringify(value));
