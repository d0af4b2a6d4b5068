import { useMemo } from 'react';
import type { Column } from '@/admin/kit/list/column';
import { useTranslation } from '@/shared/i18n';
import { formatDateTime } from '@/shared/i18n/format';
import { AssignedName, EntryState, Excerpt, SenderName } from './entry-marks';
import type { Entry } from './inbox-entry';

/** The columns of a list of entries. The form column is omitted in a list of one form. */
export function useEntryColumns(withForm: boolean): Column<Entry>[] {
  const { t } = useTranslation('admin-inbox');
  return useMemo<Column<Entry>[]>(
    () => [
      {
        id: 'name',
        head: t('columns.from'),
        cell: (entry) => <From entry={entry} />,
        rowHead: true,
        sorts: !withForm,
        className: 'w-64 max-w-64',
      },
      ...(withForm ? [formColumn(t('columns.form'), (form) => t(`forms.${form}`))] : []),
      {
        id: 'message',
        head: t('columns.message'),
        cell: (entry) => <Excerpt entry={entry} />,
        className: 'max-w-0 w-full',
      },
      {
        id: 'status',
        head: t('columns.status'),
        cell: (entry) => <EntryState entry={entry} />,
        className: 'whitespace-nowrap',
      },
      {
        id: 'assigned_to',
        head: t('columns.assigned'),
        cell: ({ assigned_to: id }) => <AssignedName id={id} />,
        className: 'min-w-32',
      },
      {
        id: 'created_at',
        head: t('columns.received'),
        cell: ({ created_at: at }) => <bdi dir="ltr">{formatDateTime(at)}</bdi>,
        sorts: true,
        className: 'whitespace-nowrap tabular-nums',
      },
    ],
    [t, withForm],
  );
}

const formColumn = (head: string, word: (form: Entry['form']) => string): Column<Entry> => ({
  id: 'form_type',
  head,
  cell: ({ form }) => word(form),
  className: 'whitespace-nowrap',
});

function From({ entry }: { entry: Entry }) {
  return (
    <>
      <SenderName entry={entry} />
      <bdi dir="ltr" className="block max-w-64 truncate text-label text-muted rtl:text-end">
        {entry.email}
      </bdi>
    </>
  );
}
