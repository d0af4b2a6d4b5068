import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '@/shared/i18n';
import { sb } from '@/shared/api/client';
import { asFailure, unwrap } from '@/shared/api/failures';
import type { Picture } from '@/admin/kit/pictures/picture';
import { useRefreshPictures } from '@/admin/kit/pictures/use-pictures';
import { useErrorToast } from '@/admin/kit/rows/use-error-toast';
import { notify } from '@/shared/ui/toast';

async function fetchGallery(expedition: string): Promise<Picture[]> {
  const client = await sb();
  const answer = await client
    .from('expedition_pictures')
    .select('picture:pictures!expedition_pictures_picture_id_fkey!inner(*)')
    .eq('expedition_id', expedition)
    .order('display_order')
    .order('picture_id');
  return unwrap(answer).map(({ picture }) => picture);
}

const galleryQuery = (expedition: string) =>
  queryOptions({
    queryKey: ['expedition_pictures', expedition],
    queryFn: () => fetchGallery(expedition),
  });

/** A change of the ids of a gallery. */
type Change = (ids: string[]) => string[];

/**
 * The pictures of the gallery of an expedition, and a function that saves a change of them. It resolves after the
 * gallery was read again, and never rejects: a failure, also that another admin has changed it meanwhile, is shown.
 */
export function useGallery(expedition: string) {
  const { t } = useTranslation(['admin-content', 'admin-kit']);
  const queries = useQueryClient();
  const refreshPictures = useRefreshPictures();
  const showError = useErrorToast();
  const query = galleryQuery(expedition);
  const found = useQuery(query);
  const save = useMutation({
    scope: { id: query.queryKey.join(' ') },
    networkMode: 'always', // offline, fail at once instead of waiting
    mutationFn: async (change: Change) => {
      const known = (queries.getQueryData(query.queryKey) ?? []).map(({ id }) => id);
      const client = await sb();
      unwrap(
        await client.rpc('save_expedition_gallery', {
          expedition_id: expedition,
          pictures: change(known),
          known,
        }),
      );
    },
    onError: (error) => {
      if (asFailure(error).kind === 'conflict') notify('bad', t('admin-kit:clash.again'));
      else showError(t('admin-content:gallery.failed'), error);
    },
    onSettled: () => {
      refreshPictures(); // where they are used
      return queries.invalidateQueries(query);
    },
  });
  // onError has shown the error.
  return { found, save: (change: Change) => save.mutateAsync(change).catch(() => undefined) };
}
