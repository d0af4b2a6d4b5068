import { whereEqual, type Filter } from '@/admin/rows/filters';
import { useCounts } from '@/admin/rows/use-counts';
import { usePageOfRows, type PageQuery } from '@/admin/rows/use-page-of-rows';
import { memoizePerRow, useAsEntries } from './as-entries';
import { messageEntry } from './inbox-entry';
import { searched, assigneeCondition, type useMessageView } from './inbox-view';

const entryOf = memoizePerRow(messageEntry);

type View = ReturnType<typeof useMessageView>['view'];

/** The query of the contact messages, with the speaking inquiry created from each. */
export function messageQuery(view: View, me: string): PageQuery<'contact_submissions'> {
  const { status, to } = view.filters;
  const filters: Filter<'contact_submissions'>[] = [
    ...whereEqual<'contact_submissions'>('status', status),
    ...assigneeCondition(to, me),
  ];
  return { view, filters, search: searched, select: '*,speaking_inquiries(id)' };
}

/** A page of contact messages. */
export const useMessages = (view: View, me: string) =>
  useAsEntries(usePageOfRows('contact_submissions', messageQuery(view, me)), entryOf);

/** The counts of each status. */
export const useMessageCounts = () =>
  useCounts('contact_submissions', {
    all: [],
    new: [['status', 'eq', 'new']],
    read: [['status', 'eq', 'read']],
    responded: [['status', 'eq', 'responded']],
  });
