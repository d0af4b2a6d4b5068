import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sb } from '@/shared/api/client';
import { Failure, unwrap } from '@/shared/api/failures';
import { refresh } from '@/admin/kit/rows/cached-rows';
import { useErrorToast } from '@/admin/kit/rows/use-error-toast';
import { useUndo } from '@/admin/kit/undo';
import { useTranslation } from '@/shared/i18n';
import { notify } from '@/shared/ui/toast';
import type { InquiryStatus } from './inbox-entry';

// Inquiries of a request. The server takes at most 500; each request is one transaction.
const batchSize = 200;

const places = [
  'form_submissions',
  'contact_submissions',
  'speaking_inquiries',
  'sponsorship_inquiries',
  'retreat_inquiries',
  'trash',
] as const;

type Result<Done> = { done: Done[]; missing: number; error: unknown };

/**
 * Sends ids in batches. A batch that fails ends it: `missing` counts the ids that were not done, and those of
 * earlier batches stay done.
 */
async function inBatches<Id, Done>(
  ids: readonly Id[],
  send: (batch: Id[]) => Promise<Done[]>,
  onProgress: (count: number) => void,
): Promise<Result<Done>> {
  const done: Done[] = [];
  let error: unknown = new Failure('refused', '', 'not every inquiry was changed');
  for (let from = 0; from < ids.length; from += batchSize) {
    onProgress(from);
    try {
      // One after the other, so that one transaction at a time runs.
      // oxlint-disable-next-line no-await-in-loop
      done.push(...(await send(ids.slice(from, from + batchSize))));
    } catch (reason) {
      error = reason;
      break;
    }
  }
  return { done, missing: ids.length - done.length, error };
}

type Changed = { id: string; was: string };

const setStatusOf = (status: string) => async (inquiries: string[]) => {
  const client = await sb();
  return unwrap(await client.rpc('set_inquiry_status', { inquiries, status }));
};

async function deleteAll(inquiries: string[]) {
  const client = await sb();
  return unwrap(await client.rpc('delete_inquiries', { inquiries }));
}

async function restoreAll(entries: number[]) {
  const client = await sb();
  const restored = unwrap(await client.rpc('restore_all_from_trash', { entries }));
  return entries.slice(0, restored);
}

/** Sets each inquiry back to the status that it had. */
async function setBack(changed: readonly Changed[]): Promise<Result<Changed>> {
  const statuses = [...new Set(changed.map(({ was }) => was))];
  const all: Result<Changed> = { done: [], missing: 0, error: undefined };
  for (const status of statuses) {
    const ids = changed.filter(({ was }) => was === status).map(({ id }) => id);
    // oxlint-disable-next-line no-await-in-loop -- one transaction at a time, as above
    const result = await inBatches(ids, setStatusOf(status), () => {});
    all.done.push(...result.done);
    all.missing += result.missing;
    all.error = result.error;
  }
  return all;
}

type Action =
  | { kind: 'status'; ids: readonly string[]; status: InquiryStatus }
  | { kind: 'delete'; ids: readonly string[] };

/** Changes of many inquiries with result and undo. `progress` is the number of those done while it runs. */
export function useBulkInquiries(onDone: () => void) {
  const { t } = useTranslation('admin-inbox');
  const queries = useQueryClient();
  const offerUndo = useUndo();
  const showError = useErrorToast();
  const [progress, setProgress] = useState<number>();
  const report = ({ missing, error }: Result<unknown>) => {
    if (missing > 0) showError(t('bulk.failed', { count: missing }), error);
  };
  const undo = useMutation({
    networkMode: 'always',
    mutationFn: (run: () => Promise<Result<unknown>>) => run(),
    onSuccess: (result) => {
      report(result);
      if (result.done.length > 0) {
        notify('good', t('bulk.undone', { count: result.done.length }), { ms: 6000 });
      }
    },
    onSettled: () => refresh(queries, places),
  });
  const run = useMutation({
    networkMode: 'always',
    mutationFn: async (action: Action) => {
      if (action.kind === 'status') {
        const result = await inBatches(action.ids, setStatusOf(action.status), setProgress);
        const changed = result.done.filter(({ was }) => was !== action.status);
        return { result, count: changed.length, back: () => setBack(changed) };
      }
      const result = await inBatches(action.ids, deleteAll, setProgress);
      const entries = result.done.map(({ entry }) => entry);
      const back = () => inBatches(entries.toReversed(), restoreAll, () => {});
      return { result, count: entries.length, back };
    },
    onSuccess: ({ result, count, back }, action) => {
      report(result);
      const text =
        action.kind === 'delete' ? 'bulk.deleted' : (`bulk.done.${action.status}` as const);
      if (count > 0) offerUndo(t(text, { count }), () => undo.mutate(back));
      else if (result.missing === 0) notify('good', t('bulk.nothing'), { ms: 6000 });
      if (result.missing === 0) onDone();
    },
    onSettled: () => {
      setProgress(undefined);
      return refresh(queries, places);
    },
  });
  return {
    progress,
    setStatus: (ids: readonly string[], status: InquiryStatus) =>
      run.mutate({ kind: 'status', ids, status }),
    remove: (ids: readonly string[]) => run.mutate({ kind: 'delete', ids }),
  };
}
