import { useConfirm } from '@/admin/kit/confirm';
import { useChangeRow } from '@/admin/kit/rows/use-change-row';
import { useDeleteRow } from '@/admin/kit/rows/use-delete-row';
import { useLanguage, useTranslation } from '@/shared/i18n';
import type { Content, ContentRow, ContentTable } from './content';
import type { RowActions } from './content-row';
import { titleOf } from './content-view';

/** The actions of a row in the list. */
export function useContentActions<T extends ContentTable>(
  content: Content<T>,
  onOpen: (id: string) => void,
  onDeleted: (id: string) => void,
): RowActions<T> {
  const { t } = useTranslation('admin-content');
  const language = useLanguage();
  const confirm = useConfirm();
  const table: ContentTable = content.table;
  const change = useChangeRow(table, {
    failed: t('reason', { what: t(`tables.${table}.failed.update`) }),
  });
  const remove = useDeleteRow(table, {
    failed: t('reason', { what: t(`tables.${table}.failed.delete`) }),
    deleted: t(`tables.${table}.deleted`),
    onDone: onDeleted,
  });
  const confirmDelete = async (row: ContentRow<T>) => {
    const question = {
      question: t(`tables.${table}.sure`),
      detail: titleOf(content, row, language).text,
      action: t('delete'),
      tone: 'bad',
    } as const;
    if (await confirm(question)) remove.mutate(row.id);
  };
  return {
    onOpen,
    onPublish: (row, published) => change.mutate({ id: row.id, set: { published } }),
    onDelete: (row) => void confirmDelete(row),
  };
}
