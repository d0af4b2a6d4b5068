import { ImportDrawer } from '@/admin/kit/import/import-drawer';
import { useTranslation } from '@/shared/i18n';
import { SubscriberImportPreview } from './import-preview';
import { importFields } from './subscriber-import';

/** Imports subscribers from a CSV file. */
export function SubscriberImport({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin-newsletter');
  return (
    <ImportDrawer
      title={t('import.title')}
      lead={[t('import.lead'), t('import.consent')]}
      fields={importFields}
      labelOf={(name) => t(`import.fields.${name}`)}
      onClose={onClose}
    >
      {(given, onAgain) => (
        <SubscriberImportPreview key={JSON.stringify(given.mapping)} {...given} onAgain={onAgain} />
      )}
    </ImportDrawer>
  );
}
