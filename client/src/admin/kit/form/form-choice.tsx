import { useController, useFormContext } from 'react-hook-form';
import { FieldFrame } from '@/shared/ui/field';
import { DownIcon } from '@/shared/ui/icons';
import { Switch } from '@/admin/kit/switch';
import { fieldBox, useFormField, type FieldProps } from './form-field';

type SelectProps = FieldProps & {
  options: readonly { value: string; label: string }[];
  /** The label of the empty option; without it a value is always selected. */
  empty?: string;
  /** The empty option is null instead of ''; for nullable columns. */
  nullable?: boolean;
};

const emptyToNull = (value: unknown) => (value === '' ? null : value);

/** A select. */
export function FormSelect(props: SelectProps) {
  const { options, empty, nullable = false } = props;
  const { register } = useFormContext();
  const { frame, marks } = useFormField(props);
  return (
    <FieldFrame {...frame}>
      <span className="relative block">
        <select
          {...register(props.name, nullable ? { setValueAs: emptyToNull } : {})}
          {...marks}
          className={`${fieldBox} appearance-none truncate pe-10`}
        >
          {empty !== undefined && <option value="">{empty}</option>}
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <span className="pointer-events-none absolute inset-y-0 end-3 grid place-items-center">
          <DownIcon />
        </span>
      </span>
    </FieldFrame>
  );
}

/** A switch with its label beside it. */
export function FormSwitch({ name, label, hint, className = '' }: FieldProps) {
  const { field } = useController({ name });
  return (
    <div className={`-ms-2.5 flex items-start gap-1 ${className}`}>
      <Switch label={label} on={field.value === true} onChange={field.onChange} />
      <div className="py-2.5 lg:py-1.5">
        <p aria-hidden="true" className="text-small font-medium">
          {label}
        </p>
        {hint !== undefined && <p className="text-small text-muted">{hint}</p>}
      </div>
    </div>
  );
}
