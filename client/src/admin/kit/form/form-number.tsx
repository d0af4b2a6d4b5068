import { useFormContext } from 'react-hook-form';
import { FieldFrame } from '@/shared/ui/field';
import { fieldBox, useFormField, type FieldProps } from './form-field';
import { decimalNumber, wholeNumber } from './numbers';

type Props = FieldProps & {
  /** Whether decimals are allowed; else an integer. */
  decimals?: boolean;
  /** The unit, after the number: 'm', 'MAD'. */
  unit?: string;
};

/**
 * A number field. Its form value is number | null: null is empty, NaN is invalid (give the schema a message
 * for it). Decimal commas and Arabic digits are accepted; the schema checks the limits.
 */
export function FormNumber(props: Props) {
  const { decimals = false, unit } = props;
  const { register } = useFormContext();
  const { frame, marks } = useFormField(props);
  const setValueAs = decimals ? decimalNumber : wholeNumber;
  return (
    <FieldFrame {...frame}>
      <span className="relative block">
        <input
          {...register(props.name, { setValueAs })}
          {...marks}
          type="text"
          inputMode={decimals ? 'decimal' : 'numeric'}
          autoComplete="off"
          dir="ltr"
          className={`${fieldBox} tabular-nums ${unit === undefined ? '' : 'pe-14'}`}
        />
        {unit !== undefined && (
          <span
            aria-hidden="true"
            dir="ltr"
            className="pointer-events-none absolute inset-y-0 end-3 grid place-items-center text-small text-muted"
          >
            {unit}
          </span>
        )}
      </span>
    </FieldFrame>
  );
}
