import type { Expedition } from './use-expeditions';
import { SummitCard } from './summit-card';

type Props = {
  id: string;
  title: string;
  text: string;
  expeditions: Expedition[];
  /** Columns on a wide screen. */
  columns: 3 | 4;
};

const wide = { 3: 'md:grid-cols-3', 4: 'md:grid-cols-4' };

/** A grid of mountains, all drawn on one scale. */
export function SummitGrid({ id, title, text, expeditions, columns }: Props) {
  if (expeditions.length === 0) return null;
  return (
    <section aria-labelledby={id} className="gutter py-20 md:py-28">
      <div className="mb-12 grid items-end gap-x-16 gap-y-5 md:mb-16 lg:grid-cols-[1.3fr_1fr]">
        <h2 id={id} className="display text-heading">
          {title}
        </h2>
        <p className="measure text-muted">{text}</p>
      </div>
      <ul
        className={`grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(8rem,40%)),1fr))] gap-x-5 gap-y-6 lg:gap-x-9 lg:gap-y-10 ${wide[columns]}`}
      >
        {expeditions.map((expedition) => (
          <SummitCard key={expedition.slug} expedition={expedition} />
        ))}
      </ul>
    </section>
  );
}
