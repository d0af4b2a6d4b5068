import { useTranslation } from '@/shared/i18n';
import { formatDateTime } from '@/shared/i18n/format';
import { Pill } from '@/shared/ui/pill';
import type { Entry } from './entry';
import { useAuditLabels } from './use-audit-labels';

/** The action: added, changed, deleted. */
export function ActionPill({ action }: Pick<Entry, 'action'>) {
  const { t } = useTranslation('admin-audit');
  return <Pill tone={action === 'insert' ? 'new' : 'other'}>{t(`actions.${action}`)}</Pill>;
}

type BylineProps = {
  entry: Entry;
  /** The name of the author; defaults to the e-mail, or the former role. */
  name?: string | null;
  className?: string;
};

/** The author and the time of an entry. */
export function EntryByline({ entry, name, className = '' }: BylineProps) {
  const labels = useAuditLabels();
  return (
    <p className={`text-small wrap-anywhere ${className}`}>
      <bdi className="font-medium">{name ?? labels.who(entry)}</bdi>{' '}
      <time dateTime={entry.at} dir="ltr" className="inline-block text-muted tabular-nums">
        {formatDateTime(entry.at)}
      </time>
    </p>
  );
}
