import { useAllRows } from '../../admin/rows/use-all-rows';

const question = {
  sort: 'key',
  filters: [['key', 'eq', 'book.price_mad']],
} as const;

/** What a copy costs, in dirhams; null while it is not known. */
export function useBookPrice(): number | null {
  const { data } = useAllRows('site_settings', question);
  const price = data?.[0]?.value;
  return typeof price === 'number' ? price : null;
}
