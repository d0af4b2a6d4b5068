import { useDeleteRow } from '@/admin/kit/rows/use-delete-row';
import { useTranslation } from '@/shared/i18n';
import { Button } from '@/shared/ui/button';
import { tableOf, type Entry } from './inbox-entry';

type Props = { entry: Entry; onDeleted: () => void };

/** Deletes an inquiry, with undo: it is in the trash for 30 days. */
export function DeleteEntry({ entry, onDeleted }: Props) {
  const { t } = useTranslation('admin-inbox');
  const remove = useDeleteRow(tableOf(entry) ?? 'contact_submissions', {
    failed: t('remove.failed'),
    deleted: t('remove.done'),
    alsoIn: ['form_submissions'],
    onDone: onDeleted,
  });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        look="line"
        className="lg:min-h-9"
        aria-disabled={remove.isPending}
        onClick={() => remove.isPending || remove.mutate(entry.id)}
      >
        {t('remove.action')}
      </Button>
      <p className="text-small text-muted">{t('remove.detail')}</p>
    </div>
  );
}
