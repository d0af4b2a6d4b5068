import { ImportDrawer } from '@/admin/kit/import/import-drawer';
import { useTranslation } from '@/shared/i18n';
import { OrderImportPreview } from './order-import-preview';
import { orderImportFields } from './order-import-words';

/** Imports orders from a CSV file: our own export, or a list that was kept elsewhere. */
export function OrderImport({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin-order-import');
  return (
    <ImportDrawer
      title={t('import.title')}
      lead={[t('import.lead'), t('import.rules'), t('import.stock')]}
      fields={orderImportFields}
      labelOf={(name) => t(`import.fields.${name}`)}
      onClose={onClose}
    >
      {(given, onAgain) => (
        <OrderImportPreview key={JSON.stringify(given.mapping)} {...given} onAgain={onAgain} />
      )}
    </ImportDrawer>
  );
}
