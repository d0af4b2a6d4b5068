import { useTranslation } from 'react-i18next';
import type { PublicRows } from '../../api/public-data';
import { useLanguage } from '../../i18n';
import { formatNumber } from '../../i18n/format';
import { localised } from '../../i18n/localised';
import { buttonClass } from '../../ui/button';
import { DownloadIcon } from '../../ui/icons';
import { useSummits } from './use-summits';

/** In place of photographs: the mountains, drawn, to be saved one by one. */
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
      <ul className="mt-10 grid gap-x-5 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
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
  const file = `/art/${summit.slug}.svg`;
  const height = t('site:unit.metres', { value: formatNumber(summit.height_m, language) });
  const name = localised(summit, 'name', language).text;
  return (
    <li>
      <img
        src={file}
        alt=""
        width={400}
        height={260}
        loading="lazy"
        decoding="async"
        className="aspect-20/13 w-full bg-night object-cover"
      />
      <a
        download
        href={file}
        className={buttonClass('quiet', 'mt-1 justify-start ps-0 text-start')}
      >
        <DownloadIcon />
        {t('photos.drawing', { name, height })}
      </a>
    </li>
  );
}
