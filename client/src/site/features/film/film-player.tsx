import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { oxygenAt } from '@/shared/art/air';
import { mountainSides } from '@/shared/art/mountain-sides';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { BackIcon, OnwardIcon, PauseIcon, PlayIcon } from '@/shared/ui/icons';
import { useReducedMotion } from '@/shared/ui/use-media';
import { clockText, cueAt, filmMs, frameAt, stills, type FilmPeak } from './film-clock';
import { FilmPoster } from './film-poster';
import { stageOn, type Stage } from './film-stage';

/** The drawn film: it plays, or with reduced motion it is a row of stills. */
export function FilmPlayer() {
  const still = useReducedMotion();
  return still ? <FilmStills /> : <MovingFilm />;
}

const shownStepMs = 100; // how often time, caption and altitude are rendered

function MovingFilm() {
  const { t } = useTranslation('film');
  const [ms, setMs] = useState(0);
  const [playing, setPlaying] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useStage(canvas, 0, (now) => {
    setMs(now === filmMs ? now : Math.floor(now / shownStepMs) * shownStepMs);
    if (now === filmMs) setPlaying(false);
  });
  const pause = () => {
    stage.current?.pause();
    setPlaying(false);
  };
  useOutOfView(canvas, pause);
  const show = (moment: number) => {
    stage.current?.show(moment);
    setMs(moment);
  };
  const play = () => {
    if (ms === filmMs) show(0);
    stage.current?.play();
    setPlaying(true);
  };
  return (
    <Screen
      ms={ms}
      canvas={canvas}
      started={playing || ms > 0}
      cover={
        !playing &&
        ms === 0 && (
          <button
            type="button"
            // The button of the controls does the same.
            tabIndex={-1}
            aria-hidden="true"
            onClick={play}
            className="group absolute inset-0 grid place-items-center"
          >
            <span className="grid size-20 place-items-center rounded-block bg-ember text-night transition-transform group-hover:scale-110">
              <PlayIcon />
            </span>
          </button>
        )
      }
    >
      <ControlButton
        label={playing ? t('drawn.pause') : t('drawn.play')}
        onClick={playing ? pause : play}
      >
        {playing ? <PauseIcon /> : <PlayIcon />}
      </ControlButton>
      <input
        type="range"
        aria-label={t('drawn.position')}
        aria-valuetext={t('drawn.at', {
          time: clockText(ms),
          length: clockText(filmMs),
          caption: t(`cues.${cueAt(ms).id}`),
        })}
        min={0}
        max={filmMs}
        step={500}
        value={ms}
        onChange={({ target }) => show(target.valueAsNumber)}
        className="film-range"
      />
      <bdi dir="ltr" className="film-time coordinate text-muted">
        {clockText(ms)} / {clockText(filmMs)}
      </bdi>
    </Screen>
  );
}

function FilmStills() {
  const { t } = useTranslation('film');
  const [at, setAt] = useState(stills.length - 2);
  const ms = stills[at] ?? 0;
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useStage(canvas, ms);
  const show = (next: number) => {
    const shown = (next + stills.length) % stills.length;
    stage.current?.show(stills[shown] ?? 0);
    setAt(shown);
  };
  return (
    <Screen ms={ms} canvas={canvas} started>
      <ControlButton label={t('drawn.previous')} onClick={() => show(at - 1)}>
        <BackIcon />
      </ControlButton>
      <p role="status" className="grow text-center text-small text-muted">
        {t('drawn.still', { number: at + 1, count: stills.length })}
      </p>
      <ControlButton label={t('drawn.next')} onClick={() => show(at + 1)}>
        <OnwardIcon />
      </ControlButton>
    </Screen>
  );
}

type ScreenProps = {
  ms: number;
  canvas: RefObject<HTMLCanvasElement | null>;
  /** Before the film has begun the poster covers it. */
  started: boolean;
  cover?: ReactNode;
  /** The controls before the switch of the captions. */
  children: ReactNode;
};

