import type { Filter } from '@/admin/rows/filters';
import { useCounts } from '@/admin/rows/use-counts';
import { usePageOfRows, type PageQuery } from '@/admin/rows/use-page-of-rows';
import { memoizePerRow, useAsEntries } from './as-entries';
import { messageEntry } from './inbox-entry';
import {
  otherConditions,
  stateCondition,
  type InboxState,
  type useMessageView,
} from './inbox-view';

const entryOf = memoizePerRow(messageEntry);

type View = ReturnType<typeof useMessageView>['view'];

/** The columns of a message that are not in its row are computed: see schema/0037_inquiry_queue.sql. */
export const messageColumns = '*,replied,speaking_inquiries(id)';

/** The query of the contact messages, with the speaking inquiry created from each. */
export function messageQuery(view: View, me: string): PageQuery<'contact_submissions'> {
  const filters: Filter<'contact_submissions'>[] = [
    ...otherConditions(view, me),
    stateCondition(view.filters.status),
  ];
  return { view: { ...view, search: '' }, filters, select: messageColumns };
}

/** A page of contact messages. */
export const useMessages = (view: View, me: string) =>
  useAsEntries(usePageOfRows('contact_submissions', messageQuery(view, me)), entryOf);

/** The number of messages in each tab, of those that the other filters and the search let through. */
export function useMessageCounts(view: View, me: string) {
  const among: Filter<'contact_submissions'>[] = otherConditions(view, me);
  const of = (state?: InboxState) => [...among, stateCondition(state)];
  return useCounts('contact_submissions', {
    all: of(),
    unanswered: of('unanswered'),
    new: of('new'),
    read: of('read'),
    responded: of('responded'),
    spam: of('spam'),
  });
}
