import type { ReactNode } from 'react';
import { Button } from './button';

/** Prints the page. */
export function PrintButton({ children }: { children: ReactNode }) {
  return (
    <Button look="line" onClick={() => window.print()}>
      {children}
    </Button>
  );
}
