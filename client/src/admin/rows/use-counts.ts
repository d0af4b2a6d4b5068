import { useQueries } from '@tanstack/react-query';
import { asFailure } from '@/api/failures';
import type { Relation } from '@/api/tables';
import { anyTable } from './any-table';
import { withFilters, type Filter } from './filters';
import { useRefetchInterval } from './use-refetch-interval';

type Counted<Name extends string> = Partial<Record<Name, number>>;

/**
 * The number of rows of each kind, counted by HEAD requests. Unknown counts are absent: the tab then shows
 * no number.
 */
export function useCounts<R extends Relation, Name extends string>(
  relation: R,
  kinds: Readonly<Record<Name, readonly Filter<R>[]>>,
): Counted<Name> {
  const names = namesOf(kinds);
  const polling = useRefetchInterval();
  return useQueries({
    queries: names.map((name) => ({
      queryKey: [relation, 'count', kinds[name]],
      queryFn: () => count(relation, kinds[name]),
      ...polling,
    })),
    combine: (answers) => {
      const counted: Counted<Name> = {};
      names.forEach((name, at) => {
        const found = answers[at]?.data;
        if (found !== undefined) counted[name] = found;
      });
      return counted;
    },
  });
}

// Object.keys returns string[], without the literal types.
function namesOf<Name extends string>(kinds: Readonly<Record<Name, unknown>>): Name[] {
  const names: Name[] = [];
  for (const name in kinds) names.push(name);
  return names;
}

async function count<R extends Relation>(
  relation: R,
  filters: readonly Filter<R>[],
): Promise<number> {
  const client = await anyTable();
  const all = client.from(relation).select('*', { count: 'exact', head: true });
  const answer = await withFilters(all, filters);
  if (answer.error !== null) throw asFailure(answer.error, answer.status);
  return answer.count ?? 0;
}
