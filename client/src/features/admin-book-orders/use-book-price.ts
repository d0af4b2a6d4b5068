import { useAllRows } from '../../admin/rows/use-all-rows';

const priceQuery = {
  sort: 'key',
  filters: [['key', 'eq', 'book.price_mad']],
} as const;

/** What a copy costs, in dirhams; null while it is not known. */
export function useBookPrice(): number | null {
  const { data } = useAllRows('site_settings', priceQuery);
  const price = data?.[0]?.value;
  return typeof price === 'number' ? price : null;
}
