import { useListView } from '@/admin/kit/list/use-list-view';
import { languages } from '@/shared/i18n/language';
import { tabsOf, type Content, type ContentTable, type SortKey } from './content';
import type { ContentQuery } from './content-view';

const columns = ['display_order', 'title', 'year', 'height_m', 'date', 'updated_at'] as const;

/** The view of a content table, in the URL: ?q= &status= &missing= &kind= &sort= */
export function useContentView<T extends ContentTable>(content: Content<T>) {
  const { view, setView, reset, isNarrowed } = useListView({
    filters: { status: ['published', 'draft'], missing: languages, kind: tabsOf(content) },
    sorts: columns,
    defaultSort: content.sorts[0],
  });
  const [first] = content.sorts;
  const sort: SortKey = content.sorts.find((each) => each === view.sort) ?? first;
  const { status, missing, kind } = view.filters;
  const query: ContentQuery = { search: view.search, status, missing, tab: kind, sort };
  return { query, setView, reset, isNarrowed, sort };
}

export type ContentView = ReturnType<typeof useContentView>;
