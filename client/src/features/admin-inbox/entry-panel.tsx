import { EntryControls } from './entry-controls';
import { EntryRaw } from './entry-raw';
import { EntryTabs } from './entry-tabs';
import { tableOf, type Entry } from './inbox-entry';
import { InquiryDetails } from './inquiry-details';
import { OrderDetails } from './order-details';
import { ReadMark } from './read-mark';
import type { Person } from './use-change-entry';

type Props = {
  entry: Entry;
  /** Where the actions go: in sight at the foot of the drawer. */
  foot: HTMLElement | null;
  me: Person;
  onConverted?: (talk: string) => void;
};

/**
 * What was sent and what is known of it, with all that can be done about it. Keys and buttons are there
 * at once; what only the entry's own row knows follows when it has come.
 */
export function EntryPanel(props: Props) {
  const { entry } = props;
  const isInquiry = tableOf(entry) !== undefined;
  const Details = isInquiry ? InquiryDetails : OrderDetails;
  return (
    <div className="grid grid-cols-1 gap-4">
      {isInquiry && <ReadMark entry={entry} />}
      {isInquiry && <EntryControls entry={entry} me={props.me.id} />}
      <EntryTabs>{{ details: <Details {...props} />, raw: <EntryRaw entry={entry} /> }}</EntryTabs>
    </div>
  );
}
