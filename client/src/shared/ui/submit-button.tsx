import { useEffect, useLayoutEffect, useRef, type ComponentProps } from 'react';
import { Button } from './button';

/**
 * The submit button of a form. A browser removes the focus from a disabled button: at once with a blur event (Chromium
 * since 148), or later. It is restored when the button is enabled, unless the focus has moved elsewhere.
 */
export function SubmitButton({ disabled = false, ...rest }: ComponentProps<typeof Button>) {
  const button = useRef<HTMLButtonElement>(null);
  const wasFocused = useRef(false);
  useEffect(() => {
    const element = button.current;
    // React passes on no event that a change of its own causes.
    const record = () => {
      if (element?.disabled === true) wasFocused.current = true;
    };
    element?.addEventListener('blur', record);
    return () => element?.removeEventListener('blur', record);
  }, []);
  useLayoutEffect(() => {
    if (disabled) {
      wasFocused.current ||= document.activeElement === button.current;
    } else if (wasFocused.current) {
      wasFocused.current = false;
      if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
    }
  }, [disabled]);
  return <Button {...rest} ref={button} type="submit" disabled={disabled} />;
}
