import { useState } from 'react';
import { failureText } from '@/shared/api/failures';
import { Drawer } from '@/admin/kit/drawer';
import type { RowNavigation } from '@/admin/kit/use-open-row';
import { useTranslation } from '@/shared/i18n';
import { FailureNotice } from '@/shared/ui/failure-notice';
import { Spinner } from '@/shared/ui/spinner';
import { StatusPill } from './entry-marks';
import { EntryPanel } from './entry-panel';
import type { Entry } from './inbox-entry';
import type { Person } from './use-change-entry';

/** The query of the whole entry. */
type One = {
  data: Entry | null | undefined;
  error: unknown;
  refetch: () => Promise<unknown>;
};

type Props = {
  /** The id in the URL; closed without one. */
  id: string | undefined;
  /** The entry from the list, shown until the query is loaded. */
  listed: Entry | undefined;
  one: One;
  /** The title while the entry loads. */
  title: string;
  me: Person;
  steps: RowNavigation;
  onClose: () => void;
  onConverted?: (talk: string) => void;
};

/** The drawer of an entry, with its details and actions. */
export function EntryDrawer({ id, listed, one, title, me, steps, onClose, onConverted }: Props) {
  // The panel is keyed by entry and renders its actions into the footer by a portal.
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const entry = one.data ?? (one.data === null ? undefined : listed);
  return (
    <Drawer
      open={id !== undefined}
      onClose={onClose}
      steps={steps}
      row={id}
      title={<bdi>{entry?.name ?? title}</bdi>}
      aside={entry?.form === 'book_order' && <StatusPill status={entry.status} />}
      foot={<div ref={setFoot} className="grow" />}
    >
      {entry === undefined ? (
        <NoEntry one={one} />
      ) : (
        <EntryPanel
          key={entry.id}
          entry={entry}
          foot={foot}
          me={me}
          onDeleted={onClose}
          {...(onConverted && { onConverted })}
        />
      )}
    </Drawer>
  );
}

function NoEntry({ one }: { one: One }) {
  const { t } = useTranslation(['admin-inbox', 'site']);
  if (one.data === null) return <p role="status">{t('gone')}</p>;
  if (one.error === null) return <Spinner label={t('site:loading')} className="min-h-48" />;
  return (
    <FailureNotice
      text={`${t('failedOne')} ${failureText(t, one.error)}`}
      retryLabel={t('site:retry')}
      onRetry={() => void one.refetch()}
    />
  );
}
