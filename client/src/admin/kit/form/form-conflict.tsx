import { useEffect, useState } from 'react';
import { get, useFormContext, useWatch } from 'react-hook-form';
import { useStore, type Store } from '@/shared/ui/store';
import { ConflictPanel, type FormRecord } from './conflict-panel';
import { conflictsIn, jsonAt, type BaseValues } from './conflicts';

type Props = {
  record: FormRecord;
  /** The stored values, as form values. */
  stored: object;
  /** The stored value of each edited field at the start of its edit. */
  base: Store<BaseValues>;
  /** Called with whether there are unresolved conflicts. */
  onConflict: (isOpen: boolean) => void;
  /** Called with a field whose value was chosen. */
  onChosen: (name: string) => void;
};

/** Shows the edit conflicts of a form. */
export function FormConflict({ record, stored, base, onConflict, onChosen }: Props) {
  const { setValue } = useFormContext();
  const values = useWatch();
  const [element, setElement] = useState<HTMLElement | null>(null);
  const known = useStore(base);
  const names = conflictsIn(known, stored, values);
  const isOpen = names.length > 0;
  useEffect(() => onConflict(isOpen), [onConflict, isOpen]);
  const choose = (name: string, value: unknown) => {
    base.set(new Map(known).set(name, jsonAt(stored, name)));
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

/** The label of a field in the form, and the separator between two texts of it. */
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
