import { useTranslation } from 'react-i18next';
import { useConfirm } from '@/admin/confirm';
import { useDeleteRow } from '@/admin/rows/use-delete-row';
import { Button } from '@/ui/button';
import { notify } from '@/ui/toast';
import { tableOf, type Entry } from './inbox-entry';

type Props = { entry: Entry; onDeleted: () => void };

/** Deletes an inquiry for good, after a question: for spam. */
export function DeleteEntry({ entry, onDeleted }: Props) {
  const { t } = useTranslation('admin-inbox');
  const confirm = useConfirm();
  const remove = useDeleteRow(tableOf(entry) ?? 'contact_submissions', {
    failed: t('remove.failed'),
    alsoIn: ['form_submissions'],
    onDone: () => {
      notify('good', t('remove.done'), { ms: 6000 });
      onDeleted();
    },
  });
  const ask = async () => {
    const isSure = await confirm({
      question: t('remove.question'),
      detail: t('remove.detail'),
      action: t('remove.action'),
      tone: 'bad',
    });
    if (isSure) remove.mutate(entry.id);
  };
  return (
    <p>
      <Button look="line" className="lg:min-h-9" onClick={() => void ask()}>
        {t('remove.action')}
      </Button>
    </p>
  );
}
