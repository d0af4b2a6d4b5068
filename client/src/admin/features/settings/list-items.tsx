import type { ReactNode } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { CloseIcon, DownIcon, UpIcon } from '@/shared/ui/icons';

type Props = {
  /** The field name of the list. */
  name: string;
  /** The accessible name of the list. */
  label: string;
  /** The name of the n-th item, counted from 1. */
  nameOf: (at: number) => string;
  /** The values of a new item. */
  blank: object;
  /** The fields of an item; `at` is its field name. */
  children: (at: string) => ReactNode;
};

/** A list field: items can be added, removed and moved, and are saved with the form. */
export function ListItems({ name, label, nameOf, blank, children }: Props) {
  const { t } = useTranslation('admin-settings');
  const { control } = useFormContext();
  const { fields, append, remove, move } = useFieldArray({ control, name });
  const last = fields.length - 1;
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 text-small font-medium">{label}</legend>
      {fields.map((item, at) => {
        const called = nameOf(at + 1);
        return (
          <fieldset key={item.id} className="min-w-0 border border-line bg-ground p-3">
            <legend className="sr-only">{called}</legend>
            <div className="mb-2 flex items-center justify-between gap-2">
              <p aria-hidden="true" className="text-small font-medium">
                {called}
              </p>
              <div className="flex">
                <Tool
                  label={t('up', { name: called })}
                  run={at > 0 ? () => move(at, at - 1) : undefined}
                >
                  <UpIcon />
                </Tool>
                <Tool
                  label={t('down', { name: called })}
                  run={at < last ? () => move(at, at + 1) : undefined}
                >
                  <DownIcon />
                </Tool>
                <Tool label={t('removeOf', { name: called })} run={() => remove(at)}>
                  <CloseIcon />
                </Tool>
              </div>
            </div>
            <div className="grid gap-3">{children(`${name}.${at}`)}</div>
          </fieldset>
        );
      })}
      {/* As wide as the list, so that part of it is not covered by the sticky footer. */}
      <Button look="line" className="lg:min-h-9" onClick={() => append(structuredClone(blank))}>
        {t('add')}
      </Button>
    </fieldset>
  );
}

type ToolProps = { label: string; run: (() => void) | undefined; children: ReactNode };

// Not `disabled`: a disabled button would lose the focus.
const Tool = ({ label, run, children }: ToolProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={run === undefined}
    onClick={run}
    className="grid size-11 place-items-center hover:text-accent aria-disabled:cursor-default aria-disabled:text-faint lg:size-9"
  >
    {children}
  </button>
);
