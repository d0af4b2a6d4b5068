import { asRecord, localStore, sessionStore, type SafeStorage } from '@/shared/api/storage';
import type { AccountItem } from './item-calls';

/**
 * Takes what earlier releases kept in this browser: saved views, read marks, and drafts of replies and notes. They
 * are removed here, and belong to the account that signs in first.
 */
export function takeLegacyItems(): AccountItem[] {
  const views = localStore.keys('desk.views.').flatMap((key) => {
    const stored = taken(localStore, key);
    const screen = key.slice('desk.views.'.length);
    return (Array.isArray(stored) ? stored : []).flatMap((view): AccountItem[] => {
      const { name, query } = asRecord(view);
      if (typeof name !== 'string' || typeof query !== 'string') return [];
      return [{ kind: 'view', name: `${screen} ${name}`, value: { query } }];
    });
  });
  const marks = Object.entries(asRecord(taken(localStore, 'admin-seen'))).flatMap(
    ([name, value]): AccountItem[] =>
      typeof value === 'string' && !Number.isNaN(Date.parse(value))
        ? [{ kind: 'mark', name, value }]
        : [],
  );
  const drafts = ['draft.reply.', 'draft.notes.'].flatMap((prefix) =>
    sessionStore.keys(prefix).map((key): AccountItem => {
      const value = asRecord(taken(sessionStore, key));
      return { kind: 'draft', name: key.slice('draft.'.length), value };
    }),
  );
  return [...views, ...marks, ...drafts];
}

function taken(storage: SafeStorage, key: string): unknown {
  const value = storage.read(key);
  storage.write(key, undefined);
  return value;
}
