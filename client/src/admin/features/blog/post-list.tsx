import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { Column } from '@/admin/kit/list/column';
import { OptionalTabs } from '@/admin/kit/list/filter-tabs';
import { ListScreen, ListTable } from '@/admin/kit/list/list-screen';
import { sameRow, useList, useTabCounts } from '@/admin/kit/list/use-list';
import { whereEqual } from '@/admin/kit/rows/filters';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { LocalLink, localPath } from '@/shared/ui/local-link';
import { buttonClass } from '@/shared/ui/button';
import { itemName, type PostItem } from './post-item';
import { PostActions, PostDate, PostLanguages, PostStatusPill, PostTitle } from './post-item-parts';

const states = ['published', 'draft', 'archived'] as const;
const views = {
  filters: { status: states },
  sorts: ['created_at', 'title_en', 'status', 'published_at', 'view_count'],
  defaultSort: '-created_at',
} as const;
const searched = { columns: ['title_en', 'title_fr', 'title_ar', 'slug'] } as const;

/** The posts: filtered, searched and sorted in the address. */
export function PostList() {
  const { t } = useTranslation('admin-blog');
  const language = useLanguage();
  const navigate = useNavigate();
  const list = useList({
    relation: 'blog_post_list',
    views,
    query: ({ filters }) => ({
      filters: whereEqual<'blog_post_list'>('status', filters.status),
      search: searched,
    }),
    rowOf: sameRow,
  });
  const { view, setView } = list;
  const counts = useTabCounts(list, states, (status) => ({ status }));
  const columns = usePostColumns();
  const open = useCallback(
    (id: string) => void navigate(localPath(`/admin/blog/edit/${id}`, language)),
    [navigate, language],
  );
  return (
    <ListScreen
      list={list}
      name="blog"
      texts={{ search: t('list.searchHint'), failed: t('list.failed'), empty: t('list.empty') }}
      tabs={
        <OptionalTabs
          label={t('list.filter')}
          values={states}
          labelOf={(status) => t(`list.filters.${status}`)}
          counts={counts}
          chosen={view.filters.status}
          onChoose={(status) => setView({ filters: { status } })}
        />
      }
      emptyAction={
        <LocalLink to="/admin/blog/new" className={buttonClass('solid')}>
          {t('list.new')}
        </LocalLink>
      }
    >
      {(rows) => (
        <ListTable
          list={list}
          caption={t('list.title')}
          columns={columns}
          rows={rows}
          card={PostCard}
          nameOf={itemName}
          onOpen={open}
        />
      )}
    </ListScreen>
  );
}

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
