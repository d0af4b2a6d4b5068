import { useConfirm } from '@/admin/kit/confirm';
import { useErrorToast } from '@/admin/kit/rows/use-error-toast';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { notify } from '@/shared/ui/toast';
import { useErasePerson, useExportPerson, type PersonRow } from './use-person';

type Props = {
  selected: readonly PersonRow[];
  /** Those of them that cannot be erased yet. */
  open: readonly PersonRow[];
  /** Those of them that are not erased here. */
  staff: readonly PersonRow[];
};

const className = 'max-sm:grow lg:min-h-9';

/** Hands over and erases the selected rows. */
export function PersonActions({ selected, open, staff }: Props) {
  const { t } = useTranslation('admin-people');
  const confirm = useConfirm();
  const showError = useErrorToast();
  const exporting = useExportPerson();
  const erasing = useErasePerson();
  const isNone = selected.length === 0;
  const save = (as: 'json' | 'csv') =>
    exporting.mutate(selected, {
      onSuccess: (exported) => {
        // With the CSV library, which no other screen begins with.
        import('./person-file')
          .then(({ savePerson }) => savePerson(exported, as))
          .catch((error: unknown) => showError(t('export.failed'), error));
      },
      onError: (error) => showError(t('export.failed'), error),
    });
  const erase = async () => {
    const isSure = await confirm({
      question: t('erase.question', { count: selected.length }),
      detail: t('erase.detail'),
      action: t('erase.action'),
      tone: 'bad',
    });
    if (!isSure) return;
    erasing.mutate(selected, {
      onSuccess: () => notify('good', t('erase.done'), { ms: 8000 }),
      onError: (error) => showError(t('erase.failed'), error),
    });
  };
  return (
    <div className="mt-4 grid gap-3">
      {open.length > 0 && <p className="text-small text-bad">{t('erase.open')}</p>}
      {staff.length > 0 && <p className="text-small text-bad">{t('erase.staff')}</p>}
      <div className="flex flex-wrap gap-2">
        <Button
          look="line"
          className={className}
          disabled={isNone}
          onClick={() => exporting.isPending || save('json')}
        >
          {t('export.json')}
        </Button>
        <Button
          look="line"
          className={className}
          disabled={isNone}
          onClick={() => exporting.isPending || save('csv')}
        >
          {t('export.csv')}
        </Button>
        <Button
          className={className}
          disabled={isNone || open.length > 0 || staff.length > 0}
          onClick={() => erasing.isPending || void erase()}
        >
          {erasing.isPending ? t('erase.erasing') : t('erase.action')}
        </Button>
      </div>
    </div>
  );
}
