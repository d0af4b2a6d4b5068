import type { ReactNode } from 'react';
import { Sticky } from '@/shared/ui/sticky';

/** A form beside what it is about; below it on a phone. */
export function FormBeside({ children, form }: { children: ReactNode; form: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-x-20 gap-y-16 contour-top gutter py-20 md:py-28 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)]">
      {children}
      <Sticky>{form}</Sticky>
    </div>
  );
}
