import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { sb } from '@/shared/api/client';
import { asFailure, unwrap } from '@/shared/api/failures';
import type { Row } from '@/shared/api/rows';
import { searchCondition } from '@/admin/kit/rows/search';
import type { PageOfRows } from '@/admin/kit/rows/use-page-of-rows';
import { refresh } from '@/admin/kit/rows/cached-rows';
import { rowQuery } from '@/admin/kit/rows/use-opened-row';
import type { ListedPicture } from './picture';

/** Which pictures a list shows. */
export type PictureView = {
  search: string;
  /** Counted from 1. */
  page: number;
  tag?: string | undefined;
  /** `unused`: shown nowhere; `undescribed`: without an English alternative text. */
  show?: 'unused' | 'undescribed' | undefined;
};

const size = 24; // a multiple of the columns of the grid
const searched = [
  'name', 'alt_en', 'alt_fr', 'alt_ar', 'credit_en', 'credit_fr', 'credit_ar',
] as const; // prettier-ignore

/** A page of the library, the newest first. */
export const usePictures = (view: PictureView) =>
  useQuery({
    queryKey: ['picture_list', view],
    queryFn: ({ signal }) => fetchPictures(view, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

async function fetchPictures(
  { search, page, tag, show }: PictureView,
  signal: AbortSignal,
): Promise<PageOfRows<ListedPicture>> {
  const client = await sb();
  let query = client.from('picture_list').select('*', { count: 'exact' }).abortSignal(signal);
  if (search !== '') {
    query = query.or(searchCondition<'picture_list'>(search, { columns: searched }));
  }
  if (tag !== undefined) query = query.contains('tags', [tag]);
  if (show === 'unused') query = query.eq('uses', 0);
  if (show === 'undescribed') query = query.eq('alt_en', '');
  const answer = await query
    .order('created_at', { ascending: false })
    .order('id')
    .range((page - 1) * size, page * size - 1);
  if (answer.error !== null) {
    // A page past the end: the first one is shown instead.
    if (answer.error.code === 'PGRST103' && page > 1) {
      return fetchPictures({ search, page: 1, tag, show }, signal);
    }
    throw asFailure(answer.error, answer.status);
  }
  return { rows: unwrap(answer), total: answer.count ?? 0, page, size };
}

/** A picture by its id, which the list may not show; null if it does not exist. */
export const usePicture = (id: string | undefined | null) =>
  useQuery({
    ...rowQuery('pictures', id ?? ''),
    enabled: id !== undefined && id !== null && id !== '',
  });

/** The tags of the library, the most used first. */
export const usePictureTags = () =>
  useQuery({
    queryKey: ['picture_tags'],
    queryFn: async () => {
      const client = await sb();
      const answer = await client
        .from('picture_tags')
        .select('*')
        .order('pictures', { ascending: false })
        .order('tag')
        .limit(200);
      return unwrap(answer);
    },
  });

/** A place that shows a picture. */
export type PictureUse = Omit<Row<'picture_uses'>, 'picture_id'>;

/** The places that show a picture. */
export const usePictureUses = (id: string) =>
  useQuery({
    queryKey: ['picture_uses', id],
    staleTime: 0,
    queryFn: async () => {
      const client = await sb();
      const answer = await client
        .from('picture_uses')
        .select('place, row_id, title_en, title_fr, title_ar')
        .eq('picture_id', id)
        .order('place')
        .limit(100);
      return unwrap(answer);
    },
  });

/** Returns a function that refetches what shows pictures. */
export function useRefreshPictures(): () => void {
  const queries = useQueryClient();
  return () => {
    void refresh(queries, ['pictures', 'picture_list', 'picture_tags', 'picture_uses']);
  };
}
