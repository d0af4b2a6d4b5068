import { useEffect, useState, useCallback, useRef } from 'react';
import { get, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { asFailure, Failure, failureText } from '@/api/failures';
import { conflictsIn, trackBase, jsonAt, dirtyNames, type BaseValues } from './conflicts';

type Props = {
  /** The stored values, as form values. */
  stored: object;
  /** Called with whether there are unresolved conflicts. */
  onConflict: (isOpen: boolean) => void;
};

/** Shows edit conflicts: the user chooses own or stored values. */
export function FormConflict({ stored, onConflict }: Props) {
  const { t } = useTranslation('admin-kit');
  const { setValue } = useFormContext();
  const { dirtyFields } = useFormState();
  const values = useWatch();
  const [base, setSeen] = useState<BaseValues>(new Map());
  const now = trackBase(base, dirtyNames(dirtyFields), stored);
  if (now !== base) setSeen(now);
  const names = conflictsIn(now, stored, values);
  const isOpen = names.length > 0;
  useEffect(() => onConflict(isOpen), [onConflict, isOpen]);
  if (!isOpen) return null;
  const keepMine = () =>
    setSeen(new Map([...now.keys()].map((name) => [name, jsonAt(stored, name)])));
  const takeTheirs = () => {
    for (const name of names) setValue(name, get(stored, name), { shouldDirty: true });
  };
  return (
    <Notice tone="bad" className="max-h-[40dvh] overflow-y-auto bg-ground">
      <p>{t('clash.title')}</p>
      <dl className="my-2 grid gap-1">
        {names.map((name) => (
          <div key={name} className="flex flex-wrap gap-x-2">
            <dt ref={(element) => writeLabel(element, name)} className="text-muted" />
            <dd className="min-w-0 wrap-anywhere">
              <TheirValue value={get(stored, name)} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <Button look="line" onClick={keepMine} className="lg:min-h-9 lg:py-1">
          {t('clash.keep')}
        </Button>
        <Button look="line" onClick={takeTheirs} className="lg:min-h-9 lg:py-1">
          {t('clash.take')}
        </Button>
      </div>
    </Notice>
  );
}

const shown = 300; // characters shown of a text

function TheirValue({ value }: { value: unknown }) {
  const { t } = useTranslation('admin-kit');
  if (value === null || value === undefined || value === '') return <i>{t('clash.nothing')}</i>;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return <bdi>{text.length > shown ? `${text.slice(0, shown)} …` : text}</bdi>;
}

// Uses the label of the field in the form as its name.
function writeLabel(element: HTMLElement | null, name: string): void {
  if (element === null) return;
  const field = element.closest('form')?.querySelector<HTMLInputElement>(`[name="${name}"]`);
  // The label without the required mark, or the legend of a fieldset.
  const label = field?.labels?.[0]?.firstElementChild ?? field?.querySelector('legend');
  element.textContent = `${label?.textContent ?? name}:`;
}

/**
 * State of edit conflicts of a form that contains FormConflict. `failed` is the error message without its
 * reason.
 */
export function useConflict(failed: string) {
  const { t } = useTranslation(['admin-kit', 'site']);
  const isOpen = useRef(false);
  const onConflict = useCallback((open: boolean) => {
    isOpen.current = open;
  }, []);
  /** Throws if there are unresolved conflicts. */
  const assertResolved = () => {
    if (isOpen.current) throw new Failure('conflict', '', 'somebody else changed the same');
  };
  /** The message of a failed save. */
  const notSaved = (error: unknown) => {
    if (isOpen.current) return t('clash.choose');
    const isLate = asFailure(error).kind === 'conflict';
    return isLate ? t('clash.again') : `${failed} ${failureText(t, error)}`;
  };
  return { onConflict, assertResolved, notSaved };
}
