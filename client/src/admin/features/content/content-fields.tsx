import { useId, type ReactNode, useEffect } from 'react';
import { FormSelect, FormSwitch } from '@/admin/kit/form/form-choice';
import { FormLanguages } from '@/admin/kit/form/form-languages';
import { FormNumber } from '@/admin/kit/form/form-number';
import { FormDate, FormText, FormUrl } from '@/admin/kit/form/form-text';
import { FormPicture } from '@/admin/kit/pictures/form-picture';
import { useTranslation } from '@/shared/i18n';
import type { Content, ContentTable, Field, Group } from './content';
import { itemOf, countTo, alternative, inputFor } from './content-values';
import { useFieldLabels } from './use-field-labels';
import { useFormContext, useWatch } from 'react-hook-form';
import { PicturePreview } from '@/admin/kit/pictures/picture-preview';
import { slugOf } from '@/admin/kit/slug';

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

/** A picture field: URL, preview and alternative text. */
function PictureField({ field }: { field: Field & { kind: 'picture' } }) {
  const { control } = useFormContext();
  const src: unknown = useWatch({ control, name: field.name });
  const picture: unknown = useWatch({ control, name: 'picture_id' });
  const labels = useFieldLabels(field);
  const alt = alternative(field);
  return (
    <div className="col-span-full grid items-start gap-x-4 gap-y-4 @3xl:grid-cols-3">
      <PicturePreview src={typeof src === 'string' ? src.trim() : ''} />
      <FormText
        {...labels}
        required={labels.required && picture === ''}
        className="@3xl:col-span-2"
        dir="ltr"
        inputMode="url"
        maxLength={2000}
      />
      <FormLanguages {...useFieldLabels(alt)} maxLength={alt.max} className="col-span-full" />
    </div>
  );
}

type SlugFieldProps = { field: Field & { kind: 'slug' }; isNew: boolean };

/** The slug field. In a new row it follows the English text until it is edited. */
function SlugField({ field, isNew }: SlugFieldProps) {
  const labels = useFieldLabels(field);
  useSlugFromTitle(inputFor(field.from, 'en'), field.name, isNew);
  return <FormText {...labels} dir="ltr" maxLength={200} className="@3xl:col-span-1" />;
}

// Subscribes to the form values, which are outside React, without rendering.
function useSlugFromTitle(from: string, slug: string, isOn: boolean): void {
  const { subscribe, getValues, setValue } = useFormContext();
  useEffect(() => {
    if (!isOn) return undefined;
    let followed = slugOf(String(getValues(from) ?? ''));
    return subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        if (name !== from) return;
        const isOurs = [followed, ''].includes(String(getValues(slug)));
        followed = slugOf(String(getValues(from)));
        if (isOurs) setValue(slug, followed, { shouldDirty: true });
      },
    });
  }, [from, slug, isOn, subscribe, getValues, setValue]);
}
