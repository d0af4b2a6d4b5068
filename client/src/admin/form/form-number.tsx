import { useFormContext } from 'react-hook-form';
import { FieldFrame } from '../../ui/field';
import { fieldBox, useFormField, type FieldProps } from './form-field';
import { decimalNumber, wholeNumber } from './numbers';

type Props = FieldProps & {
  /** Whether it may have decimals; else it is read as a whole number. */
  decimals?: boolean;
  /** What is counted, after the number: 'm', 'MAD'. */
  unit?: string;
};

/**
 * A number. The form holds number | null: null is empty, NaN is no number (say so in the schema).
 * A comma and Arabic digits are understood; limits are the schema's.
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
