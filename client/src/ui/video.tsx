import { useState } from 'react';
import { PlayIcon } from './icons';

type Props = { id: string; title: string; poster: string; playLabel: string };

/** A film behind its picture: nothing is asked of YouTube before somebody wants to see it. */
export function Video({ id, title, poster, playLabel }: Props) {
  const [playing, setPlaying] = useState(false);
  if (playing) {
    return (
      <iframe
        src={`https://www.youtube-nocookie.com/embed/${id}?autoplay=1`}
        title={title}
        allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
        // The frame is of another origin, so allow-same-origin gives it its own rights and not ours.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
        className="aspect-video w-full border-0"
      />
    );
  }
  return (
    <button
      type="button"
      aria-label={playLabel}
      onClick={() => setPlaying(true)}
      className="relative block aspect-video w-full bg-night"
    >
      <img src={poster} alt="" className="size-full object-cover" />
      <span className="absolute inset-0 m-auto grid size-16 place-items-center bg-accent text-accent-ink">
        <PlayIcon />
      </span>
    </button>
  );
}
