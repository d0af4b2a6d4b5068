import type { ReactNode } from 'react';
import type { Mountain } from './massif';
import { RidgeDrawing } from './ridge-drawing';

type CoverSide = 'fr' | 'ar';

type Props = {
  /** Accessible name of the drawing. */
  label: string;
  title: string;
  /** The line above the title, in the language of the page. */
  line: string;
  mountain: Mountain;
  /** The cover that faces the reader. Defaults to the French one. */
  side?: CoverSide;
  /** A photograph, which lies over the drawing of both covers. */
  photo?: ReactNode;
};

/**
 * The book in 3D. It has two front covers on one spine: French on one side, Arabic on the other.
 * It turns to `side`.
 */
export function BookCover({ label, title, line, mountain, side = 'fr', photo }: Props) {
  return (
    <div role="img" aria-label={label} data-side={side} className="book-scene mx-auto w-full">
      <div aria-hidden="true" className="book-object">
        <Side side="fr" line={line} title={title} mountain={mountain} photo={photo} />
        <Side side="ar" line={line} title={title} mountain={mountain} photo={photo} />
        <div className="book-spine">
          <svg
            viewBox="0 0 200 2000"
            preserveAspectRatio="none"
            fill="none"
            stroke="currentColor"
            className="absolute size-full"
          >
            <use href="/art/spine.svg#spine" />
          </svg>
        </div>
        <div className="book-edge" />
        <div className="book-top" />
      </div>
      <svg aria-hidden="true" viewBox="0 0 400 90" className="book-ground">
        {[1, 0.78, 0.58].map((part) => (
          <ellipse key={part} cx="200" cy="45" rx={196 * part} ry={40 * part} />
        ))}
      </svg>
    </div>
  );
}

type SideProps = {
  side: CoverSide;
  line: string;
  title: string;
  mountain: Mountain;
  photo: ReactNode;
};

/** One of the two covers, with the first page behind it. */
function Side({ side, line, title, mountain, photo }: SideProps) {
  return (
    <div className={`book-side book-side-${side}`}>
      <div className="book-page" />
      <div className="book-cover">
        <div>
          <p className="text-[5.4cqw] leading-snug font-medium empty:hidden">{line}</p>
          <p className="mt-[4cqw] figure text-[44cqw] leading-[0.86]" dir="ltr">
            8848
          </p>
        </div>
        <RidgeDrawing {...mountain} alone className="book-ridge" />
        <p className="figure text-[7cqw] tracking-wide uppercase" dir="ltr">
          {title}
        </p>
        {photo}
      </div>
    </div>
  );
}
