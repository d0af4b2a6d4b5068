import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';
import { FormText } from '@/admin/kit/form/form-text';
import { slugOf } from '@/admin/kit/slug';
import type { Field } from './content';
import { inputFor } from './content-values';
import { useFieldLabels } from './use-field-labels';

type Props = { field: Field & { kind: 'slug' }; isNew: boolean };

/** The slug field. In a new row it follows the English text until it is edited. */
export function SlugField({ field, isNew }: Props) {
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
