import type { ReactNode } from 'react';

type Props = {
  /** What lies over the still picture. */
  children?: ReactNode;
  controls?: ReactNode;
};

/** The frame of the drawn film: a still picture, and a bar of a fixed height for the controls. */
export function FilmPoster({ children, controls }: Props) {
  return (
    <div className="border border-line bg-night">
      <div className="relative aspect-4/5 overflow-clip sm:aspect-video">
        <img
          src="/art/everest.svg"
          alt=""
          width={1600}
          height={1040}
          loading="lazy"
          className="size-full object-cover object-top"
        />
        {children}
      </div>
      <div className="flex min-h-17 items-center gap-3 border-t border-line px-3 sm:gap-5 sm:px-5">
        {controls}
      </div>
    </div>
  );
}
