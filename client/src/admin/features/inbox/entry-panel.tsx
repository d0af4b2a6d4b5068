import { useTranslation } from '@/shared/i18n';
import { CopyButton } from '@/shared/ui/copy-button';
import { Spinner } from '@/shared/ui/spinner';
import { DeleteEntry } from './delete-entry';
import { EntryControls } from './entry-controls';
import { EntryTabs } from './entry-tabs';
import { tableOf, type Entry, isLoaded } from './inbox-entry';
import { InquiryDetails } from './inquiry-details';
import { OrderDetails } from './order-details';
import { ReadMark } from './read-mark';
import type { Person } from './use-change-entry';

type Props = {
  entry: Entry;
  /** The footer of the drawer, for the actions. */
  foot: HTMLElement | null;
  me: Person;
  onConverted?: (talk: string) => void;
  onDeleted: () => void;
};

/**
 * The content of an entry with its actions. Shortcuts and buttons work at once; details that only the
 * entry's own row has are loaded.
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
      {isInquiry && <DeleteEntry entry={entry} onDeleted={props.onDeleted} />}
    </div>
  );
}

/** The raw row as JSON, with a copy button. */
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
