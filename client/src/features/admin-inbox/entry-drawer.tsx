import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../api/failures';
import { Drawer } from '../../admin/drawer';
import type { RowNavigation } from '../../admin/use-open-row';
import { FailureNotice } from '../../ui/failure-notice';
import { Spinner } from '../../ui/spinner';
import { StatusPill } from './entry-marks';
import { EntryPanel } from './entry-panel';
import type { Entry } from './inbox-entry';
import type { Person } from './use-change-entry';

/** The whole entry, as it was asked for. */
type One = {
  data: Entry | null | undefined;
  error: unknown;
  refetch: () => Promise<unknown>;
};

type Props = {
  /** The id in the address; closed without one. */
  id: string | undefined;
  /** What the list knows of it, to be shown at once. */
  listed: Entry | undefined;
  one: One;
  /** What it is called while it is not known. */
  title: string;
  me: Person;
  steps: RowNavigation;
  onClose: () => void;
  onConverted?: (talk: string) => void;
};

/** One entry in full, with all that can be done about it. */
export function EntryDrawer({ id, listed, one, title, me, steps, onClose, onConverted }: Props) {
  // The panel is another one for each entry; what it has for the foot, it puts there.
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
