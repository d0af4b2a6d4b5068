import { useTranslation } from 'react-i18next';
import { BulkBar } from '@/admin/list/bulk-bar';
import type { Selection } from '@/admin/list/use-selection';
import { useChangeRows } from '@/admin/rows/use-change-rows';
import { useUndo } from '@/admin/undo';
import { Button } from '@/ui/button';
import type { Decision, Review } from './review';

type Props = { rows: readonly Review[]; selection: Selection };

/** Bulk actions: approve or reject. */
export function ReviewBulkBar({ rows, selection }: Props) {
  const { t } = useTranslation('admin-reviews');
  const decideAll = useDecideAll();
  const decide = (status: Decision) => {
    const ids = rows.filter(({ id, status: now }) => selection.selected[id] && now !== status);
    decideAll(
      ids.map(({ id }) => id),
      status,
    );
    selection.clear();
  };
  return (
    <BulkBar selection={selection}>
      <Button className="lg:min-h-9!" onClick={() => decide('approved')}>
        {t('approve')}
      </Button>
      <Button look="line" className="lg:min-h-9!" onClick={() => decide('rejected')}>
        {t('reject')}
      </Button>
    </BulkBar>
  );
}

function useDecideAll() {
  const { t } = useTranslation('admin-reviews');
  const offerUndo = useUndo();
  const failed = (count: number) => t('bulk.failed', { count });
  const back = useChangeRows('book_reviews', { failed });
  const all = useChangeRows('book_reviews', {
    failed,
    onDone: (changed, undo) => {
      const message = changed[0]?.set.status === 'approved' ? 'bulk.approved' : 'bulk.rejected';
      offerUndo(t(message, { count: changed.length }), () => back.mutate(undo));
    },
  });
  return (ids: string[], status: Decision) => {
    if (ids.length > 0) all.mutate(ids.map((id) => ({ id, set: { status } })));
  };
}
