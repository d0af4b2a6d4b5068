import { useQueries } from '@tanstack/react-query';
import { asFailure } from '@/shared/api/failures';
import type { Relation } from '@/shared/api/tables';
import { sb } from '@/shared/api/client';
import { withFilters, type Filter } from './filters';
import { searchConditions, type SearchIn } from './search';
import { useRefetchInterval } from './use-refetch-interval';
import { selectRows } from './row-calls';

type Counted<Name extends string> = Partial<Record<Name, number>>;
type Search<R extends Relation> = { text: string; in: SearchIn<R> };

/**
 * The number of rows of each kind that the search finds, counted by HEAD requests. Unknown counts are absent: the
 * tab then shows no number.
 */
export function useCounts<R extends Relation, Name extends string>(
  relation: R,
  kinds: Readonly<Partial<Record<Name, readonly Filter<R>[]>>>,
  search?: Search<R>,
): Counted<Name> {
  const names = namesOf(kinds);
  const polling = useRefetchInterval();
  return useQueries({
    queries: names.map((name) => ({
      queryKey: [relation, 'count', kinds[name], search],
      queryFn: () => count(relation, kinds[name] ?? [], search),
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
function namesOf<Name extends string>(kinds: Readonly<Partial<Record<Name, unknown>>>): Name[] {
  const names: Name[] = [];
  for (const name in kinds) names.push(name);
  return names;
}

async function count<R extends Relation>(
  relation: R,
  filters: readonly Filter<R>[],
  search: Search<R> | undefined,
): Promise<number> {
  const all = selectRows(await sb(), relation, '*', { count: 'exact', head: true });
  let query = withFilters(all, filters);
  if (search !== undefined) {
    for (const condition of searchConditions(search.text, search.in)) query = query.or(condition);
  }
  const answer = await query;
  if (answer.error !== null) throw asFailure(answer.error, answer.status);
  return answer.count ?? 0;
}
