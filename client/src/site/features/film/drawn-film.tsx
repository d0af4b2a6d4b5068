import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '@/shared/i18n';
import { Disclosure } from '@/shared/ui/disclosure';
import { lazyComponent } from '@/shared/ui/lazy';
import { clockText, cues } from './film-clock';
import { FilmPoster } from './film-poster';

const FilmPlayer = lazyComponent(
  () => import('./film-player').then((m) => m.FilmPlayer),
  <FilmPoster />,
);

/** The ascent as a drawn film of 30 seconds, with its captions as a text. The player is loaded when it comes into view. */
export function DrawnFilm() {
  const { t } = useTranslation('film');
  const frame = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (frame.current === null) return undefined;
    const view = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting === true && setSeen(true),
      { rootMargin: '200px' },
    );
    view.observe(frame.current);
    return () => view.disconnect();
  }, []);
  return (
    <div>
      <div ref={frame} role="group" aria-label={t('drawn.label')} className="film-frame">
        {seen ? <FilmPlayer /> : <FilmPoster />}
      </div>
      <Disclosure summary={t('drawn.transcript')} className="mt-4 border-b border-line">
        <ol className="grid gap-3 pb-6">
          {cues.map(({ id, from }) => (
            <li key={id} className="flex gap-4">
              <bdi dir="ltr" className="coordinate mt-1.5 text-ember">
                {clockText(from)}
              </bdi>
              <span className="measure">{t(`cues.${id}`)}</span>
            </li>
          ))}
        </ol>
      </Disclosure>
    </div>
  );
}
