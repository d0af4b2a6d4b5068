import { useTranslation, useLanguage } from '@/shared/i18n';
import { CopyButton } from '@/shared/ui/copy-button';
import { Spinner } from '@/shared/ui/spinner';
import { EntryControls } from './entry-controls';
import { tableOf, type Entry, isLoaded } from './inbox-entry';
import { InquiryDetails } from './inquiry-details';
import { ReadMark } from './read-mark';
import type { Person } from './use-change-entry';
import { useDeleteRow } from '@/admin/kit/rows/use-delete-row';
import { Button, buttonClass } from '@/shared/ui/button';
import type { ReactNode } from 'react';
import { Tabs } from 'radix-ui';
import { directionOf } from '@/shared/i18n/language';
import { createPortal } from 'react-dom';
import { RecordHistory } from '@/admin/kit/record-history';
import { LocalLink } from '@/shared/ui/local-link';
import { OnwardIcon } from '@/shared/ui/icons';
import { EntryFactsList } from './entry-facts-list';

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

type DeleteEntryProps = { entry: Entry; onDeleted: () => void };

/** Deletes an inquiry, with undo: it is in the trash for 30 days. */
function DeleteEntry({ entry, onDeleted }: DeleteEntryProps) {
  const { t } = useTranslation('admin-inbox');
  const remove = useDeleteRow(tableOf(entry) ?? 'contact_submissions', {
    failed: t('remove.failed'),
    deleted: t('remove.done'),
    alsoIn: ['form_submissions'],
    onDone: onDeleted,
  });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        look="line"
        className="lg:min-h-9"
        aria-disabled={remove.isPending}
        onClick={() => remove.isPending || remove.mutate(entry.id)}
      >
        {t('remove.action')}
      </Button>
      <p className="text-small text-muted">{t('remove.detail')}</p>
    </div>
  );
}

const parts = ['details', 'raw'] as const;
type Part = (typeof parts)[number];

/** The tabs of an entry. */
function EntryTabs({ children }: { children: Record<Part, ReactNode> }) {
  const { t } = useTranslation('admin-inbox');
  const dir = directionOf(useLanguage());
  return (
    <Tabs.Root defaultValue="details" dir={dir} className="grid gap-4">
      <Tabs.List
        aria-label={t('tabs.label')}
        className="flex gap-5 border-b border-line text-small"
      >
        {parts.map((part) => (
          <Tabs.Trigger
            key={part}
            value={part}
            className="-mb-px min-h-11 border-b-2 border-transparent text-muted hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink lg:min-h-9"
          >
            {t(`tabs.${part}`)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {parts.map((part) => (
        <Tabs.Content key={part} value={part} tabIndex={-1} className="min-w-0 outline-none">
          {children[part]}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

type OrderDetailsProps = { entry: Entry; foot: HTMLElement | null };

/** A book order in the inbox: its facts, and a link to its screen. */
function OrderDetails({ entry, foot }: OrderDetailsProps) {
  const { t } = useTranslation('admin-inbox');
  const orderLink = (
    <LocalLink
      to={`/admin/book-orders?open=${entry.id}`}
      className={buttonClass('solid', 'w-full sm:w-auto')}
    >
      {t('openOrder')}
      <OnwardIcon />
    </LocalLink>
  );
  return (
    <>
      <EntryFactsList entry={entry} />
      <div className="mt-6">
        <RecordHistory table="book_orders" id={entry.id} />
      </div>
      {foot && createPortal(orderLink, foot)}
    </>
  );
}
