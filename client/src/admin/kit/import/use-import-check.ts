import { useQuery } from '@tanstack/react-query';

/**
 * Asks the server what an import of the records would do. `name` is no key of a table: after the import nothing is
 * checked again.
 */
export const useImportCheck = <Result>(
  name: string,
  records: readonly object[],
  check: () => Promise<Result>,
) =>
  useQuery({
    queryKey: [name, records],
    queryFn: check,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
