import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useErrorToast } from '@/admin/rows/use-error-toast';
import type { PageOfRows } from '@/admin/rows/use-page-of-rows';

/** The most entries that are selected at once. */
export const maxSelected = 5_000;

/** Rows of a request for ids: the server sends no more. */
export const idsOfRequest = 1_000;

/** Fetches one page of the ids of all that match, counted from 1. */
export type FetchIds = (page: number) => Promise<PageOfRows<{ id: string | null }>>;

/** Fetches the ids of all that match, up to `maxSelected`, in the order of the list. */
export function useSelectMatches(fetchIds: FetchIds, onFound: (ids: string[]) => void) {
  const { t } = useTranslation('admin-inbox');
  const showError = useErrorToast();
  return useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const ids: string[] = [];
      for (let page = 1; ids.length < maxSelected; page += 1) {
        // The next page is only asked for if there is one.
        // oxlint-disable-next-line no-await-in-loop
        const { rows, total } = await fetchIds(page);
        ids.push(...rows.flatMap(({ id }) => id ?? []));
        if (rows.length === 0 || ids.length >= total) break;
      }
      return ids.slice(0, maxSelected);
    },
    onSuccess: onFound,
    onError: (error) => showError(t('failed'), error),
  });
}
