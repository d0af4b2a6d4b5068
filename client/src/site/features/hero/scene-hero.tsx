import type { ReactNode } from 'react';

type Props = {
  label: string;
  title: string;
  lead: string;
  /** Links or buttons. */
  actions: ReactNode;
  /** The drawing before the words, on a wide page. */
  reversed?: boolean;
  /** A SceneDrawing, on the sheet of the hero. */
  children: ReactNode;
};

/** The hero of a page with a scene of its own instead of a mountain: both lie on one sheet. */
export function SceneHero({ label, title, lead, actions, reversed = false, children }: Props) {
  return (
    <section className={`scene-paper scene-hero gutter ${reversed ? 'is-reversed' : ''}`}>
      <div>
        <p className="label font-bold text-accent">{label}</p>
        <h1 className="display -ms-[0.03em] mt-4 text-heading">{title}</h1>
        <p className="mt-6 max-w-[29rem] text-lead text-muted">{lead}</p>
        <div className="mt-8 flex flex-wrap gap-3 [&>:not(.bg-accent,:hover)]:bg-ground">
          {actions}
        </div>
      </div>
      {children}
    </section>
  );
}
