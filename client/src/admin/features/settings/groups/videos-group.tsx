import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { FormText, FormUrl } from '@/admin/kit/form/form-text';
import { useTranslation } from '@/shared/i18n';
import { Video } from '@/shared/ui/video';
import { videoId } from '@/shared/ui/video-id';
import { SettingGroup } from '../setting-group';
import { stored, type Checks } from '../setting-schemas';
import type { Setting } from '../setting-values';
import { useSettingLabels } from './use-setting-labels';

const read = z.object({ video: z.object({ home_film: stored.text, full_film: stored.text }) });

const write = (check: Checks) =>
  z.object({ video: z.object({ home_film: check.film, full_film: check.link }) });

/** The film of the home page, and where the whole documentary is. */
export function VideosGroup({ rows }: { rows: Setting[] }) {
  const labels = useSettingLabels();
  return (
    <SettingGroup id="videos" page="/film" {...{ rows, read, write }}>
      <FormText name="video.home_film" dir="ltr" {...labels('homeFilm', 'homeFilmHint', 'maybe')} />
      <FilmPreview />
      <FormUrl name="video.full_film" {...labels('fullFilm', 'fullFilmHint', 'maybe')} />
    </SettingGroup>
  );
}

/** The preview of the typed film. */
function FilmPreview() {
  const { t } = useTranslation('admin-settings');
  const typed = z.parse(stored.text, useWatch({ name: 'video.home_film' }));
  const id = videoId(typed);
  if (typed.trim() === '') return null;
  if (id === undefined) return <p className="text-small text-muted">{t('fields.filmUnknown')}</p>;
  const title = t('fields.filmFound', { id });
  return (
    <figure className="max-w-sm">
      <Video
        key={id}
        id={id}
        title={title}
        poster={`https://i.ytimg.com/vi/${id}/hqdefault.jpg`}
        playLabel={t('fields.filmPlay')}
      />
      <figcaption className="mt-1 flex flex-wrap gap-x-4 text-small">
        <bdi>{title}</bdi>
        <a
          href={`https://www.youtube.com/watch?v=${id}`}
          target="_blank"
          rel="noreferrer"
          className="underline decoration-line underline-offset-4 hover:decoration-accent"
        >
          {t('fields.filmOpen')}
        </a>
      </figcaption>
    </figure>
  );
}
