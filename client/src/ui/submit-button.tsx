import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import { Button } from './button';

/**
 * The submit button of a form. A browser removes the focus from a disabled button; it is restored when
 * the button is enabled, unless the focus has moved elsewhere.
 */
export function SubmitButton({ disabled = false, ...rest }: ComponentProps<typeof Button>) {
  const button = useRef<HTMLButtonElement>(null);
  const wasFocused = useRef(false);
  useLayoutEffect(() => {
    if (disabled) {
      wasFocused.current = document.activeElement === button.current;
    } else if (wasFocused.current) {
      wasFocused.current = false;
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
    }
  }, [disabled]);
  return <Button {...rest} ref={button} type="submit" disabled={disabled} />;
}
