import { useState } from 'react';
import { PlayIcon } from './icons';

type Props = { id: string; title: string; poster: string; playLabel: string };

/** A video with a poster: YouTube is loaded only after a click. */
export function Video({ id, title, poster, playLabel }: Props) {
  const [playing, setPlaying] = useState(false);
  if (playing) return <VideoFrame id={id} title={title} />;
  return (
    <button
      type="button"
      aria-label={`${playLabel}: ${title}`}
      onClick={() => setPlaying(true)}
      className="group relative block aspect-video w-full overflow-hidden bg-night"
    >
      <img
        src={poster}
        alt=""
        width={1600}
        height={900}
        loading="lazy"
        className="size-full object-cover transition-transform duration-700 group-hover:scale-103"
      />
      <span className="absolute inset-0 m-auto grid size-20 place-items-center rounded-block bg-ember text-night transition-transform group-hover:scale-110">
        <PlayIcon />
      </span>
    </button>
  );
}

/** The YouTube player. */
export function VideoFrame({ id, title }: { id: string; title: string }) {
  return (
    <iframe
      src={`https://www.youtube-nocookie.com/embed/${id}?autoplay=1`}
      title={title}
      allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
      // The frame has another origin, so allow-same-origin gives it the rights of YouTube, not ours.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      className="aspect-video w-full border-0 bg-night"
    />
  );
}
