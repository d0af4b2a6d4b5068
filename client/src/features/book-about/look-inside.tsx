import { useTranslation } from 'react-i18next';
import { RidgeDrawing } from '@/art/ridge-drawing';
import { useLanguage } from '@/i18n';
import { formatNumber } from '@/i18n/format';
import { directionOf, type Language } from '@/i18n/language';
import { localised } from '@/i18n/localised';

/** Columns of public.expeditions. */
type StoryPeak = {
  slug: string;
  name_en: string;
  name_fr: string;
  name_ar: string;
  year: number;
  height_m: number;
};

type Props = {
  peaks: StoryPeak[];
  /** A passage of the book; null if the owner has set none. */
  excerpt: Record<Language, string> | null;
};

/** A preview of the book: its mountains on one scale, and a passage if set. */
export function LookInside({ peaks, excerpt }: Props) {
  const { t } = useTranslation('book');
  return (
    <section aria-labelledby="inside-title" className="gutter pb-20 md:pb-28">
      <div className="spread bg-raised">
        <header className="flex flex-wrap items-end justify-between gap-x-16 gap-y-4 p-[min(1.5rem,5vw)] pb-0 sm:p-10 sm:pb-0">
          <div>
            <p className="label font-bold text-accent">{t('inside.label')}</p>
            <h2 id="inside-title" className="display mt-3 text-title">
              {t('inside.title')}
            </h2>
          </div>
          <p className="max-w-[26rem] text-small text-muted">{t('inside.text')}</p>
        </header>
        <ol className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-x-4 gap-y-10 p-[min(1.5rem,5vw)] sm:p-10 md:grid-cols-4">
          {peaks.map((peak) => (
            <Peak key={peak.slug} peak={peak} />
          ))}
        </ol>
        {excerpt !== null && <Excerpt text={excerpt} />}
      </div>
    </section>
  );
}

function Peak({ peak }: { peak: StoryPeak }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const height = formatNumber(peak.height_m, language);
  return (
    <li>
      <RidgeDrawing slug={peak.slug} heightM={peak.height_m} />
      <p className="mt-3 text-small">
        <span className="block font-medium">{localised(peak, 'name', language).text}</span>
        <span className="text-muted">
          {t('unit.metres', { value: height })} · {peak.year}
        </span>
      </p>
    </li>
  );
}

function Excerpt({ text }: { text: Record<Language, string> }) {
  const { t } = useTranslation('book');
  const language = useLanguage();
  return (
    <figure dir={directionOf(language)} className="contour-top p-6 sm:p-10">
      <figcaption className="label font-bold text-accent">{t('inside.excerpt')}</figcaption>
      <blockquote className="measure mt-4 grid gap-4 text-lead">
        {text[language].split(/\n\s*\n/).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </blockquote>
    </figure>
  );
}
