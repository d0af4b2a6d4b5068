import { useId, type ReactNode } from 'react';
import { FormSelect, FormSwitch } from '@/admin/kit/form/form-choice';
import { FormLanguages } from '@/admin/kit/form/form-languages';
import { FormNumber } from '@/admin/kit/form/form-number';
import { FormDate, FormText, FormUrl } from '@/admin/kit/form/form-text';
import { FormPicture } from '@/admin/kit/pictures/form-picture';
import { useTranslation } from '@/shared/i18n';
import type { Content, ContentTable, Field, Group } from './content';
import { itemOf, countTo } from './content-values';
import { PictureField } from './picture-field';
import { SlugField } from './slug-field';
import { useFieldLabels } from './use-field-labels';

const groups: readonly Group[] = ['texts', 'facts', 'picture'];

type Props<T extends ContentTable> = { content: Content<T>; isNew: boolean };

/** The fields of a table, group after group, and whether the row shows on the site. */
export function ContentFields<T extends ContentTable>({ content, isNew }: Props<T>) {
  const { t } = useTranslation('admin-content');
  return (
    <div className="grid gap-7">
      {groups.map((group) => {
        const fields: readonly Field[] = content.fields[group] ?? [];
        return fields.length === 0 ? null : (
          <FieldGroup key={group} title={t(`groups.${group}`)}>
            {fields.map((field) => (
              <ContentField key={field.name} field={field} isNew={isNew} />
            ))}
          </FieldGroup>
        );
      })}
      <FormSwitch name="published" label={t('fields.published')} />
    </div>
  );
}

function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-3 border-b border-line pb-1 text-small font-medium text-muted">
        {title}
      </h3>
      <div className="grid grid-cols-1 items-start gap-x-4 gap-y-4 @md:grid-cols-2 @3xl:grid-cols-3">
        {children}
      </div>
    </section>
  );
}

type FieldProps<F extends Field = Field> = { field: F; isNew: boolean };

function ContentField({ field, isNew }: FieldProps) {
  const labels = useFieldLabels(field);
  if (field.kind === 'languages') return <Texts field={field} />;
  if (field.kind === 'list') return <List field={field} />;
  if (field.kind === 'picture') return <PictureField field={field} />;
  if (field.kind === 'libraryPicture') {
    return (
      <FormPicture
        {...labels}
        {...(field.orUrl !== undefined && { validates: field.orUrl })}
        className="col-span-full"
      />
    );
  }
  if (field.kind === 'choice') return <Choice field={field} />;
  if (field.kind === 'slug') return <SlugField field={field} isNew={isNew} />;
  if (field.kind === 'number') return <FormNumber {...labels} />;
  if (field.kind === 'date') return <FormDate {...labels} />;
  if (field.kind === 'switch') return <FormSwitch {...labels} />;
  if (field.kind === 'link') return <FormUrl {...labels} maxLength={2000} />;
  if (field.kind === 'flag') return <FormText {...labels} dir="ltr" maxLength={2} />;
  return <FormText {...labels} dir="auto" maxLength={field.max} />;
}

/** A text in three languages: over the whole width. */
function Texts({ field }: { field: Field & { kind: 'languages' } }) {
  const labels = useFieldLabels(field);
  const { max, rows, requiredIn } = field;
  return (
    <FormLanguages
      {...labels}
      maxLength={max}
      {...(rows !== undefined && { rows })}
      {...(requiredIn !== undefined && { requiredIn })}
      className="col-span-full"
    />
  );
}

function List({ field }: { field: Field & { kind: 'list' } }) {
  const { t } = useTranslation('admin-content');
  return countTo(field.count).map((number) => (
    <FormLanguages
      key={number}
      name={itemOf(field.name, number)}
      label={t('fields.outcomes', { number })}
      required={field.markRequired === true}
      maxLength={field.max}
      rows={2}
      className="col-span-full"
    />
  ));
}

function Choice({ field }: { field: Field & { kind: 'choice' } }) {
  const { t } = useTranslation('admin-content');
  const labels = useFieldLabels(field);
  const options = field.options.map((value) => ({ value, label: t(`options.${value}`) }));
  return <FormSelect {...labels} options={options} empty={t('problems.choice')} />;
}
