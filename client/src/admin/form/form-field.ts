import { useId } from 'react';
import { get, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { describedBy } from '../../ui/field';

/** What every field of a form takes. `name` is a path of react-hook-form: it may have dots. */
export type FieldProps = {
  name: string;
  label: string;
  /** Shown below the field and read with it. */
  hint?: string | undefined;
  /** Marks it as required; to check it is the schema's affair. */
  required?: boolean;
  className?: string;
};

/** The look of a field: as tall as a finger on a phone, dense on a desktop. */
export const fieldBox =
  'block min-h-11 w-full rounded-block border border-edge bg-ground px-3 py-2 text-body text-ink placeholder:text-faint focus-visible:outline-offset-0 aria-invalid:border-bad lg:min-h-9 lg:py-1.5';

/** The id, the error and the marks of a field, for its frame and for the element that is typed in. */
export function useFormField({ name, label, hint, required = false, className = '' }: FieldProps) {
  const { t } = useTranslation('site');
  const id = useId();
  const { errors } = useFormState({ name, exact: true });
  const error = messageOf(get(errors, name));
  return {
    frame: { id, label, hint, error, required, className, requiredMark: t('required') },
    marks: { id, 'aria-required': required || undefined, ...describedBy(id, { hint, error }) },
    error,
  };
}

function messageOf(error: unknown): string | undefined {
  const isError = typeof error === 'object' && error !== null && 'message' in error;
  return isError && typeof error.message === 'string' && error.message !== ''
    ? error.message
    : undefined;
}
