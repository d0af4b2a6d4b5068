import { useQuery } from '@tanstack/react-query';
import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';

/** The import that has added an order: when, and by whom; nothing is asked for without one. */
export const useOrderImport = (id: string | null) =>
  useQuery({
    queryKey: ['book_order_imports', id],
    queryFn: async () => {
      const client = await sb();
      const answer = await client
        .from('book_order_imports')
        .select('*')
        .eq('id', id ?? '');
      return unwrap(answer)[0] ?? null;
    },
    enabled: id !== null,
    staleTime: Infinity,
  });
