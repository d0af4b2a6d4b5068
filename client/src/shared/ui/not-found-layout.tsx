import type { ReactNode } from 'react';
import { FlatPlain } from '@/shared/art/flat-plain';
import { LocalLink } from '@/shared/ui/local-link';
import { buttonClass } from '@/shared/ui/button';

type Props = { label: string; title: string; text: string; home: string; children?: ReactNode };

/** The layout of a 404 page: a drawing, a link to the home page, and `children`. */
export function NotFoundLayout({ label, title, text, home, children }: Props) {
  return (
    <section className="relative isolate grid min-h-dvh content-start gap-12 overflow-hidden gutter pt-[calc(var(--header)+4rem)] pb-56 md:pt-[calc(var(--header)+6rem)]">
      <FlatPlain className="absolute inset-x-0 bottom-0 -z-10 h-80 w-full text-muted" />
      <div className="grid justify-items-start gap-6">
        <p className="label text-accent">{label}</p>
        <h1 className="display text-heading">{title}</h1>
        <p className="measure text-lead">{text}</p>
        <LocalLink to="/" reloadDocument className={buttonClass('solid')}>
          {home}
        </LocalLink>
      </div>
      {children}
    </section>
  );
}
