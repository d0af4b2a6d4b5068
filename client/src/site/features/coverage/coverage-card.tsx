import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatDate } from '@/shared/i18n/format';
import { LocalisedPhoto } from '@/shared/ui/localised-photo';
import { localised, localisedPlain } from '@/shared/i18n/localised';
import { buttonClass } from '@/shared/ui/button';
import { OnwardIcon } from '@/shared/ui/icons';
import type { Coverage } from './coverage';

/** A media item, with a link if there is one. */
export function CoverageCard({ item }: { item: Coverage }) {
  const { t } = useTranslation('media');
  const language = useLanguage();
  const title = localised(item, 'title', language);
  const excerpt = localised(item, 'excerpt', language);
  const outlet = localisedPlain(item, 'outlet', language);
  return (
    <li className="flex flex-col items-start contour-top py-8">
      {item.picture !== undefined && item.picture !== null && (
        <LocalisedPhoto
          picture={item.picture}
          sizes="(min-width: 64rem) 30vw, (min-width: 40rem) 46vw, 92vw"
          className="mb-6 aspect-20/13 w-full"
        />
      )}
      <p className="label text-accent">{t(`coverage.kinds.${item.type}`)}</p>
      <h3 lang={title.lang} dir={title.dir} className="display mt-3 text-title">
        {title.text}
      </h3>
      <p lang={excerpt.lang} dir={excerpt.dir} className="mt-3 grow text-muted">
        {excerpt.text}
      </p>
      <p className="mt-5 flex flex-wrap gap-x-4 text-small text-muted">
        <bdi dir="ltr">{formatDate(item.date)}</bdi>
        <bdi lang={outlet.lang} dir={outlet.dir}>
          {outlet.text}
        </bdi>
      </p>
      {isWebAddress(item.link_url) && (
        <a href={item.link_url} rel="noreferrer" className={buttonClass('quiet', '-ms-5')}>
          {t('coverage.open')}
          <span className="sr-only">: {title.text}</span>
          <OnwardIcon />
        </a>
      )}
    </li>
  );
}

// Free text: only http and https URLs become links, no javascript: URLs.
const isWebAddress = (address: string | null): address is string =>
  address !== null && /^https?:\/\//.test(address);
