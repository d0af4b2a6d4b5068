import { createStore, useStore } from '@/shared/ui/store';
import { Debounce } from '@/shared/ui/debounce';
import { asRecord, localStore } from '@/shared/api/storage';
import { Failure, unwrap } from '@/shared/api/failures';
import { sb } from '@/shared/api/client';
import type { Json } from '@/shared/api/schema.gen';

/*
 * The items of an account in the back-office: saved views, drafts and read marks (table account_items). The server's
 * items are read once at sign-in, and again when realtime or the focus tells of a change. A change is shown at once
 * and saved afterwards. The browser's storage is a cache of the account for when it is offline; it is removed at
 * sign-out, unless it has a change that is not saved yet.
 */

export type ItemKind = AccountItem['kind'];
type Items = Readonly<Record<string, unknown>>;
type State = Readonly<Record<ItemKind, Items>> & {
  /** Whether the items of the server have been read since the sign-in. */
  isRead: boolean;
};

const none: Items = {};
const empty: State = { view: none, draft: none, mark: none, isRead: false };
const kinds = ['view', 'draft', 'mark'] as const satisfies readonly ItemKind[];

/** Time without a further change after which it is saved. Milliseconds; typing changes drafts often. */
const saveMs: Record<ItemKind, number> = { view: 0, mark: 0, draft: 800 };
const retryMs = 15_000;

const cacheKey = (account: string) => `account.${account}`;

type Key = `${ItemKind} ${string}`;
const keyOf = (kind: ItemKind, name: string): Key => `${kind} ${name}`;

export class AccountItems {
  readonly store = createStore(empty);
  /** Called with the failure of a change that the server refused; the change has been dropped. */
  onRefused: (error: unknown) => void = () => {};
  #account: string | undefined;
  /** The changes that are not saved yet. */
  #unsaved = new Map<Key, { kind: ItemKind; name: string }>();
  /** Counts changes and saves, to tell which items a response is too old for. */
  #clock = 0;
  #touched = new Map<Key, number>();
  #saving: Promise<void> | undefined;
  readonly #timer = new Debounce();

