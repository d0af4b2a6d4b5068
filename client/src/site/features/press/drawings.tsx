import type { PublicRows } from '@/shared/api/public-data';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { localised } from '@/shared/i18n/localised';
import { DownloadIcon } from '@/shared/ui/icons';
import { useSummits } from './use-summits';

const views = [
  { view: 'wide', end: '' },
  { view: 'tall', end: '-portrait' },
] as const;

/** Drawings of the mountains for download. */
export function Drawings() {
  const { t } = useTranslation('press');
  return (
    <section
      id="photos"
      aria-labelledby="photos-title"
      className="scroll-mt-0 contour-top gutter py-20 md:py-28"
    >
      <h2 id="photos-title" className="display text-heading">
        {t('photos.title')}
      </h2>
      <p className="measure mt-4 text-muted">{t('photos.text')}</p>
      <ul className="mt-10 grid gap-x-4 gap-y-10 grid-cols-2 md:grid-cols-4 xl:grid-cols-7">
        {useSummits().map((summit) => (
          <Drawing key={summit.slug} summit={summit} />
        ))}
      </ul>
    </section>
  );
}

function Drawing({ summit }: { summit: PublicRows['summits'][number] }) {
  const { t } = useTranslation(['press', 'site']);
  const language = useLanguage();
  const height = t('site:unit.metres', { value: formatNumber(summit.height_m, language) });
  const name = localised(summit, 'name', language);
  return (
    <li>
      <img
        src={`/art/${summit.slug}-portrait.svg`}
        alt=""
        width={240}
        height={320}
        loading="lazy"
        decoding="async"
        className="aspect-3/4 w-full bg-night object-cover"
      />
      <h3 lang={name.lang} dir={name.dir} className="mt-3 text-small font-medium">
        {name.text}
      </h3>
      <p className="text-small text-muted">{height}</p>
      <ul className="flex flex-wrap gap-x-4">
        {views.map(({ view, end }) => (
          <li key={view}>
            <a
              download
              href={`/art/${summit.slug}${end}.svg`}
              className="inline-flex min-h-11 items-center gap-1.5 text-small underline decoration-line underline-offset-4 hover:decoration-accent"
            >
              <DownloadIcon />
              {t(`photos.${view}`)}
              <span className="sr-only">: {name.text}</span>
            </a>
          </li>
        ))}
      </ul>
    </li>
  );
}
