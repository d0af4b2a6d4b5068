import { useLayoutEffect, useRef, type ComponentProps } from 'react';
import { Button } from './button';

/**
 * The button that sends a form. A browser takes the focus from a button that it disables; whoever
 * pressed it by keyboard gets it back with the button, unless they have moved on.
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
