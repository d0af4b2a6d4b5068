import { useEffect, useState } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { asRecord, readDraft, writeDraft } from '@/shared/api/storage';
import { wholeReset } from './use-form-submit';

/** Saves the typed values as a draft, restores them after a reload and says so. */
export function FormDraft({ draft }: { draft: string }) {
  const { t } = useTranslation('admin-kit');
  // These functions are stable; the form context is a new object at each render.
  const { reset, subscribe, getValues } = useFormContext();
  const { isDirty } = useFormState();
  const [isBack, setBack] = useState(() => readDraft(draft) !== null);
  useEffect(() => {
    const stored = readDraft(draft);
    if (stored !== null) {
      reset({ ...getValues(), ...asRecord(stored) }, { ...wholeReset, keepDefaultValues: true });
    }
  }, [draft, reset, getValues]);
  useEffect(
    () =>
      subscribe({
        formState: { values: true, isDirty: true },
        callback: (now) => writeDraft(draft, now.isDirty === true ? now.values : undefined),
      }),
    [draft, subscribe],
  );
  if (!isBack || !isDirty) return null;
  const discard = () => {
    setBack(false);
    writeDraft(draft, undefined);
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
