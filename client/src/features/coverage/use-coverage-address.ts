import { useSearchParams } from 'react-router';
import { asFilter, type CoverageFilter } from './coverage';

type Address = {
  filter: CoverageFilter;
  page: number;
  /** Goes to a page of what is shown. */
  turn: (page: number) => void;
  /** Shows a type from its first page. */
  show: (filter: CoverageFilter) => void;
};

/** What is shown is in the address (?type=radio&page=2), so that it can be sent to somebody. */
export function useCoverageAddress(): Address {
  const [search, setSearch] = useSearchParams();
  const go = (name: 'type' | 'page', value: string, usual: string) =>
    setSearch(
      (now) => {
        if (name === 'type') now.delete('page');
        if (value === usual) now.delete(name);
        else now.set(name, value);
        return now;
      },
      { preventScrollReset: true },
    );
  return {
    filter: asFilter(search.get('type')),
    page: Number(search.get('page') ?? '1'),
    turn: (page) => go('page', String(page), '1'),
    show: (filter) => go('type', filter, 'all'),
  };
}
