import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useImportCheck } from '@/admin/kit/import/use-import-check';
import { refresh } from '@/admin/kit/rows/cached-rows';
import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import type { OrderRecord } from './order-import';
import { useRefreshOrders } from './use-order-changes';

/** The result of a line. `reason` is the constraint that has refused it; `taken` the copies from the stock. */
export type LineOutcome = {
  line: number;
  outcome: 'added' | 'known' | 'stock' | 'refused';
  reason: string;
  taken: number;
};

const outcomes = ['added', 'known', 'stock', 'refused'] as const;

/** Imports all records in one transaction, or only says what an import would do. */
async function sendOrders(
  records: readonly OrderRecord[],
  onlyCheck: boolean,
): Promise<LineOutcome[]> {
  if (records.length === 0) return [];
  const client = await sb();
  const answer = await client.rpc('import_orders', {
    records: [...records],
    only_check: onlyCheck,
  });
  return unwrap(answer).map(({ line, outcome, reason, taken }) => ({
    line,
    outcome: outcomes.find((each) => each === outcome) ?? 'refused',
    // The types of a function do not say that a column may be null.
    reason: reason ?? '',
    taken,
  }));
}

/** The preview of an import, and its duration in milliseconds: the import takes as long. */
export const useCheckedImport = (records: readonly OrderRecord[]) =>
  useImportCheck('order_import', records, async () => {
    const start = performance.now();
    const lines = await sendOrders(records, true);
    return { lines, took: performance.now() - start };
  });

/** Imports the records. What is shown is refetched in either case. */
export function useImportOrders(records: readonly OrderRecord[]) {
  const queries = useQueryClient();
  const refreshOrders = useRefreshOrders();
  return useMutation({
    networkMode: 'always',
    mutationFn: () => sendOrders(records, false),
    onSettled: () => Promise.all([refreshOrders(), refresh(queries, ['site_settings'])]),
  });
}