  /** Opens the items of an account: those of the cache, until `refetch`. Closes the ones before. */
  open(account: string): void {
    if (account === this.#account) return;
    this.close();
    this.#account = account;
    const cached = asRecord(localStore.read(cacheKey(account)));
    const items = asRecord(cached['items']);
    this.store.set({
      view: asRecord(items['view']),
      draft: asRecord(items['draft']),
      mark: asRecord(items['mark']),
      isRead: false,
    });
    const unsaved = Array.isArray(cached['unsaved']) ? cached['unsaved'] : [];
    for (const key of unsaved) {
      const [kind = '', ...rest] = String(key).split(' ');
      const known = kinds.find((each) => each === kind);
      if (known !== undefined) this.#touch(known, rest.join(' '));
    }
    if (this.#unsaved.size > 0) this.#timer.run(() => void this.save(), 0);
  }

  /** Closes the account, at sign-out. Its cache is removed unless it has changes that are not saved. */
  close(): void {
    this.#timer.cancel();
    if (this.#account !== undefined && this.#unsaved.size === 0) {
      localStore.write(cacheKey(this.#account), undefined);
    }
    this.#account = undefined;
    this.#unsaved = new Map();
    this.#touched = new Map();
    this.store.set(empty);
  }

  /** Changes an item; undefined deletes it. Without an account it lives as long as the page. */
  readonly set = (kind: ItemKind, name: string, value: unknown): void => {
    const now = this.store.get();
    const { [name]: _old, ...others } = now[kind];
    const items = value === undefined ? others : { ...others, [name]: value };
    this.store.set({ ...now, [kind]: items });
    this.#touch(kind, name);
    if (this.#account === undefined) return;
    this.#writeCache();
    this.#timer.run(() => void this.save(), saveMs[kind]);
  };

  /** Reads the items of the server. Those that are changed meanwhile stay. Throws a Failure. */
  readonly refetch = async (): Promise<true> => {
    const account = this.#account;
    if (account === undefined) return true;
    await this.save();
    const started = this.#clock;
    const rows = await readItems();
    if (account !== this.#account) return true;
    const isNewer = (kind: ItemKind, name: string) =>
      this.#unsaved.has(keyOf(kind, name)) || (this.#touched.get(keyOf(kind, name)) ?? 0) > started;
    const now = this.store.get();
    const merged = (kind: ItemKind): Items => {
      const own = Object.entries(now[kind]).filter(([name]) => isNewer(kind, name));
      const others = rows.filter((row) => row.kind === kind && !isNewer(kind, row.name));
      const next = Object.fromEntries([
        ...others.map(({ name, value }): [string, unknown] => [name, value]),
        ...own,
      ]);
      // The same object, so that nothing renders again.
      return JSON.stringify(next) === JSON.stringify(now[kind]) ? now[kind] : next;
    };
    this.store.set({
      view: merged('view'),
      draft: merged('draft'),
      mark: merged('mark'),
      isRead: true,
    });
    this.#writeCache();
    return true;
  };

  /** Saves the changes; those that cannot be sent are tried again later. */
  readonly save = (): Promise<void> => {
    this.#timer.cancel();
    this.#saving ??= this.#sendAll().finally(() => {
      this.#saving = undefined;
    });
    return this.#saving;
  };

  async #sendAll(): Promise<void> {
    const account = this.#account;
    if (account === undefined || this.#unsaved.size === 0) return;
    const changes = [...this.#unsaved.values()].map((change) => ({
      ...change,
      value: this.store.get()[change.kind][change.name],
    }));
    try {
      await writeItems(
        account,
        changes.filter(({ value }) => value !== undefined),
      );
      const gone = changes.filter(({ value }) => value === undefined);
      await Promise.all(gone.map(({ kind, name }) => removeItem(account, kind, name)));
    } catch (error) {
      if (account !== this.#account) return;
      if (isRefusal(error)) {
        this.#settle(changes);
        this.onRefused(error);
      } else if (!isSignedOut(error)) {
        this.#timer.run(() => void this.save(), retryMs);
      }
      return;
    }
    if (account === this.#account) this.#settle(changes);
  }

  /** Forgets that these are unsaved, unless they have been changed meanwhile. */
  #settle(changes: readonly AccountItem[]): void {
    for (const { kind, name, value } of changes) {
      if (this.store.get()[kind][name] !== value) continue;
      this.#unsaved.delete(keyOf(kind, name));
      this.#touched.set(keyOf(kind, name), ++this.#clock);
    }
    this.#writeCache();
    if (this.#unsaved.size > 0) this.#timer.run(() => void this.save(), saveMs.draft);
  }

  #touch(kind: ItemKind, name: string): void {
    this.#unsaved.set(keyOf(kind, name), { kind, name });
    this.#touched.set(keyOf(kind, name), ++this.#clock);
  }

  #writeCache(): void {
    if (this.#account === undefined) return;
    const { view, draft, mark } = this.store.get();
    localStore.write(cacheKey(this.#account), {
      items: { view, draft, mark },
      unsaved: [...this.#unsaved.keys()],
    });
  }
}

// Permanent errors: a retry would be refused, too.
const isRefusal = (error: unknown) =>
  error instanceof Failure && ['invalid', 'tooLong', 'conflict'].includes(error.kind);

// The session has ended, or the account may no longer come in: the next sign-in sends the changes.
const isSignedOut = (error: unknown) => error instanceof Failure && error.kind === 'refused';

/** The items of the signed-in account. */
export const accountItems = new AccountItems();

/** One item; undefined if there is none. */
export const useAccountItem = (kind: ItemKind, name: string): unknown =>
  useStore(accountItems.store, (state) => state[kind][name]);

/** All items of a kind, by name. */
export const useItemsOf = (kind: ItemKind): Items =>
  useStore(accountItems.store, (state) => state[kind]);

type AccountItem = { kind: 'view' | 'draft' | 'mark'; name: string; value: unknown };

/** All items of the signed-in account. Throws a Failure. */
async function readItems(): Promise<AccountItem[]> {
  const client = await sb();
  const items = client.from('account_items').select('kind, name, value');
  return unwrap(await items.order('created_at').order('name'));
}

/** Writes items of an account; the server refuses those of another one. Throws a Failure. */
async function writeItems(account: string, items: readonly AccountItem[]): Promise<void> {
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

async function removeItem(account: string, kind: AccountItem['kind'], name: string): Promise<void> {
  const client = await sb();
  const table = client.from('account_items').delete();
  unwrap(await table.eq('account', account).eq('kind', kind).eq('name', name));
}

const asJson = (value: unknown): NonNullable<Json> => JSON.parse(JSON.stringify(value));
