import { useFormContext, useWatch } from 'react-hook-form';
import { FormLanguages } from '@/admin/kit/form/form-languages';
import { FormText } from '@/admin/kit/form/form-text';
import type { Field } from './content';
import { alternative } from './content-values';
import { PicturePreview } from '@/admin/kit/pictures/picture-preview';
import { useFieldLabels } from './use-field-labels';

/** A picture field: URL, preview and alternative text. */
export function PictureField({ field }: { field: Field & { kind: 'picture' } }) {
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
