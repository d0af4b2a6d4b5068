import { failureText } from '@/shared/api/failures';
import { usePictureUses, type PictureUse } from '@/admin/kit/pictures/use-pictures';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import type words from '@/shared/i18n/en/admin-pictures.json';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { Spinner } from '@/shared/ui/spinner';

type Place = keyof (typeof words)['places'];

const paths: Record<Place, (row: string) => string> = {
  blog_posts: (row) => `/admin/blog/edit/${row}`,
  'blog_posts-content': (row) => `/admin/blog/edit/${row}`,
  blog_post_copies: (row) => `/admin/blog/edit/${row}`,
  expeditions: (row) => `/admin/expeditions?open=${row}`,
  expedition_pictures: (row) => `/admin/expeditions?open=${row}`,
  media_highlights: (row) => `/admin/media-highlights?open=${row}`,
  media_coverage: (row) => `/admin/media-coverage?open=${row}`,
  awards: (row) => `/admin/awards?open=${row}`,
  newsletters: (row) => `/admin/newsletters/edit/${row}`,
  'newsletters-sent': (row) => `/admin/newsletters/edit/${row}`,
  testimonials: (row) => `/admin/testimonials?open=${row}`,
  site_settings: () => '/admin/settings',
};

// A dot in a message key would separate levels.
const keyOf = ({ place }: PictureUse) => place.replace('.', '-');
const isPlace = (name: string): name is Place => Object.hasOwn(paths, name);

/** List of the rows that show a picture, with links to their forms. */
export function PictureUses({ id }: { id: string }) {
  const { t } = useTranslation(['admin-pictures', 'site']);
  const language = useLanguage();
  const { data, error, refetch } = usePictureUses(id);
  return (
    <section aria-label={t('uses.title')} className="mt-6 border-t border-line pt-4">
      <h3 className="mb-2 text-small font-medium text-muted">{t('uses.title')}</h3>
      {data === undefined && error === null && <Spinner label={t('site:loading')} />}
      {data === undefined && error !== null && (
        <FailureNotice
          text={`${t('uses.failed')} ${failureText(t, error)}`}
          retryLabel={t('site:retry')}
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && <p className="text-small text-muted">{t('uses.none')}</p>}
      <ul className="grid gap-1 text-small">
        {data?.map((use) => {
          const place = keyOf(use);
          const title = use[`title_${language}`] || use.title_en;
          return (
            <li key={`${use.place} ${use.row_id}`}>
              {isPlace(place) && (
                <LocalLink
                  to={paths[place](use.row_id)}
                  className="inline-flex min-h-11 items-center underline lg:min-h-8"
                >
                  {t(`places.${place}`)}: <bdi className="ms-1">{title}</bdi>
                </LocalLink>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
