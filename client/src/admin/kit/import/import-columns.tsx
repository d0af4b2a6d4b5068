import { useId, useState } from 'react';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from '@/shared/i18n';
import type { ImportField, Mapping } from './read-table';

type Props<Name extends string> = {
  fields: readonly ImportField<Name>[];
  labelOf: (name: Name) => string;
  heads: readonly string[];
  mapping: Mapping<Name>;
  onMap: (mapping: Mapping<Name>) => void;
};

/**
 * Which column of the file is which field: recognised by its head, and to be chosen. Folded up, unless a column that
 * is required was not recognised.
 */
export function ImportColumns<Name extends string>(props: Props<Name>) {
  const { fields, labelOf, heads, mapping, onMap } = props;
  const { t } = useTranslation('admin-import');
  const isChosen = ({ name }: ImportField<Name>) => mapping[name] !== undefined;
  const [isOpen, setOpen] = useState(!fields.every((field) => !field.required || isChosen(field)));
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="border border-line px-4"
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 text-small font-medium">
        <ChevronDown
          aria-hidden="true"
          className={`size-4 shrink-0 ${isOpen ? '' : '-rotate-90 rtl:rotate-90'}`}
        />
        {t('import.columnsFound', { found: fields.filter(isChosen).length, all: fields.length })}
      </summary>
      <fieldset className="grid gap-3 pt-1 pb-4 sm:grid-cols-2 xl:grid-cols-3">
        <legend className="sr-only">{t('import.columns')}</legend>
        {fields.map(({ name, required }) => (
          <Choice
            key={name}
            label={required ? t('import.required', { label: labelOf(name) }) : labelOf(name)}
            heads={heads}
            chosen={mapping[name]}
            onChoose={(at) => onMap({ ...mapping, [name]: at })}
          />
        ))}
      </fieldset>
    </details>
  );
}

type ChoiceProps = {
  label: string;
  heads: readonly string[];
  chosen: number | undefined;
  onChoose: (at: number | undefined) => void;
};

function Choice({ label, heads, chosen, onChoose }: ChoiceProps) {
  const { t } = useTranslation('admin-import');
  const id = useId();
  return (
    <div className="grid min-w-0 gap-1">
      <label htmlFor={id} className="text-small text-muted">
        {label}
      </label>
      <select
        id={id}
        value={chosen === undefined ? '' : String(chosen)}
        onChange={({ currentTarget: { value } }) =>
          onChoose(value === '' ? undefined : Number(value))
        }
        className="min-h-11 w-full min-w-0 rounded-block border border-edge bg-ground px-2 text-small lg:min-h-9"
      >
        <option value="">{t('import.noColumn')}</option>
        {heads.map((head, at) => (
          // The position is what identifies a column: two may have the same head.
          // oxlint-disable-next-line react/no-array-index-key
          <option key={at} value={String(at)}>
            {head === '' ? t('import.column', { place: at + 1 }) : head}
          </option>
        ))}
      </select>
    </div>
  );
}
