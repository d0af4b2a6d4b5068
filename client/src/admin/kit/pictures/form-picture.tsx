import { useController } from 'react-hook-form';
import { useFormField, type FieldProps } from '@/admin/kit/form/form-field';
import { PictureChoice } from './picture-choice';

type Props = FieldProps & {
  /** Another field that is validated again with this one: the picture may replace it. */
  validates?: string;
};

/** A picture of the library; the value is its id, '' for none. */
export function FormPicture(props: Props) {
  const { name, label, hint, className = '', validates } = props;
  const { field } = useController({ name, rules: { deps: validates ?? [] } });
  const { marks, error } = useFormField(props);
  const id = typeof field.value === 'string' ? field.value : '';
  return (
    <fieldset
      name={name}
      aria-describedby={marks['aria-describedby']}
      className={`min-w-0 ${className}`}
    >
      <legend className="mb-1.5 text-small font-medium">{label}</legend>
      <PictureChoice id={id} onChange={field.onChange} buttonRef={field.ref} />
      {hint !== undefined && (
        <p id={`${marks.id}-hint`} className="mt-1.5 text-small text-muted">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${marks.id}-error`} className="mt-1.5 text-small text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
