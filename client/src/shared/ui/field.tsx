import { useId, type ComponentProps, type ReactNode } from 'react';
import { DownIcon } from './icons';

const box =
  'block w-full rounded-block border border-edge bg-raised px-3.5 py-2.5 text-body text-ink placeholder:text-faint focus-visible:outline-offset-0';

export type FieldLabel = {
  label: string;
  /** Shown below the field; its aria-description. */
  hint?: string | undefined;
  /** The validation error, shown below the field; part of its aria-description. */
  error?: string | undefined;
  /** The text "required", shown beside the label of a required field. */
  requiredMark?: string | undefined;
};

/** The ARIA attributes that link a field with its hint and error. */
export function describedBy(id: string, { hint, error }: Pick<FieldLabel, 'hint' | 'error'>) {
  const parts = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean);
  return {
    'aria-describedby': parts.length === 0 ? undefined : parts.join(' '),
    'aria-invalid': error === undefined ? undefined : true,
  };
}

/** A labelled input. The browser validates `required`. */
export function TextField({
  label,
  hint,
  error,
  requiredMark,
  className,
  ...input
}: FieldLabel & ComponentProps<'input'>) {
  const ownId = useId();
  const id = input.id ?? ownId;
  return (
    <FieldFrame
      id={id}
      {...{ label, hint, error, requiredMark, className }}
      required={input.required}
    >
      <input
        {...input}
        {...describedBy(id, { hint, error })}
        id={id}
        className={`${box} min-h-12`}
      />
    </FieldFrame>
  );
}

/** A labelled e-mail input: left to right in every language, with autocomplete. */
export function EmailField(props: FieldLabel & ComponentProps<'input'>) {
  return <TextField name="email" type="email" dir="ltr" autoComplete="email" {...props} />;
}

/** A labelled text area. */
export function TextArea({
  label,
  hint,
  error,
  requiredMark,
  className,
  ...area
}: FieldLabel & ComponentProps<'textarea'>) {
  const id = useId();
  return (
    <FieldFrame
      id={id}
      {...{ label, hint, error, requiredMark, className }}
      required={area.required}
    >
      <textarea {...area} {...describedBy(id, { hint, error })} id={id} className={box} />
    </FieldFrame>
  );
}

/** A labelled native select; its options are the children. */
export function SelectField({
  label,
  hint,
  error,
  requiredMark,
  className,
  ...select
}: FieldLabel & ComponentProps<'select'>) {
  const id = useId();
  return (
    <FieldFrame
      id={id}
      {...{ label, hint, error, requiredMark, className }}
      required={select.required}
    >
      <div className="relative">
        <select
          {...select}
          {...describedBy(id, { hint, error })}
          id={id}
          className={`${box} min-h-12 appearance-none truncate pe-11`}
        />
        <span className="pointer-events-none absolute end-3.5 inset-y-0 grid place-items-center">
          <DownIcon />
        </span>
      </div>
    </FieldFrame>
  );
}

type FrameProps = FieldLabel & {
  id: string;
  required: boolean | undefined;
  className: string | undefined;
  children: ReactNode;
};

/** A label above a field, its hint and its error below. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  requiredMark,
  required,
  className = '',
  children,
}: FrameProps) {
  return (
    <div className={className}>
      <label
        htmlFor={id}
        className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3 text-small"
      >
        <span className="font-medium">{label}</span>
        {required === true && requiredMark !== undefined && (
          <span aria-hidden="true" className="text-label text-muted">
            {requiredMark}
          </span>
        )}
      </label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1.5 text-small text-muted">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1.5 text-small text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
