import type { ReactNode } from 'react';
import { Button } from './button';

/** Prints the page as its print style has it. */
export function PrintButton({ children }: { children: ReactNode }) {
  return (
    <Button look="line" onClick={() => window.print()}>
      {children}
    </Button>
  );
}
