import { useTranslation } from 'react-i18next';
import { useMarkRead } from '../notifications/read-marks';
import type { ItemKind } from '../notifications/kinds';
import type { Relation } from '../rows/any-table';
import type { Filter } from '../rows/filters';
import { useCounts } from '../rows/use-counts';
import { useWhenListIdle } from './use-idle-list';

/*
 * Above a list that holds still: word of the rows that came in since it was read. While nobody has a hand
 * on the list they are shown by themselves; else when somebody wants to see them.
 *   <NewerRows relation="book_orders" view={view} found={found} kinds={['book_order']}
 *     filters={(since) => [...filters, ['created_at', 'gt', since]]}
 *     text={(count) => t('newer', { count })} />
 */

type Conditions<R extends Relation> = readonly Filter<R>[];

type Props<R extends Relation> = {
  relation: R;
  /** Those of the list, and that a row is newer than this moment. */
  filters: (since: string) => Conditions<R>;
  view: { search: string; sort: string; page: number };
  found: {
    data: { rows: readonly { created_at: string }[] } | undefined;
    isPlaceholderData: boolean;
    refetch: () => Promise<unknown>;
  };
  /** What is seen by whoever looks at this list. */
  kinds?: readonly ItemKind[];
  /** What has come in, counted in words. */
  text: (count: number) => string;
};

const none: readonly ItemKind[] = [];

export function NewerRows<R extends Relation>(props: Props<R>) {
  const { relation, filters, view, found, kinds = none, text } = props;
  // What is shown while another view loads is not of this one.
  const since = found.isPlaceholderData ? undefined : newRowsSince(found.data?.rows, view);
  const count = useNewRowCount(relation, since === undefined ? undefined : filters(since));
  const show = () => void found.refetch();
  useMarkRead(kinds, since);
  useWhenListIdle(count > 0, show);
  return <NewerBar count={count} text={text(count)} onShow={show} />;
}

type BarProps = {
  /** How many have come in since the list was read. */
  count: number;
  /** What has come in, counted in words. */
  text: string;
  onShow: () => void;
};

/** Says quietly that more has come in; it is shown when somebody wants to see it. */
function NewerBar({ count, text, onShow }: BarProps) {
  const { t } = useTranslation('admin-kit');
  return (
    <div role="status" className="empty:hidden">
      {count > 0 && (
        <p className="mb-3 flex flex-wrap items-center gap-x-3 border-s-4 border-status-new bg-raised px-3 text-small">
          {text}
          <button
            type="button"
            onClick={({ currentTarget }) => {
              // The button goes with the bar; the focus is not to go with it.
              currentTarget.closest('main')?.focus({ preventScroll: true });
              onShow();
            }}
            className="min-h-11 min-w-11 underline underline-offset-4 lg:min-h-9"
          >
            {t('list.showNewer')}
          </button>
        </p>
      )}
    </div>
  );
}

/**
 * How many rows have come in since a list was read: the list itself holds still, so that nothing moves
 * under who reads it. Without filters it does not ask.
 */
function useNewRowCount<R extends Relation>(
  relation: R,
  filters: readonly Filter<R>[] | undefined,
): number {
  const kinds: Record<string, readonly Filter<R>[]> =
    filters === undefined ? {} : { newer: filters };
  return useCounts(relation, kinds)['newer'] ?? 0;
}

const always = '1970-01-01';

/**
 * The moment after which a row is new to a list: undefined where the list does not begin with the
 * newest, or is searched, for a search is no watch.
 */
function newRowsSince(
  rows: readonly { created_at: string }[] | undefined,
  { search, sort, page }: { search: string; sort: string; page: number },
): string | undefined {
  const isTop = search === '' && sort === '-created_at' && page === 1;
  return isTop && rows !== undefined ? (rows[0]?.created_at ?? always) : undefined;
}
