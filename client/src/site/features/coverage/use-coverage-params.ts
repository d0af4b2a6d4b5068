import { useSearchState } from '@/shared/ui/use-search-state';
import { asFilter, type CoverageFilter } from './coverage';

type CoverageParams = {
  filter: CoverageFilter;
  page: number;
  /** Shows a page of the current type. */
  turn: (page: number) => void;
  /** Shows the first page of a type. */
  show: (filter: CoverageFilter) => void;
};

/** Filter and page, kept in the URL (?type=radio&page=2). */
export function useCoverageParams(): CoverageParams {
  const [search, setSearch] = useSearchState();
  const setParam = (name: 'type' | 'page', value: string, defaultValue: string) =>
    setSearch(
      (now) => {
        if (name === 'type') now.delete('page');
        if (value === defaultValue) now.delete(name);
        else now.set(name, value);
        return now;
      },
      { preventScrollReset: true },
    );
  return {
    filter: asFilter(search.get('type')),
    page: Number(search.get('page') ?? '1'),
    turn: (page) => setParam('page', String(page), '1'),
    show: (filter) => setParam('type', filter, 'all'),
  };
}
