import { asRecord, readDraft, writeDraft } from '@/shared/api/storage';

/** The unsaved values of a record or of a form, in session storage, so that a reload loses nothing. */
export type EditDraft<V, Base = V> = {
  /** The id that a new record will get. */
  id?: string;
  values: V;
  /** The stored values that were edited. */
  base: Base;
  /** The time of the last change, in milliseconds since 1970. */
  at: number;
};

/** The draft of this browser session; undefined if there is none. */
export function readEditDraft<V>(
  name: string,
  read: (stored: unknown) => V,
): EditDraft<V> | undefined {
  const { id, values, base, at } = asRecord(readDraft(name));
  if (typeof at !== 'number') return undefined;
  return { ...(typeof id === 'string' && { id }), values: read(values), base: read(base), at };
}

/** Writes a draft; undefined removes it. */
export const writeEditDraft = <V, Base>(
  name: string,
  draft: EditDraft<V, Base> | undefined,
): void => void writeDraft(name, draft);
