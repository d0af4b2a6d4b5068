import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Column } from '@/admin/list/column';
import { DataTable } from '@/admin/list/data-table';
import { FilterTabs } from '@/admin/list/filter-tabs';
import { ListFrame } from '@/admin/list/list-frame';
import { ListPager } from '@/admin/list/list-pager';
import { ListToolbar } from '@/admin/list/list-toolbar';
import { SearchField } from '@/admin/list/search-field';
import { useListView } from '@/admin/list/use-list-view';
import { whereEqual } from '@/admin/rows/filters';
import { useCounts } from '@/admin/rows/use-counts';
import { usePageOfRows, type PageOfRows, type SortBy } from '@/admin/rows/use-page-of-rows';
import type { RowOf } from '@/admin/rows/any-table';
import { useLanguage } from '@/i18n';
import { formatNumber } from '@/i18n/format';
import { localPath } from '@/i18n/local-link';
import { itemName, postItemOf, type PostItem } from './post-item';
import { PostActions, PostDate, PostLanguages, PostStatusPill, PostTitle } from './post-item-parts';

const filters = ['all', 'published', 'draft', 'archived'] as const;
const counted = {
  all: [],
  published: [['status', 'eq', 'published']],
  draft: [['status', 'eq', 'draft']],
  archived: [['status', 'eq', 'archived']],
} as const;
const sortColumns = ['created_at', 'title_en', 'status', 'published_at', 'view_count'] as const;
const searched = { columns: ['title_en', 'title_fr', 'title_ar', 'slug'] } as const;

/** The posts: filtered, searched and sorted in the address. */
export function PostList() {
  const { t } = useTranslation('admin-blog');
  const { view, setView, reset, isNarrowed } = useListView({
    filters: { status: ['published', 'draft', 'archived'] },
    sorts: sortColumns,
    defaultSort: '-created_at',
  });
  const { status } = view.filters;
  const counts = useCounts('blog_post_list', counted);
  const found = usePageOfRows('blog_post_list', {
    view,
    filters: whereEqual<'blog_post_list'>('status', status),
    search: searched,
  });
  return (
    <>
      <ListToolbar
        search={
          <SearchField
            value={view.search}
            onSearch={(search) => setView({ search })}
            hint={t('list.searchHint')}
          />
        }
        tabs={
          <FilterTabs
            label={t('list.filter')}
            tabs={filters.map((value) => ({
              value,
              label: t(`list.filters.${value}`),
              count: counts[value],
            }))}
            chosen={status ?? 'all'}
            onChoose={(value) =>
              setView({ filters: { status: value === 'all' ? undefined : value } })
            }
          />
        }
      />
      <ListFrame
        found={found}
        failed={t('list.failed')}
        empty={t('list.empty')}
        isEmpty={({ rows }) => rows.length === 0}
        onReset={isNarrowed ? reset : undefined}
      >
        {(page) => (
          <>
            <PostTable page={page} sort={view.sort} onSort={(sort) => setView({ sort })} />
            <ListPager found={page} onTurn={(to) => setView({ page: to })} />
          </>
        )}
      </ListFrame>
    </>
  );
}

type Sort = SortBy<(typeof sortColumns)[number]>;
type TableProps = {
  page: PageOfRows<RowOf<'blog_post_list'>>;
  sort: string;
  onSort: (sort: Sort) => void;
};

function PostTable({ page, sort, onSort }: TableProps) {
  const { t } = useTranslation('admin-blog');
  const language = useLanguage();
  const navigate = useNavigate();
  const columns = usePostColumns();
  const rows = useMemo(() => page.rows.map(postItemOf), [page.rows]);
  const open = useCallback(
    (id: string) => void navigate(localPath(`/admin/blog/edit/${id}`, language)),
    [navigate, language],
  );
  return (
    <DataTable
      caption={t('list.title')}
      columns={columns}
      rows={rows}
      card={PostCard}
      nameOf={itemName}
      onOpen={open}
      sort={sort}
      onSort={(next) => onSort(isSort(next) ? next : '-created_at')}
    />
  );
}

const isSort = (sort: string): sort is Sort =>
  sortColumns.some((column) => sort === column || sort === `-${column}`);

function usePostColumns(): Column<PostItem>[] {
  const { t } = useTranslation('admin-blog');
  const language = useLanguage();
  return useMemo(
    () => [
      {
        id: 'title_en',
        head: t('list.columns.title'),
        cell: (post) => <PostTitle post={post} />,
        rowHead: true,
        sorts: true,
      },
      {
        id: 'status',
        head: t('list.columns.status'),
        cell: (post) => <PostStatusPill post={post} />,
        sorts: true,
      },
      {
        id: 'languages',
        head: t('list.columns.languages'),
        cell: (post) => <PostLanguages post={post} />,
      },
      {
        id: 'published_at',
        head: t('list.columns.published'),
        cell: (post) => <PostDate post={post} />,
        sorts: true,
      },
      {
        id: 'view_count',
        head: t('list.columns.views'),
        cell: (post) => formatNumber(post.view_count, language),
        sorts: true,
        align: 'end',
        className: 'tabular-nums',
      },
      {
        id: 'actions',
        head: t('list.columns.actions'),
        cell: (post) => <PostActions post={post} />,
        quietHead: true,
      },
    ],
    [t, language],
  );
}

function PostCard({ row: post }: { row: PostItem }) {
  const { t } = useTranslation('admin-blog');
  const language = useLanguage();
  const count = post.view_count;
  return (
    <div className="grid gap-2">
      <div className="flex items-start justify-between gap-3">
        <PostTitle post={post} />
        <PostStatusPill post={post} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-muted">
        <PostLanguages post={post} />
        <PostDate post={post} />
        <span>{t('list.views', { count, amount: formatNumber(count, language) })}</span>
      </div>
      <PostActions post={post} />
    </div>
  );
}