/** The picture with its captions, and the controls under it. */
function Screen({ ms, canvas, started, cover, children }: ScreenProps) {
  const { t } = useTranslation('film');
  const [captions, setCaptions] = useState(true);
  const { title, named } = frameAt(ms);
  return (
    <FilmPoster
      controls={
        <>
          {children}
          <button
            type="button"
            aria-pressed={captions}
            onClick={() => setCaptions(!captions)}
            className="film-captions text-small"
          >
            {t('drawn.captions')}
          </button>
        </>
      }
    >
      <canvas
        ref={canvas}
        role="img"
        aria-label={t('drawn.picture')}
        className={`absolute inset-0 size-full ${started ? '' : 'opacity-0'}`}
      />
      {cover}
      {started && !title && <Altitude metres={frameAt(ms).altitudeM} />}
      {started && named !== undefined && <Place peak={named} />}
      <p aria-hidden={!title} className={`film-title ${title ? '' : 'opacity-0'}`}>
        <span className="display block text-heading">{t('title')}</span>
        <span className="mt-3 block text-lead">{t('drawn.end')}</span>
      </p>
      {started && captions && <p className="film-caption text-lead">{t(`cues.${cueAt(ms).id}`)}</p>}
    </FilmPoster>
  );
}

// The altimeter in the corner.
function Altitude({ metres }: { metres: number }) {
  const { t } = useTranslation(['film', 'site']);
  const language = useLanguage();
  const rounded = Math.round(metres / 2) * 2;
  return (
    <p aria-hidden="true" className="film-altitude">
      <span className="figure block text-title text-ember">
        {t('site:unit.metres', { value: formatNumber(rounded, language) })}
      </span>
      <span className="mt-1 block text-label text-muted">
        {t('drawn.oxygen', { value: formatNumber(oxygenAt(rounded) * 100, language) })}
      </span>
    </p>
  );
}

// The name of the mountain and the side it is seen from, opposite the altimeter.
function Place({ peak }: { peak: FilmPeak }) {
  const { t } = useTranslation(['film', 'site']);
  const side = mountainSides[peak];
  return (
    <p aria-hidden="true" className="film-place">
      <span className="display block text-title">{t(`peaks.${peak}`)}</span>
      {side !== undefined && (
        <span className="mt-1 block text-label text-muted">{t(`site:sides.${side}`)}</span>
      )}
    </p>
  );
}

type ControlButtonProps = { label: string; onClick: () => void; children: ReactNode };

const ControlButton = ({ label, onClick, children }: ControlButtonProps) => (
  <button
    type="button"
    aria-label={label}
    onClick={onClick}
    className="grid size-11 shrink-0 place-items-center rounded-block bg-ember text-night hover:bg-limestone"
  >
    {children}
  </button>
);

/** The stage on the canvas while it is mounted. `onTime` is called for each frame that plays. */
function useStage(
  canvas: RefObject<HTMLCanvasElement | null>,
  start: number,
  onTime: (ms: number) => void = () => {},
): RefObject<Stage | undefined> {
  const stage = useRef<Stage>(undefined);
  const first = useRef(start);
  const listener = useRef(onTime);
  useEffect(() => {
    listener.current = onTime;
  });
  useEffect(() => {
    if (canvas.current === null) return undefined;
    const own = stageOn(canvas.current, (ms) => listener.current(ms));
    own.show(first.current);
    stage.current = own;
    return own.dispose;
  }, [canvas]);
  return stage;
}

/** Calls `onLeave` when the element has left the view, or its tab is hidden. */
function useOutOfView(element: RefObject<Element | null>, onLeave: () => void): void {
  const listener = useRef(onLeave);
  useEffect(() => {
    listener.current = onLeave;
  });
  useEffect(() => {
    if (element.current === null) return undefined;
    const view = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === false) listener.current();
    });
    const hidden = () => document.hidden && listener.current();
    view.observe(element.current);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      view.disconnect();
      document.removeEventListener('visibilitychange', hidden);
    };
  }, [element]);
}
