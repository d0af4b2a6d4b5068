import { useMarkRead } from '../notifications/use-read-marks';
import type { ItemKind } from '../notifications/kinds';
import type { Relation } from '../rows/any-table';
import type { Filter } from '../rows/filters';
import { newRowsSince, useNewRowCount } from '../rows/use-new-row-count';
import { useWhenListIdle } from './use-idle-list';
import { NewerBar } from './newer-bar';

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
