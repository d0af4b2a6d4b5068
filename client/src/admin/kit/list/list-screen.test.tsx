import { useMemo } from 'react';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { addressNow, pageOf, showAdmin } from '@tests/admin-page';
import { serve, type Server } from '@tests/page';
import { expectText } from '@tests/expect-text';
import { enterText, user } from '@tests/user';
import { whereEqual } from '@/admin/kit/rows/filters';
import type { Column } from './column';
import { OptionalTabs } from './filter-tabs';
import { ListItems } from './list-items';
import { ListScreen, ListTable } from './list-screen';
import { pageSize } from './page-size';
import { useList, useTabCounts } from './use-list';

const states = ['draft', 'published'] as const;
const views = {
  filters: { status: states },
  sorts: ['created_at', 'slug'],
  defaultSort: '-created_at',
} as const;
const searched = { columns: ['slug'] } as const;

type Post = { id: string; slug: string };
const postOf = ({ id, slug }: Post): Post => ({ id, slug: slug.toUpperCase() });
const nameOf = ({ slug }: Post) => slug;
const PostCard = ({ row }: { row: Post }) => <p>{row.slug}</p>;

function usePosts() {
  return useList({
    relation: 'blog_posts',
    views,
    query: ({ filters }) => ({
      filters: whereEqual<'blog_posts'>('status', filters.status),
      search: searched,
    }),
    rowOf: postOf,
  });
}

function Posts({ asItems = false }: { asItems?: boolean }) {
  const list = usePosts();
  const columns = useMemo<Column<Post>[]>(
    () => [{ id: 'slug', head: 'Slug', sorts: true, rowHead: true, cell: nameOf }],
    [],
  );
  const fetchAll = async (max: number) => {
    const ids = await list.fetchIds(new AbortController().signal, max);
    document.title = `${ids.length} ${ids.at(-1)}`;
  };
  return (
    <>
      <ListScreen
        list={list}
        name="posts"
        texts={{ search: 'Slug', failed: 'They could not be loaded.', empty: 'No posts' }}
        tabs={
          <OptionalTabs
            label="Status"
            values={states}
            labelOf={(value) => value}
            counts={useTabCounts(list, states, (status) => ({ status }))}
            chosen={list.view.filters.status}
            onChoose={(status) => list.setView({ filters: { status } })}
          />
        }
        emptyAction={<button type="button">Write one</button>}
      >
        {(rows) =>
          asItems ? (
            <ListItems label="Posts" rows={rows} className="">
              {({ slug }) => slug}
            </ListItems>
          ) : (
            <ListTable
              list={list}
              caption="Posts"
              columns={columns}
              rows={rows}
              card={PostCard}
              nameOf={nameOf}
              onOpen={list.open}
            />
          )
        }
      </ListScreen>
      <button type="button" onClick={() => void fetchAll(Infinity)}>
        Fetch
      </button>
      <button type="button" onClick={() => void fetchAll(1500)}>
        Fetch some
      </button>
    </>
  );
}

let server: Server;
/** All posts of the database. */
let posts: Post[];

beforeEach(async () => {
  pageSize.set(25);
  posts = ['one', 'two'].map((slug) => ({ id: slug, slug }));
  server = await serve(pageOf([]));
  server.mockImplementation((address) => {
    const { searchParams } = new URL(address);
    const start = Number(searchParams.get('offset') ?? 0);
    const size = Number(searchParams.get('limit') ?? 1000);
    return pageOf(posts.slice(start, start + size), posts.length)();
  });
});

const asked = (method = 'GET') =>
  server.mock.calls.flatMap(([url, init]) =>
    init.method === method && url.includes('/blog_posts') ? [new URL(url).searchParams] : [],
  );

