import { useId } from 'react';
import { get, useFormState } from 'react-hook-form';
import { useTranslation } from '@/shared/i18n';
import { describedBy } from '@/shared/ui/field';

/** The props of every form field. `name` is a path of react-hook-form: it may have dots. */
export type FieldProps = {
  name: string;
  label: string;
  /** Shown below the field, and part of its accessible description. */
  hint?: string | undefined;
  /** Marks the field as required; the schema does the check. */
  required?: boolean;
  className?: string;
};

/** The classes of an input: 44 px high on a phone, dense on a desktop. */
export const fieldBox =
  'block min-h-11 w-full rounded-block border border-edge bg-ground px-3 py-2 text-body text-ink placeholder:text-faint focus-visible:outline-offset-0 aria-invalid:border-bad lg:min-h-9 lg:py-1.5';

/** The id, the error and the ARIA attributes of a field, for its frame and its input. */
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
