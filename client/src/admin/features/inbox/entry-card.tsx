import { useTranslation } from '@/shared/i18n';
import { formatDate } from '@/shared/i18n/format';
import { EntryState, Excerpt, SenderName } from './entry-marks';
import type { Entry } from './inbox-entry';

/** An entry as a card. */
export function EntryCard({ row: entry }: { row: Entry }) {
  const { t } = useTranslation('admin-inbox');
  return (
    <div className="grid grid-cols-1 gap-1">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="min-w-0 text-body">
          <SenderName entry={entry} />
        </h2>
        <bdi dir="ltr" className="shrink-0 text-label text-muted tabular-nums">
          {formatDate(entry.created_at)}
        </bdi>
      </div>
      <p className="min-w-0 text-small">
        <Excerpt entry={entry} />
      </p>
      <p className="flex flex-wrap items-center gap-x-3 text-small">
        <EntryState entry={entry} />
        <span className="text-label text-muted">{t(`forms.${entry.form}`)}</span>
      </p>
    </div>
  );
}
