import { useMutation } from '@tanstack/react-query';
import { sb } from '@/shared/api/client';
import { unwrap } from '@/shared/api/failures';
import { BulkBar, bulkButton } from '@/admin/kit/list/bulk-bar';
import { useChangeRows } from '@/admin/kit/rows/use-change-rows';
import { useErrorToast } from '@/admin/kit/rows/use-error-toast';
import { useUndo } from '@/admin/kit/undo';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { stateOf, type Decision, type ReviewState } from './review';
import type { ReviewListState } from './use-review-list';

/** Bulk actions: approve or reject. */
export function ReviewBulkBar({ list }: { list: ReviewListState }) {
  const { t } = useTranslation('admin-reviews');
  const { ids, clear } = list.selection;
  const { mutate, isPending } = useDecideAll(clear);
  const decide = (status: Decision) => isPending || mutate({ ids, status });
  return (
    <BulkBar list={list} failed={t('failed')} isBusy={isPending}>
      <Button className={bulkButton} aria-disabled={isPending} onClick={() => decide('approved')}>
        {t('approve')}
      </Button>
      <Button
        look="line"
        className={bulkButton}
        aria-disabled={isPending}
        onClick={() => decide('rejected')}
      >
        {t('reject')}
      </Button>
    </BulkBar>
  );
}

type Known = { id: string; status: ReviewState };

const idsOfRequest = 100; // the ids are in the URL

/** The reviews with these ids and their states, which the browser does not know of those on other pages. */
async function fetchStates(ids: readonly string[]): Promise<Known[]> {
  const client = await sb();
  const known: Known[] = [];
  for (let from = 0; from < ids.length; from += idsOfRequest) {
    const some = ids.slice(from, from + idsOfRequest);
    // oxlint-disable-next-line no-await-in-loop -- one request at a time
    const rows = unwrap(await client.from('book_reviews').select('id, status').in('id', some));
    known.push(...rows.map((row) => ({ id: row.id, status: stateOf(row) })));
  }
  return known;
}

/** Decides many reviews, with an undo. Reviews with that decision already are not sent. */
function useDecideAll(onRead: () => void) {
  const { t } = useTranslation('admin-reviews');
  const offerUndo = useUndo();
  const showError = useErrorToast();
  const failed = (count: number) => t('bulk.failed', { count });
  const back = useChangeRows('book_reviews', { failed });
  const all = useChangeRows('book_reviews', {
    failed,
    onDone: (changed, undo) => {
      const message = changed[0]?.set.status === 'approved' ? 'bulk.approved' : 'bulk.rejected';
      offerUndo(t(message, { count: changed.length }), () => back.mutate(undo));
    },
  });
  return useMutation({
    networkMode: 'always',
    mutationFn: ({ ids }: { ids: string[]; status: Decision }) => fetchStates(ids),
    onSuccess: (known, { status }) => {
      onRead();
      const others = known.filter(({ status: was }) => was !== status);
      if (others.length === 0) return;
      all.mutate(
        others.map(({ id, status: was }) => ({ id, set: { status }, was: { status: was } })),
      );
    },
    onError: (error, { ids }) => showError(failed(ids.length), error),
  });
}
