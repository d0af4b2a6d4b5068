import type { ComponentProps, ReactNode } from 'react';

export type ButtonLook = 'solid' | 'line' | 'quiet';

const shared =
  'inline-flex min-h-(--button,2.75rem) max-w-full items-center justify-center gap-3 rounded-block px-5 py-(--button-air,0.5rem) text-center text-small leading-6 font-medium transition-colors disabled:cursor-progress';

// The transparent border keeps the shape visible in forced-colors mode.
const looks: Record<ButtonLook, string> = {
  solid:
    'border border-transparent bg-accent text-accent-ink hover:bg-ink hover:text-ground disabled:bg-muted disabled:text-ground',
  line: 'border border-edge text-ink hover:border-ink hover:bg-ink hover:text-ground',
  quiet:
    'text-ink underline decoration-line decoration-1 underline-offset-6 hover:decoration-accent',
};

/** The classes of a button, for links styled as buttons. */
export const buttonClass = (look: ButtonLook, extra = '') => `${shared} ${looks[look]} ${extra}`;

type Props = ComponentProps<'button'> & { look?: ButtonLook; children: ReactNode };

/** A button. `type` defaults to "button", unlike in HTML, where it is "submit". */
export function Button({ look = 'solid', className = '', type = 'button', ...rest }: Props) {
  return <button {...rest} type={type} className={buttonClass(look, className)} />;
}
