import { useFormContext } from 'react-hook-form';
import { FieldFrame } from '@/shared/ui/field';
import { fieldBox, useFormField, type FieldProps } from './form-field';

type TextProps = FieldProps & {
  maxLength?: number;
  placeholder?: string;
  autoComplete?: string;
  inputMode?: 'text' | 'email' | 'tel' | 'url' | 'numeric' | 'decimal';
  /** `ltr` for values that are always left to right: addresses, slugs, phone numbers. */
  dir?: 'ltr' | 'rtl' | 'auto';
  lang?: string;
  readOnly?: boolean;
  /** An empty field is null; for nullable columns. */
  nullable?: boolean;
};

const emptyToNull = (text: unknown) => (text === '' ? null : text);
const options = (nullable: boolean | undefined) =>
  nullable === true ? { setValueAs: emptyToNull } : {};

/** A single-line text field. */
export function FormText(
  props: TextProps & { type?: 'text' | 'email' | 'tel' | 'url' | 'password' },
) {
  const { nullable, type = 'text' } = props;
  const { register } = useFormContext();
  const { frame, marks } = useFormField(props);
  return (
    <FieldFrame {...frame}>
      <input
        {...register(props.name, options(nullable))}
        {...marks}
        {...inputAttributes(props)}
        type={type}
        className={fieldBox}
      />
    </FieldFrame>
  );
}

/** A textarea that grows with its content. */
export function FormArea(props: TextProps & { rows?: number }) {
  const { nullable, rows = 4 } = props;
  const { register } = useFormContext();
  const { frame, marks } = useFormField(props);
  return (
    <FieldFrame {...frame}>
      <textarea
        {...register(props.name, options(nullable))}
        {...marks}
        {...inputAttributes(props)}
        rows={rows}
        className={`${fieldBox} max-h-[60dvh] field-sizing-content`}
        style={{ minHeight: `${rows * 1.6 + 1}em` }}
      />
    </FieldFrame>
  );
}

/** A URL field: always left to right. */
export const FormUrl = (props: TextProps) => (
  <FormText {...props} type="url" dir="ltr" inputMode="url" />
);

/** A date field, as YYYY-MM-DD; null if empty and `nullable`. */
export function FormDate(props: FieldProps & { nullable?: boolean; min?: string; max?: string }) {
  const { register } = useFormContext();
  const { frame, marks } = useFormField(props);
  const { min, max } = props;
  return (
    <FieldFrame {...frame}>
      <input
        {...register(props.name, options(props.nullable))}
        {...marks}
        {...{ min, max }}
        type="date"
        className={fieldBox}
      />
    </FieldFrame>
  );
}

const inputAttributes = ({
  maxLength,
  placeholder,
  autoComplete,
  inputMode,
  dir,
  lang,
  readOnly,
}: TextProps) => ({
  maxLength,
  placeholder,
  autoComplete: autoComplete ?? 'off',
  inputMode,
  dir,
  lang,
  readOnly,
});
