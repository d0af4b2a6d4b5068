import { useTranslation } from 'react-i18next';
import { useConfirm } from '@/admin/confirm';
import { csvName } from '@/admin/csv';
import { useErrorToast } from '@/admin/rows/use-error-toast';
import { Button } from '@/ui/button';
import { notify } from '@/ui/toast';
import { download, personCsv } from './person-file';
import { useErasePerson, useExportPerson, type PersonRow } from './use-person';

type Props = {
  selected: readonly PersonRow[];
  /** Those of them that cannot be erased yet. */
  open: readonly PersonRow[];
};

const className = 'max-sm:grow lg:min-h-9';

/** Hands over and erases the selected rows. */
export function PersonActions({ selected, open }: Props) {
  const { t } = useTranslation('admin-people');
  const confirm = useConfirm();
  const showError = useErrorToast();
  const exporting = useExportPerson();
  const erasing = useErasePerson();
  const isNone = selected.length === 0;
  const save = (as: 'json' | 'csv') =>
    exporting.mutate(selected, {
      onSuccess: (exported) => {
        const name = csvName('person', new Date());
        if (as === 'csv') download(personCsv(exported), 'text/csv', name);
        else {
          const text = JSON.stringify(exported, null, 2);
          download(text, 'application/json', name.replace(/csv$/, 'json'));
        }
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
          disabled={isNone || open.length > 0}
          onClick={() => erasing.isPending || void erase()}
        >
          {erasing.isPending ? t('erase.erasing') : t('erase.action')}
        </Button>
      </div>
    </div>
  );
}
