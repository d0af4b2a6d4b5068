import { useState, type ComponentProps } from 'react';
import { TextField, type FieldLabel } from './field';
import { phoneNumber } from './phone';

type Props = FieldLabel &
  ComponentProps<'input'> & { /** The error for a number that no phone has. */ problem: string };

/** A labelled phone input. The browser refuses to submit a number that no phone could have. */
export function PhoneField({ problem, error, ...props }: Props) {
  const [isWrong, setWrong] = useState(false);
  const check = (input: HTMLInputElement): boolean => {
    const isInvalid = input.value.trim() !== '' && phoneNumber(input.value) === undefined;
    input.setCustomValidity(isInvalid ? problem : '');
    return isInvalid;
  };
  return (
    <TextField
      name="phone"
      type="tel"
      inputMode="tel"
      dir="ltr"
      autoComplete="tel"
      maxLength={40}
      {...props}
      error={isWrong ? problem : error}
      // A draft fills the field without an event.
      ref={(input) => {
        const form = input?.form;
        const checkAgain = () => input !== null && check(input);
        form?.addEventListener('focusin', checkAgain);
        return () => form?.removeEventListener('focusin', checkAgain);
      }}
      onInput={({ currentTarget }) => {
        if (!check(currentTarget)) setWrong(false);
      }}
      onBlur={({ currentTarget }) => setWrong(check(currentTarget))}
      onInvalid={({ currentTarget }) => setWrong(currentTarget.validity.customError)}
    />
  );
}
