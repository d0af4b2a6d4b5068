import { useMarkRead } from '@/admin/kit/notifications/read-marks';
import type { ItemKind } from '@/admin/kit/notifications/kinds';
import type { Relation } from '@/shared/api/tables';
import type { Filter } from '@/admin/kit/rows/filters';
import { useCounts } from '@/admin/kit/rows/use-counts';
import { useTranslation } from '@/shared/i18n';
import { useWhenListIdle } from './use-idle-list';

/*
 * A notice below a list about rows created since it was loaded. While the list is idle they are loaded
 * automatically; else on request.
 *   <NewerRows relation="book_orders" view={view} found={found} kinds={['book_order']}
 *     filters={(since) => [...filters, ['created_at', 'gt', since]]}
 *     text={(count) => t('newer', { count })} />
 */

type Conditions<R extends Relation> = readonly Filter<R>[];

type Props<R extends Relation> = {
  relation: R;
  /** The filters of the list, plus `created_at` after this time. */
  filters: (since: string) => Conditions<R>;
  view: { search: string; sort: string; page: number };
  found: {
    data: { rows: readonly { created_at: string }[] } | undefined;
    isPlaceholderData: boolean;
    refetch: () => Promise<unknown>;
  };
  /** The kinds that this list marks as read. */
  kinds?: readonly ItemKind[];
  /** The message with the number of new rows. */
  text: (count: number) => string;
};

const none: readonly ItemKind[] = [];

export function NewerRows<R extends Relation>(props: Props<R>) {
  const { relation, filters, view, found, kinds = none, text } = props;
  // Placeholder data belongs to another view.
  const since = found.isPlaceholderData ? undefined : newRowsSince(found.data?.rows, view);
  const count = useNewRowCount(relation, since === undefined ? undefined : filters(since));
  const show = () => void found.refetch();
  useMarkRead(kinds, since);
  useWhenListIdle(count > 0, show);
  return <NewerBar count={count} text={text(count)} onShow={show} />;
}

type BarProps = {
  /** The number of new rows since the list was loaded. */
  count: number;
  /** The message with the number of new rows. */
  text: string;
  onShow: () => void;
};

/** A notice about new rows, with a button to load them. */
function NewerBar({ count, text, onShow }: BarProps) {
  const { t } = useTranslation('admin-kit');
  return (
    // Over the pager while there is a bulk bar, which it would move otherwise.
    <div
      role="status"
      className="inset-x-0 bottom-full empty:hidden [body:has(.bulk-bar)_&]:absolute"
    >
      {count > 0 && (
        <p className="mt-3 flex flex-wrap items-center gap-x-3 rounded-block border border-s-4 border-line border-s-status-new bg-raised px-3 text-small shadow-[0_-4px_16px_rgb(11_25_32/0.12)]">
          {text}
          <button
            type="button"
            onClick={({ currentTarget }) => {
              // The button disappears with the bar; the focus must not be lost.
              currentTarget.closest('main')?.focus({ preventScroll: true });
              window.scrollTo({ top: 0 });
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
 * The number of rows created since a list was loaded. The list itself does not change, so that nothing
 * moves while somebody reads it. Without filters there is no request.
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
 * The time after which a row is new to a list. Undefined unless the list shows the newest rows first,
 * without a search.
 */
function newRowsSince(
  rows: readonly { created_at: string }[] | undefined,
  { search, sort, page }: { search: string; sort: string; page: number },
): string | undefined {
  const isTop = search === '' && sort === '-created_at' && page === 1;
  return isTop && rows !== undefined ? (rows[0]?.created_at ?? always) : undefined;
}
