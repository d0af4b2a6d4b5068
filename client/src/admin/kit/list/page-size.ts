import { createPersistedStore, useStore } from '@/shared/ui/store';

/** The numbers of rows that a page can have. */
export const pageSizes = [25, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

/** The rows of a page, chosen once for all lists and kept in this browser; 25 at first. */
export const pageSize = createPersistedStore<PageSize>({
  key: 'admin.page-size',
  parse: (text) => pageSizes.find((size) => String(size) === text) ?? 25,
});

export const usePageSize = (): PageSize => useStore(pageSize);
