import { useList } from '@/admin/kit/list/use-list';
import { messageEntry } from './inbox-entry';
import { inboxViews, otherConditions, stateCondition } from './inbox-view';

/** The columns of a message that are not in its row are computed: see schema/0021_inquiry_queue.sql. */
export const messageColumns = '*,replied,speaking_inquiries(id)';

const views = { ...inboxViews, sorts: ['created_at', 'name'] } as const;

/** The list of contact messages, with the speaking inquiry created from each. `me` is the signed-in admin. */
export const useMessageList = (me: string) =>
  useList({
    relation: 'contact_submissions',
    views,
    query: (view) => ({
      filters: [...otherConditions(view, me), stateCondition(view.filters.status)],
      select: messageColumns,
    }),
    rowOf: messageEntry,
  });

export type MessageListState = ReturnType<typeof useMessageList>;
