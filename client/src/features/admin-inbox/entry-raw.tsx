import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/copy-button';
import { Spinner } from '../../ui/spinner';
import { isLoaded, type Entry } from './inbox-entry';

/** The row as the database has it, to be read and copied whole. */
export function EntryRaw({ entry }: { entry: Entry }) {
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
