import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Mapping } from '@/admin/import/read-table';
import { importFields, type FieldName } from './subscriber-import';

type Props = {
  heads: readonly string[];
  mapping: Mapping<FieldName>;
  onMap: (mapping: Mapping<FieldName>) => void;
};

/** Which column of the file is which field: recognised by its head, and to be chosen. */
export function ImportColumns({ heads, mapping, onMap }: Props) {
  const { t } = useTranslation('admin-newsletter');
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-2 text-small font-medium">{t('import.columns')}</legend>
      {importFields.map(({ name }) => (
        <Choice
          key={name}
          label={t(`import.fields.${name}`)}
          heads={heads}
          chosen={mapping[name]}
          onChoose={(at) => {
            const { [name]: _old, ...others } = mapping;
            onMap(at === undefined ? others : { ...others, [name]: at });
          }}
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
  const { t } = useTranslation('admin-newsletter');
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
