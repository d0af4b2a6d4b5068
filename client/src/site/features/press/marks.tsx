import { useTranslation } from '@/shared/i18n';
import { DownloadLink } from '@/shared/ui/download-link';

const marks = [
  { name: 'night', ground: 'bg-night text-limestone' },
  { name: 'paper', ground: 'bg-paper text-night' },
  { name: 'clay', ground: 'bg-clay text-limestone' },
] as const;

/** The logo on the three permitted backgrounds. */
export function Marks({ wordmark }: { wordmark: string }) {
  const { t } = useTranslation('press');
  return (
    <section aria-labelledby="marks-title" className="gutter py-20 md:py-28">
      <h2 id="marks-title" className="display text-heading">
        {t('marks.title')}
      </h2>
      <p className="measure mt-4 text-muted">{t('marks.text')}</p>
      <ul className="mt-10 grid grid-cols-1 gap-6 md:grid-cols-3">
        {marks.map(({ name, ground }) => (
          <li key={name} className="grid grid-cols-1 gap-3">
            <div
              aria-hidden="true"
              dir="ltr"
              className={`flex aspect-3/2 flex-wrap content-center items-center justify-center gap-4 border border-line p-4 ${ground}`}
            >
              <svg viewBox="0 0 30 20" className="h-10 w-15">
                <path
                  d="m1 19 9-13 4 5 5-10 10 18"
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="2"
                />
              </svg>
              <span className="figure text-title tracking-wide uppercase">{wordmark}</span>
            </div>
            <DownloadLink href={`/press/mark-${name}.svg`} className="justify-self-start">
              {t('marks.file', { name: t(`marks.${name}`) })}
            </DownloadLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
