import type { ReactNode } from 'react';

type Props = {
  /** Content over the still picture. */
  children?: ReactNode;
  controls?: ReactNode;
};

/** The frame of the drawn film: a still picture, and a bar of a fixed height for the controls. */
export function FilmPoster({ children, controls }: Props) {
  return (
    <div className="border border-line bg-night">
      <div className="film-picture">
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
      <div className="film-controls">{controls}</div>
    </div>
  );
}
