import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../admin/copy-button';
import { Spinner } from '../../ui/spinner';
import { isWhole, type Entry } from './inbox-entry';

/** The row as the database has it, to be read and copied whole. */
export function EntryRaw({ entry }: { entry: Entry }) {
  const { t } = useTranslation(['admin-inbox', 'site']);
  if (!isWhole(entry)) return <Spinner label={t('site:loading')} />;
  const text = JSON.stringify(entry.record, null, 2);
  return (
    <div className="grid gap-3">
      <CopyButton text={text} label={t('copyRecord')} className="justify-self-start" />
      <pre
        dir="ltr"
        className="border border-line bg-ground p-3 font-mono text-label leading-relaxed whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </pre>
    </div>
  );
}
