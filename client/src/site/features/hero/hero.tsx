import { useEffect, useState, type CSSProperties, type ReactNode } from 'react';
import { peakLight } from '@/shared/art/peak-light';
import { RidgeScene } from '@/shared/art/ridge-scene';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { countryName } from '@/shared/i18n/country';
import { formatNumber } from '@/shared/i18n/format';
import { directionOf } from '@/shared/i18n/language';
import { LocalLink } from '@/shared/ui/local-link';
import { localised } from '@/shared/i18n/localised';
import { buttonClass, Button } from '@/shared/ui/button';
import { titleSize } from '@/shared/ui/title-size';
import { PlayIcon } from '@/shared/ui/icons';
import { lazyComponent } from '@/shared/ui/lazy';
import { HeroControls, type HeroMountain } from './hero-controls';
import { useSlideshow, useHiddenTab, type Slideshow } from './use-slideshow';

const slideMs = 6000;

/** Fallback while there are no mountains. */
const everestAlone = { slug: 'everest', height_m: 8848, is_attempt: false };

type Props = {
  /** Her name; '' while it is not set. */
  name: string;
  mountains: HeroMountain[];
  figures: ReactNode;
  /** YouTube id of the film; without one there is no button for it. */
  film: string | null;
};

/** The hero of the home page: a carousel of mountains drawn to scale, with figures. */
export function Hero({ name, mountains, figures, film }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const direction = directionOf(language);
  const everest = mountains.findIndex(({ slug }) => slug === 'everest');
  const show = useSlideshow(mountains.length, Math.max(0, everest), slideMs);
  const mountain = mountains[show.index];
  useArrowKeys(show, direction);
  const drawn = mountain ?? everestAlone;
  const light: CSSProperties & { '--peak': string } = { '--peak': peakLight(drawn.slug) };
  return (
    <section
      aria-roledescription="carousel"
      aria-label={t('hero.label')}
      style={light}
      onPointerEnter={() => show.hold('pointer', true)}
      onPointerLeave={() => show.hold('pointer', false)}
      // After client-side navigation the heading has the focus; that does not pause the slides.
      onFocus={({ target }) => show.hold('focus', target.tabIndex >= 0)}
      onBlur={() => show.hold('focus', false)}
      className="relative isolate flex min-h-svh flex-col justify-between gap-10 overflow-clip gutter pt-[max(13svh,calc(var(--header)+1.5rem))] lg:pt-[max(17svh,calc(var(--header)+2rem))] pb-8"
    >
      <RidgeScene
        mountain={{ slug: drawn.slug, heightM: drawn.height_m }}
        attempt={drawn.is_attempt}
        rightToLeft={direction === 'rtl'}
        view="summit"
        className="absolute inset-0 -z-10"
      />
      <div>
        <h1>
          <bdi className="figure block text-[clamp(1.75rem,1.2rem+2.4vw,3.5rem)] wrap-anywhere empty:hidden">
            {name}
          </bdi>
          <span className="label block font-bold text-accent [bdi:not(:empty)+&]:mt-2">
            {t('brand.role')}
          </span>
        </h1>
        {mountain !== undefined && <MountainTitles mountains={mountains} shown={mountain} />}
        <Tagline running={show.playing && !show.held.focus && !show.held.dialog} />
        <div className="mt-6 flex flex-wrap gap-3">
          <LocalLink to="/book" className={buttonClass('solid')}>
            {t('hero.book')}
          </LocalLink>
          {film !== null && (
            <FilmModal film={film} onToggle={(open) => show.hold('dialog', open)} />
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-7">
        {figures}
        {mountain !== undefined && <HeroControls mountains={mountains} show={show} />}
      </div>
    </section>
  );
}

type TitlesProps = { mountains: HeroMountain[]; shown: HeroMountain };

/** The title of one mountain. All are rendered in one place, so that a longer name shifts nothing. */
function MountainTitles({ mountains, shown }: TitlesProps) {
  const others = mountains.filter(({ slug }) => slug !== shown.slug);
  return (
    <div className="grid *:[grid-area:1/1]">
      <div key={shown.slug} className="rise">
        <MountainTitle mountain={shown} />
      </div>
      {others.map((mountain) => (
        <div key={mountain.slug} aria-hidden="true" className="invisible">
          <MountainTitle mountain={mountain} />
        </div>
      ))}
    </div>
  );
}

function MountainTitle({ mountain }: { mountain: HeroMountain }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = localised(mountain, 'name', language);
  // On a wide screen the whole name is one line, so that no other name has empty lines below it.
  const sizes: CSSProperties & Record<`--${string}`, string> = {
    '--words': titleSize(name.text),
    '--line': titleSize(name.text.replaceAll(' ', '-')),
  };
  const facts = [
    t('unit.metres', { value: formatNumber(mountain.height_m, language) }),
    countryName(mountain.flag, mountain.country, language),
    mountain.is_attempt ? t('hero.attempt', { year: mountain.year }) : String(mountain.year),
  ];
  return (
    <>
      <p
        lang={name.lang}
        dir={name.dir}
        style={sizes}
        className="display -ms-[0.03em] mt-3 text-(length:--words) lg:text-(length:--line)"
      >
        {name.text}
      </p>
      <p className="mt-3 text-lead text-muted">{facts.join(' · ')}</p>
      {/* The claim belongs to Everest. */}
      <p className="mb-2 text-lead font-medium text-accent">
        {mountain.slug === 'everest' && t('brand.claim')}
      </p>
    </>
  );
}

// Arrow keys work on the whole page, without focus on the carousel.
function useArrowKeys(show: Slideshow, direction: 'ltr' | 'rtl'): void {
  useEffect(() => {
    const turn = (event: KeyboardEvent) => {
      const step = stepOf(event.key, direction);
      if (step !== 0 && !isHandledByControl(event)) show.go(show.index + step);
    };
    window.addEventListener('keydown', turn);
    return () => window.removeEventListener('keydown', turn);
  }, [show, direction]);
}

/** The step of an arrow key: 1 is forward, which is the left arrow on right-to-left pages. */
function stepOf(key: string, direction: 'ltr' | 'rtl'): -1 | 0 | 1 {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return 0;
  const forward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  return key === forward ? 1 : -1;
}

/** Whether the focused control or a dialog handles the key, so that the page must ignore it. */
function isHandledByControl(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return true;
  const { target } = event;
  if (document.querySelector('dialog[open], [aria-modal="true"]') !== null) return true;
  return target instanceof Element && target.closest(controls) !== null;
}

const controls =
  'input, textarea, select, [contenteditable], [role="listbox"], [role="radiogroup"], audio, video';

type FilmModalProps = {
  /** YouTube id. */
  film: string;
  /** Called when the film opens and closes, so that the slideshow pauses. */
  onToggle: (open: boolean) => void;
};

const FilmDialog = lazyComponent(() => import('./film-dialog').then((m) => m.FilmDialog));

/** The button that opens the film. The dialog is lazy-loaded on the first click. */
function FilmModal({ film, onToggle }: FilmModalProps) {
  const { t } = useTranslation();
  const [state, setState] = useState<'unopened' | 'open' | 'closed'>('unopened');
  const turn = (open: boolean) => {
    setState(open ? 'open' : 'closed');
    onToggle(open);
  };
  return (
    <>
      <Button look="line" aria-haspopup="dialog" onClick={() => turn(true)}>
        <PlayIcon />
        {t('hero.film')}
      </Button>
      {state !== 'unopened' && (
        <FilmDialog film={film} open={state === 'open'} onClose={() => turn(false)} />
      )}
    </>
  );
}

const taglineMs = 4000;

/** Rotates three lines in one place. All are rendered, so that the size is constant. */
function Tagline({ running }: { running: boolean }) {
  const { t } = useTranslation();
  const lines = [t('hero.taglines.one'), t('hero.taglines.two'), t('hero.taglines.three')];
  const shown = useRotation(lines.length, running);
  return (
    <p className="grid text-lead">
      {lines.map((line, at) => (
        <span
          key={line}
          aria-hidden={at !== shown}
          className={`[grid-area:1/1] transition-opacity duration-700 ${at === shown ? '' : 'opacity-0'}`}
        >
          {line}
        </span>
      ))}
    </p>
  );
}

function useRotation(count: number, running: boolean): number {
  const [shown, setShown] = useState(0);
  const hidden = useHiddenTab();
  useEffect(() => {
    if (!running || hidden) return undefined;
    const timer = setInterval(() => setShown((current) => (current + 1) % count), taglineMs);
    return () => clearInterval(timer);
  }, [running, hidden, count]);
  return shown;
}