describe('a list screen', () => {
  it('has its search, filter, sort and page in the address, and begins a new view at page 1', async () => {
    posts = Array.from({ length: 60 }, (_, at) => ({ id: `${at}`, slug: `post ${at}` }));
    showAdmin(<Posts />, '/admin/blog?page=3');
    await expectText('51-60 of 60');
    await user.click(screen.getByRole('button', { name: 'Slug' }));
    expect(addressNow()).toBe('/admin/blog?sort=slug');
    await screen.findByText('1-25 of 60');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(addressNow()).toBe('/admin/blog?sort=slug&page=2');
    await user.click(screen.getByRole('radio', { name: /^draft/ }));
    expect(addressNow()).toBe('/admin/blog?sort=slug&status=draft');
    await waitFor(() => expect(asked().at(-1)?.get('status')).toBe('eq.draft'));
    expect(asked().at(-1)?.get('order')).toBe('slug.asc,id.asc');
  });

  it('keeps a change that was made just before another', async () => {
    showAdmin(<Posts />);
    await screen.findByText('1-2 of 2');
    act(() => {
      screen.getByRole('radio', { name: /^draft/ }).click();
      screen.getByRole('button', { name: 'Slug' }).click();
      screen.getByRole('button', { name: 'Details of TWO' }).click();
    });
    expect(addressNow()).toBe('/admin?status=draft&sort=slug&open=two');
  });

  it('counts each tab with the search and without its own filter', async () => {
    showAdmin(<Posts />, '/admin/blog?q=ridge&status=draft');
    await screen.findByRole('radio', { name: 'published 2' });
    const counted = asked('HEAD');
    expect(counted.map((params) => params.get('status'))).toEqual([
      null,
      'eq.draft',
      'eq.published',
    ]);
    expect(counted.every((params) => params.get('or') === '(slug.ilike."%ridge%")')).toBe(true);
  });

  it('has saved views, and a number of rows to choose', async () => {
    posts = Array.from({ length: 60 }, (_, at) => ({ id: `${at}`, slug: `post ${at}` }));
    showAdmin(<Posts />);
    await enterText(await screen.findByLabelText('Rows of a page'), '50');
    await expectText('1-50 of 60');
    expect(screen.getByRole('button', { name: 'Views' })).toBeVisible();
  });

  it('that is empty leads on: to all rows from a search, else to the first', async () => {
    posts = [];
    showAdmin(<Posts />, '/admin/blog?q=ridge');
    await user.click(await screen.findByRole('button', { name: 'Clear search and filters' }));
    expect(addressNow()).toBe('/admin/blog');
    expect(await screen.findByRole('button', { name: 'Write one' })).toBeVisible();
  });

  it('shows converted rows, as a table that opens them', async () => {
    showAdmin(<Posts />, '/admin/blog');
    await user.click(await screen.findByRole('rowheader', { name: 'TWO' }));
    expect(addressNow()).toBe('/admin/blog?open=two');
  });

  it('is walked with J and K where it is no table', async () => {
    showAdmin(<Posts asItems />);
    await screen.findByRole('list', { name: 'Posts' });
    await user.keyboard('j');
    await user.keyboard('j');
    expect(screen.getByText('TWO')).toHaveFocus();
    await user.keyboard('k');
    expect(screen.getByText('ONE')).toHaveFocus();
  });
});

describe('the ids of all rows that match', () => {
  beforeEach(() => {
    posts = Array.from({ length: 2100 }, (_, at) => ({ id: `${at}`, slug: `post ${at}` }));
    showAdmin(<Posts />, '/admin/blog?status=draft&page=3');
  });
  const starts = () =>
    asked().flatMap((params) => (params.get('select') === 'id' ? [params.get('offset')] : []));

  it('are read page by page, with the filters of the list', async () => {
    await user.click(screen.getByRole('button', { name: 'Fetch' }));
    await waitFor(() => expect(document.title).toBe('2100 2099'));
    expect(starts()).toEqual(['0', '1000', '2000']);
    expect(asked().at(-1)?.get('status')).toBe('eq.draft');
  });

  it('are at most as many as asked for', async () => {
    await user.click(screen.getByRole('button', { name: 'Fetch some' }));
    await waitFor(() => expect(document.title).toBe('1500 1499'));
    expect(starts()).toEqual(['0', '1000']);
  });
});
