import { keep, kept, store } from './store.ts';

/** The role as which statements run: owner, service_role, anon, or a user. */
export interface Actor {
  id: string;
  label: string;
}

const owner: Actor = { id: 'owner', label: 'owner' };

export const actors: Actor[] = [
  owner,
  { id: 'service_role', label: 'service_role' },
  { id: 'anon', label: 'anon' },
];

const key = 'toubkal-console-actor';
const tab = () => sessionStorage;
const current = store(stored());

function stored(): Actor {
  const text = kept(tab, key);
  if (text === '') return owner;
  const known = JSON.parse(text) as unknown;
  return known && typeof known === 'object' && 'id' in known && 'label' in known
    ? { id: String(known.id), label: String(known.label) }
    : owner;
}

/** Each tab has its own, so that two tabs can compare two users. */
export function setActor(actor: Actor): void {
  current.set(actor);
  keep(tab, key, JSON.stringify(actor));
}

export const useActor = current.use;

export const actorHeader = () => ({ 'Toubkal-As': current.get().id });
