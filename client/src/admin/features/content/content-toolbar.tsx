import { FilterSelect } from '@/admin/kit/list/filter-select';
import { FilterTabs } from '@/admin/kit/list/filter-tabs';
import { ListToolbar } from '@/admin/kit/list/list-toolbar';
import { SearchField } from '@/admin/kit/list/search-field';
import { useTranslation } from '@/shared/i18n';
import { languages } from '@/shared/i18n/language';
import { tabsOf, type Content, type ContentRow, type ContentTable } from './content';
import { tabCounts } from './content-view';
import type { ContentView } from './use-content-view';

type Props<T extends ContentTable> = {
  content: Content<T>;
  rows: readonly ContentRow<T>[];
  view: ContentView;
};

/** Search, status, missing translations, sort, and tabs for tables with kinds. */
export function ContentToolbar<T extends ContentTable>({ content, rows, view }: Props<T>) {
  const { t } = useTranslation('admin-content');
  const { query, setView } = view;
  return (
    <ListToolbar
      search={
        <SearchField
          value={query.search}
          onSearch={(search) => setView({ search })}
          hint={t('list.search')}
        />
      }
      filters={
        <>
          <FilterSelect
            label={t('list.status')}
            all={t('list.all')}
            options={(['published', 'draft'] as const).map((value) => ({
              value,
              label: t(`list.${value}`),
            }))}
            chosen={query.status}
            onChoose={(status) => setView({ filters: { status } })}
          />
          <FilterSelect
            label={t('list.translation')}
            all={t('list.anyTranslation')}
            options={languages.map((value) => ({ value, label: t(`list.missing.${value}`) }))}
            chosen={query.missing}
            onChoose={(missing) => setView({ filters: { missing } })}
          />
          <SortSelect content={content} view={view} />
        </>
      }
      {...(content.tabs !== undefined && {
        tabs: <KindTabs content={content} rows={rows} view={view} />,
      })}
    />
  );
}

type SortProps<T extends ContentTable> = { content: Content<T>; view: ContentView };

function SortSelect<T extends ContentTable>({ content, view }: SortProps<T>) {
  const { t } = useTranslation('admin-content');
  const [first, ...others] = content.sorts;
  return (
    <FilterSelect
      label={t('list.sort')}
      all={t(`list.sorts.${first}`)}
      options={others.map((value) => ({ value, label: t(`list.sorts.${value}`) }))}
      chosen={view.sort === first ? undefined : view.sort}
      onChoose={(sort = first) => view.setView({ sort })}
    />
  );
}

function KindTabs<T extends ContentTable>({ content, rows, view: { query, setView } }: Props<T>) {
  const { t } = useTranslation('admin-content');
  const count = tabCounts(content, rows, query);
  const kinds = tabsOf(content);
  return (
    <FilterTabs
      label={t('list.kind')}
      tabs={[
        { value: 'all', label: t('list.all'), count: count(undefined) },
        ...kinds.map((kind) => ({ value: kind, label: t(`options.${kind}`), count: count(kind) })),
      ]}
      chosen={query.tab ?? 'all'}
      onChoose={(chosen) => setView({ filters: { kind: kinds.find((kind) => kind === chosen) } })}
    />
  );
}
