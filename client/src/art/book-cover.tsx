import { useMemo } from 'react';
import { massifOf } from './ridgeline';
import { RidgeDrawing } from './ridge-drawing';

type Props = {
  /** Read instead of the drawing. */
  label: string;
  title: string;
  claim: string;
  mountain: { slug: string; heightM: number };
};

/** The book as an object: a clay cover with the summit on it, a spine, and the edges of its pages. */
export function BookCover({ label, title, claim, mountain }: Props) {
  const spine = useMemo(
    () => spineOf(mountain.slug, mountain.heightM),
    [mountain.slug, mountain.heightM],
  );
  return (
    <div role="img" aria-label={label} className="book-scene mx-auto w-full max-w-88">
      <div aria-hidden="true" className="book-object">
        <div className="book-front">
          <div>
            <p className="label text-[0.6875rem]">{claim}</p>
            <p className="figure mt-3 text-[44cqw] leading-[0.86]" dir="ltr">
              8848
            </p>
          </div>
          <RidgeDrawing {...mountain} className="book-ridge" />
          <p className="figure text-lg uppercase" dir="ltr">
            {title}
          </p>
        </div>
        <div className="book-spine">
          <svg viewBox="0 0 20 200" preserveAspectRatio="none" className="size-full">
            <path d={spine} fill="none" stroke="currentColor" vectorEffect="non-scaling-stroke" />
          </svg>
        </div>
        <div className="book-pages" />
        <div className="book-back" />
      </div>
    </div>
  );
}

// The middle line of the massif, turned upright: the same mountain on the shelf.
function spineOf(slug: string, heightM: number): string {
  const { heights, points } = massifOf({ slug, heightM }, 7, 40);
  const line = Array.from(heights.subarray(points, 2 * points), (value, at) => {
    const y = (at / (points - 1)) * 200;
    return `${(16 - value * 12).toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${line.join('L')}`;
}
