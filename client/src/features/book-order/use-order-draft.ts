import { useRef, useState, useSyncExternalStore } from 'react';
import type { Failure } from '../../api/failures';
import {
  clearDraft,
  loadOrderDraft,
  newIdentity,
  saveDraft,
  type StoredOrderDraft,
} from './draft-store';
import { emptyDraft, readDraft, type OrderDraft, type OrderIdentity } from './order';

type OrderDraftControl = {
  /** What the fields start from. */
  draft: OrderDraft;
  /** Why this slip came back: the server refused it after it had waited for the network. */
  refusal: Failure | undefined;
  /** Another key is another slip: its fields start anew. */
  key: string;
  /** Reads the form as it stands and keeps it for the session; `changed` is not in the form yet. */
  keep: (form: HTMLFormElement, changed?: Partial<OrderDraft>) => OrderDraft;
  /** The slip became an order: nothing of it is kept. */
  spend: () => void;
  /** Lays an empty slip out. */
  renew: () => void;
};

const empty: StoredOrderDraft = { draft: emptyDraft, refusal: undefined };

/** The slip of this session. The first render is an empty one, as in the prerendered page. */
export function useOrderDraft(): OrderDraftControl {
  const stored = useStoredDraft();
  const [round, setRound] = useState(0);
  const identity = useRef<OrderIdentity>(undefined);
  const spent = useRef(false);
  const slip = round === 0 ? (stored ?? empty) : empty;
  const identify = () => (identity.current ??= slip.draft.id === '' ? newIdentity() : slip.draft);

  return {
    ...slip,
    key: `${round} ${slip.draft.id}`,
    // What is typed while the thanks are shown belongs to a slip that is spent: kept under its id, it
    // would be taken for the order that was placed, and never be one.
    keep: (form, changed = {}) => {
      const typed = { ...readDraft(new FormData(form), identify()), ...changed };
      if (!spent.current) saveDraft(typed);
      return typed;
    },
    spend: () => {
      spent.current = true;
      clearDraft();
    },
    renew: () => {
      spent.current = false;
      identity.current = undefined;
      setRound((last) => last + 1);
    },
  };
}

/** What this session typed before, read once; undefined in the prerendered page. */
function useStoredDraft(): StoredOrderDraft | undefined {
  const [read] = useState(() => once(loadOrderDraft));
  return useSyncExternalStore(never, read, () => undefined);
}

const never = () => () => {};

function once<T>(work: () => T): () => T {
  let done: { result: T } | undefined;
  return () => (done ??= { result: work() }).result;
}
