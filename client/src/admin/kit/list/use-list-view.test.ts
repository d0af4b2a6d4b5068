import { describe, expect, it } from 'vitest';
import { readView, writeView, type Change, type ListViewOptions } from './use-list-view';

const filters = {
  status: ['new', 'read'],
  actor: 'text',
  state: { set: ['a', 'b', 'c'] },
  city: { set: 'text' },
  from: 'day',
} as const;
const options: ListViewOptions<typeof filters, 'created_at' | 'name'> = {
  filters,
  sorts: ['created_at', 'name'],
  defaultSort: '-created_at',
};
const read = (query: string) => readView(new URLSearchParams(query), options);
const write = (query: string, change: Change<typeof filters>) =>
  writeView(new URLSearchParams(query), change, options).toString();

describe('a view of a list', () => {
  it.each([
    {
      name: 'nothing said',
      query: '',
      want: { filters: {}, search: '', sort: '-created_at', page: 1 },
    },
    {
      name: 'all said',
      query: 'status=read&actor=7&q=Fatima%20Zahra&sort=name&page=3',
      want: {
        filters: { status: 'read', actor: '7' },
        search: 'Fatima Zahra',
        sort: 'name',
        page: 3,
      },
    },
    { name: 'the other way round', query: 'sort=-name', want: { sort: '-name' } },
    { name: 'an unknown sort', query: 'sort=secret', want: { sort: '-created_at' } },
    { name: 'an unknown filter value', query: 'status=new;drop', want: { filters: {} } },
    { name: 'an empty text', query: 'actor=', want: { filters: {} } },
    { name: 'a set', query: 'state=b&state=a&state=b', want: { filters: { state: ['b', 'a'] } } },
    { name: 'a set with an unknown value', query: 'state=z', want: { filters: {} } },
    {
      name: 'a set of any text',
      query: 'city=A,B&city=C',
      want: { filters: { city: ['A,B', 'C'] } },
    },
    { name: 'a day', query: 'from=2026-11-21', want: { filters: { from: '2026-11-21' } } },
    { name: 'a day that is none', query: 'from=2026-13-41', want: { filters: {} } },
    { name: 'a page of nonsense', query: 'page=two', want: { page: 1 } },
    { name: 'page 0', query: 'page=0', want: { page: 1 } },
    { name: 'half a page', query: 'page=1.5', want: { page: 1 } },
    { name: 'a page that no number can hold', query: 'page=1e99', want: { page: 1 } },
    { name: 'a search of spaces', query: 'q=%20%20', want: { search: '' } },
  ])('reads $name', ({ query, want }) => {
    expect(read(query)).toMatchObject(want);
  });

  it('comes back as it was written', () => {
    const view = read('status=read&q=a%26b%3Dc%2C+%22d%22+%C3%A9&sort=name&page=7');
    const { search } = view;
    expect(search).toBe('a&b=c, "d" é');
    expect(read(writeView(new URLSearchParams(), view, options).toString())).toEqual(view);
  });

  it('goes to the first page with every change but one of the page', () => {
    expect(write('page=4&lang=ar', { search: 'x' })).toBe('lang=ar&q=x');
    expect(write('page=4', { page: 5 })).toBe('page=5');
  });

  it('leaves defaults out and what others wrote in place', () => {
    const change = { search: '', sort: '-created_at', page: 1 } as const;
    const before = 'lang=ar&status=new&q=x&page=2&sort=name&open=5';
    expect(write(before, { ...change, filters: { status: undefined } })).toBe('lang=ar&open=5');
  });

  it('writes each value of a set, and takes the set away', () => {
    expect(write('state=a&q=x', { filters: { state: ['b', 'c'] } })).toBe('q=x&state=b&state=c');
    expect(write('state=a&state=b', { filters: { state: [] } })).toBe('');
    expect(write('state=a&city=Fes', { filters: { state: undefined } })).toBe('city=Fes');
  });

  it('changes the filters that are named and no other', () => {
    expect(write('status=new', { filters: { actor: '7' } })).toBe('status=new&actor=7');
  });
});
