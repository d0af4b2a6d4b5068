import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportField, Mapping } from './read-table';

type Props<Name extends string> = {
  fields: readonly ImportField<Name>[];
  labelOf: (name: Name) => string;
  heads: readonly string[];
  mapping: Mapping<Name>;
  onMap: (mapping: Mapping<Name>) => void;
};

/** Which column of the file is which field: recognised by its head, and to be chosen. */
export function ImportColumns<Name extends string>(props: Props<Name>) {
  const { fields, labelOf, heads, mapping, onMap } = props;
  const { t } = useTranslation('admin-kit');
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-2 text-small font-medium">{t('import.columns')}</legend>
      {fields.map(({ name }) => (
        <Choice
          key={name}
          label={labelOf(name)}
          heads={heads}
          chosen={mapping[name]}
          onChoose={(at) => onMap({ ...mapping, [name]: at })}
        />
      ))}
    </fieldset>
  );
}

type ChoiceProps = {
  label: string;
  heads: readonly string[];
  chosen: number | undefined;
  onChoose: (at: number | undefined) => void;
};

function Choice({ label, heads, chosen, onChoose }: ChoiceProps) {
  const { t } = useTranslation('admin-kit');
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
