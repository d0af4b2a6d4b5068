import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/copy-button';
import { Spinner } from '../../ui/spinner';
import { EntryControls } from './entry-controls';
import { EntryTabs } from './entry-tabs';
import { tableOf, type Entry, isLoaded } from './inbox-entry';
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

/** The row as the database has it, to be read and copied whole. */
function EntryRaw({ entry }: { entry: Entry }) {
  const { t } = useTranslation(['admin-inbox', 'admin-kit', 'site']);
  if (!isLoaded(entry)) return <Spinner label={t('site:loading')} />;
  const text = JSON.stringify(entry.record, null, 2);
  return (
    <div className="grid gap-3">
      <CopyButton
        text={text}
        label={t('copyRecord')}
        copied={t('admin-kit:copy.copied')}
        failed={t('admin-kit:copy.failed')}
        className="justify-self-start lg:min-h-9"
      />
      <pre
        dir="ltr"
        className="border border-line bg-ground p-3 font-mono text-label leading-relaxed whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </pre>
    </div>
  );
}
