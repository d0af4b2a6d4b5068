import { useEffect, useState } from 'react';
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { readDraft, writeDraft } from '@/shared/api/storage';
import { ConflictPanel, type FormRecord } from './conflict-panel';
import {
  baseIn,
  conflictsIn,
  dirtyNames,
  jsonAt,
  noBase,
  trackBase,
  type BaseValues,
} from './conflicts';

type Props = {
  record: FormRecord;
  /** The stored values, as form values. */
  stored: object;
  /** The key of the form's draft. */
  draft: string | undefined;
  /** Called with whether there are unresolved conflicts. */
  onConflict: (isOpen: boolean) => void;
  /** Called with a field whose value was chosen. */
  onChosen: (name: string) => void;
};

/** Shows the edit conflicts of a form. */
export function FormConflict({ record, stored, draft, onConflict, onChosen }: Props) {
  const { setValue } = useFormContext();
  const { dirtyFields } = useFormState();
  const values = useWatch();
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [base, setBase] = useBase(draft);
  const now = trackBase(base, dirtyNames(dirtyFields), stored);
  if (now !== base) setBase(now);
  const names = conflictsIn(now, stored, values);
  const isOpen = names.length > 0;
  useEffect(() => onConflict(isOpen), [onConflict, isOpen]);
  const choose = (name: string, value: unknown) => {
    setBase(new Map(now).set(name, jsonAt(stored, name)));
    setValue(name, value, { shouldDirty: true });
    onChosen(name);
  };
  const fields = names.map((name) => ({
    name,
    mine: get(values, name),
    theirs: get(stored, name),
    ...describe(element?.closest('form'), name),
  }));
  return (
    <div ref={setElement} className="empty:hidden">
      {isOpen && <ConflictPanel record={record} fields={fields} onChoose={choose} />}
    </div>
  );
}

/** The base values. A draft that is restored after a reload has those of its own edits. */
function useBase(draft: string | undefined): [BaseValues, (base: BaseValues) => void] {
  const key = draft === undefined ? undefined : `${draft}.base`;
  const [restored, setRestored] = useState(() =>
    key === undefined || draft === undefined || readDraft(draft) === null
      ? noBase
      : baseIn(readDraft(key)),
  );
  const [base, setBase] = useState(noBase);
  // Until the form has its draft no field is edited: the restored values wait for that.
  const isWaiting = base.size === 0 && restored.size > 0;
  useEffect(() => {
    if (key === undefined || isWaiting) return;
    writeDraft(key, base.size === 0 ? undefined : Object.fromEntries(base));
  }, [key, base, isWaiting]);
  const set = (next: BaseValues) => {
    setBase(
      isWaiting ? new Map([...next].map(([name, at]) => [name, restored.get(name) ?? at])) : next,
    );
    if (isWaiting) setRestored(noBase);
  };
  return [base, set];
}

/** The label of a field in the form, and what stands between two texts of it. */
function describe(form: HTMLElement | null | undefined, name: string) {
  const field = form?.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]`);
  // The label without the required mark, or the legend of a fieldset.
  const label = field?.labels?.[0]?.firstElementChild ?? field?.querySelector('legend');
  // A line of words: numbers have an input mode; addresses and codes are left to right, in no language.
  const isCode =
    field?.hasAttribute('inputmode') === true || (field?.dir === 'ltr' && field.lang === '');
  const isLine = field?.type === 'text' && !isCode;
  const separator = field?.type === 'textarea' ? '\n\n' : isLine ? ' / ' : undefined;
  return { label: label?.textContent ?? name, separator };
}
