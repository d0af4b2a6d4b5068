import { useEffect, useState } from 'react';
import { get, set, useFormContext, useFormState } from 'react-hook-form';
import { readEditDraft, writeEditDraft } from '@/admin/kit/edit-draft';
import { useTranslation } from '@/shared/i18n';
import { asRecord } from '@/shared/api/storage';
import { Button } from '@/shared/ui/button';
import type { Store } from '@/shared/ui/store';
import { baseIn, type BaseValues } from './conflicts';
import { wholeReset } from './use-form-submit';

type Props = {
  /** The name of the draft. */
  draft: string;
  /** The stored value of each edited field at the start of its edit. */
  base: Store<BaseValues>;
};

/** Saves the typed values as a draft, restores them after a reload and says so. */
export function FormDraft({ draft, base }: Props) {
  const { t } = useTranslation('admin-kit');
  // These functions are stable; the form context is a new object at each render.
  const { reset, subscribe, getValues } = useFormContext();
  const { isDirty } = useFormState();
  const [isBack, setBack] = useState(() => readEditDraft(draft, asRecord) !== undefined);
  useEffect(() => {
    const stored = readEditDraft(draft, asRecord);
    if (stored === undefined) return;
    base.set(baseIn(stored.base));
    // Others may have changed the fields that were not edited.
    const values = structuredClone(getValues());
    for (const name of base.get().keys()) {
      const path = name.replace(/\.\d+(\..*)?$/, ''); // an array is one value
      set(values, path, get(stored.values, path));
    }
    reset(values, { ...wholeReset, keepDefaultValues: true });
  }, [draft, base, reset, getValues]);
  useEffect(() => {
    const write = (values: object) =>
      writeEditDraft(draft, { values, base: Object.fromEntries(base.get()), at: Date.now() });
    const stopForm = subscribe({
      formState: { values: true, isDirty: true },
      callback: (now) =>
        now.isDirty === true ? write(now.values) : writeEditDraft(draft, undefined),
    });
    // Of a field that is edited now the base follows its value.
    const stopBase = base.subscribe(() => base.get().size > 0 && write(getValues()));
    return () => {
      stopForm();
      stopBase();
    };
  }, [draft, base, subscribe, getValues]);
  if (!isBack || !isDirty) return null;
  const discard = () => {
    setBack(false);
    writeEditDraft(draft, undefined);
    reset(undefined, wholeReset);
  };
  return (
    <p
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-4 border-s-4 border-accent bg-ground px-3 py-1 text-small"
    >
      {t('form.restored')}
      <Button look="quiet" onClick={discard}>
        {t('form.discard')}
      </Button>
    </p>
  );
}
