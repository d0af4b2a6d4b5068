import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { directionOf } from '@/shared/i18n/language';
import { chapterList, type Chapter } from './chapters';

/** Columns of public.expeditions. */
export type StoryPeak = { slug: string; year: number; height_m: number };

const highestM = 8848;

/** The table of contents: a line for each chapter, as long as its mountain is high. */
export function BookContents({ peaks }: { peaks: StoryPeak[] }) {
  const { t } = useTranslation('book');
  return (
    <div className="scene-paper mt-10 px-[min(1.5rem,5vw)] py-8 sm:px-10">
      <h3 className="display text-title">{t('inside.contents')}</h3>
      {chapterList(peaks).map(({ part, chapters }) => (
        <section key={part} aria-labelledby={`part-${part}`} className="mt-8">
          <h4 id={`part-${part}`} className="label text-accent">
            {t(`inside.parts.${part}`)}
          </h4>
          <ol start={chapters[0]?.number} className="mt-2">
            {chapters.map((chapter) => (
              <ContentsLine key={chapter.id} chapter={chapter} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function ContentsLine({ chapter: { id, number, heightM, year } }: { chapter: Chapter }) {
  const { t } = useTranslation(['book', 'site']);
  const language = useLanguage();
  const rtl = directionOf(language) === 'rtl';
  const [start, end] = rtl
    ? ['100%', `${100 - (heightM / highestM) * 100}%`]
    : ['0%', `${(heightM / highestM) * 100}%`];
  return (
    <li className="grid grid-cols-[1.75rem_1fr_auto] items-baseline gap-x-3 border-b border-line py-2 md:grid-cols-[1.75rem_minmax(0,1fr)_minmax(0,1.1fr)_5.5rem]">
      <span aria-hidden="true" className="figure text-lead text-accent">
        {number}
      </span>
      <span>
        {t(`inside.chapters.${id}`)}
        {year !== undefined && <span className="ms-3 text-small text-muted">{year}</span>}
      </span>
      <svg
        aria-hidden="true"
        className="order-last col-span-2 col-start-2 h-3 w-full overflow-visible md:order-none md:col-span-1 md:col-start-auto"
      >
        <line x1="0%" x2="100%" y1="9" y2="9" className="scene-fine" strokeDasharray="1 7" />
        <line x1={start} x2={end} y1="9" y2="9" className="scene-bold" />
        <circle cx={end} cy="9" r="3.5" fill="var(--color-accent)" />
      </svg>
      <span className="text-end text-small whitespace-nowrap text-muted">
        {t('site:unit.metres', { value: formatNumber(heightM, language) })}
      </span>
    </li>
  );
}
