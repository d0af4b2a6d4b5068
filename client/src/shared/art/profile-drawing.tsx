import { useMemo } from 'react';
import type { Mountain } from './massif';
import {
  frameOfOther,
  profileExtent,
  profileOf,
  profileTopKm,
  unitsPerKm,
  type SummitFrame,
} from './profile';
import { profileFrames } from './profile-frames.gen';
import { noiseMassif } from './ridgeline';

/** What the profile of a mountain shows. */
export const frameOfMountain = ({ slug, heightM }: Mountain): SummitFrame =>
  profileFrames[slug] ?? frameOfOther(heightM);

type Props = Mountain & {
  attempt: boolean;
  /** The altitude at the top of the drawing, in km; sea level is at its foot. */
  topKm: number;
  className?: string;
};

/**
 * A mountain at true proportions: its box is frameOfMountain().widthKm by topKm, on one scale. The name
 * beside it says what it is. A mountain is never mirrored.
 */
export function ProfileDrawing({ slug, heightM, attempt, topKm, className = '' }: Props) {
  const { widthKm } = frameOfMountain({ slug, heightM });
  const top = (profileTopKm - topKm) * unitsPerKm;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 ${top} ${widthKm * unitsPerKm} ${topKm * unitsPerKm}`}
      className={`profile-fade ${attempt ? '[--attempt-dash:5_4]' : ''} ${className}`}
    >
      {slug in profileFrames ? (
        <use href={`/art/profiles.svg#${slug}`} />
      ) : (
        <Lines slug={slug} heightM={heightM} />
      )}
    </svg>
  );
}

function Lines({ slug, heightM }: Mountain) {
  const { body, strokes } = useMemo(() => {
    const frame = frameOfOther(heightM);
    const massif = noiseMassif({ slug, heightM }, profileExtent(heightM - frame.baseM));
    return profileOf(massif, heightM, frame);
  }, [slug, heightM]);
  return (
    <g fill="none" stroke="currentColor" strokeLinejoin="round">
      <path fill="var(--color-ground)" stroke="none" d={body} />
      {strokes.map(({ path, opacity, crest }) => (
        <path
          key={path}
          d={path}
          strokeOpacity={opacity}
          strokeDasharray={crest ? 'var(--attempt-dash, none)' : undefined}
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </g>
  );
}
