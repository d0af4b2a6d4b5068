import { useTranslation } from '@/shared/i18n';
import type { BookFacts } from './book-hero';

// Ten full years between the first ascents and the book.
const years = '\u206610+\u2069'; // U+2066 isolates it, so that the plus stays behind the number in Arabic

/** Four figures about the author, with a footnote. */
export function AuthorFigures({ figures }: { figures: BookFacts['figures'] }) {
  const { t } = useTranslation('book');
  const items = [
    { value: String(figures.peaks), label: t('stats.peaks') },
    { value: String(figures.continents), label: t('stats.continents') },
    { value: years, label: t('stats.years') },
    { value: t('stats.firstValue'), label: t('stats.first') },
  ];
  return (
    <>
      <dl
        aria-label={t('stats.label')}
        className="mt-10 grid grid-cols-2 gap-x-8 gap-y-6 contour-top pt-7 sm:grid-cols-4"
      >
        {items.map(({ value, label }) => (
          <div key={label} className="flex flex-col-reverse justify-end gap-1.5">
            <dt className="text-small text-muted">{label}</dt>
            <dd className="figure text-[2.25rem]">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-small text-muted">{t('stats.firstNote')}</p>
    </>
  );
}
