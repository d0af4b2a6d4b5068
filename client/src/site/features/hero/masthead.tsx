import type { ReactNode } from 'react';

type Props = {
  label: string;
  title: string;
  lead: string;
  /** The title as wide as the page, as of a newspaper; else the lead is beside it. */
  wide?: boolean;
  /** Links or buttons. */
  actions?: ReactNode;
};

/** The hero of a page that begins at once with what it has to say, without a drawing. */
export function Masthead({ label, title, lead, wide = false, actions }: Props) {
  return (
    <section className={`masthead gutter ${wide ? 'is-wide' : ''}`}>
      <p className="label font-bold text-accent">{label}</p>
      <h1 className={`display -ms-[0.03em] ${wide ? '' : 'text-heading'}`}>{title}</h1>
      <p className="max-w-[36rem] text-lead text-muted">{lead}</p>
      {actions}
    </section>
  );
}
