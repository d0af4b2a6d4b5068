import { useRef, useState } from 'react';
import type { Failure } from '@/shared/api/failures';
import { useLanguage } from '@/shared/i18n';
import { useIsHydrated } from '@/shared/ui/use-is-hydrated';
import {
  clearDraft,
  loadOrderDraft,
  newIdentity,
  saveDraft,
  type StoredOrderDraft,
} from './draft-store';
import { emptyDraft, readDraft, type OrderDraft, type OrderIdentity } from './order';

type OrderDraftControl = {
  /** Initial values of the fields. */
  draft: OrderDraft;
  /** The error with which the server rejected this order after it had been queued. */
  refusal: Failure | undefined;
  /** React key of the fields; a new key resets them. */
  key: string;
  /** Reads the form and saves the draft; `changed` overrides values that are not in the form yet. */
  save: (form: HTMLFormElement, changed?: Partial<OrderDraft>) => OrderDraft;
  /** The order was placed: deletes the draft, and saves nothing until `renew`. */
  complete: () => void;
  /** Starts an empty draft. */
  renew: () => void;
};

const empty: StoredOrderDraft = { draft: emptyDraft, refusal: undefined };

/** The draft of this session. The first render is empty, as in the server-rendered page. */
export function useOrderDraft(): OrderDraftControl {
  const stored = useStoredDraft();
  const language = useLanguage();
  const [round, setRound] = useState(0);
  const identity = useRef<OrderIdentity>(undefined);
  const completed = useRef(false);
  const current = round === 0 ? (stored ?? empty) : empty;
  const identify = () =>
    (identity.current ??= current.draft.id === '' ? newIdentity() : current.draft);

  return {
    ...current,
    key: `${round} ${current.draft.id}`,
    // Changes after the order was placed are not saved: under its id they would look like a repeated
    // attempt, and never become an order.
    save: (form, changed = {}) => {
      const typed = {
        ...readDraft(new FormData(form), { ...identify(), language }),
        ...changed,
      };
      if (!completed.current) saveDraft(typed);
      return typed;
    },
    complete: () => {
      completed.current = true;
      clearDraft();
    },
    renew: () => {
      completed.current = false;
      identity.current = undefined;
      setRound((last) => last + 1);
    },
  };
}

/** The saved draft, read once; undefined in the server-rendered page. */
function useStoredDraft(): StoredOrderDraft | undefined {
  const [read] = useState(() => once(loadOrderDraft));
  return useIsHydrated() ? read() : undefined;
}

function once<T>(work: () => T): () => T {
  let done: { result: T } | undefined;
  return () => (done ??= { result: work() }).result;
}
