import { useMemo } from 'react';
import { ExternalLink, Trash2 } from 'lucide-react';
import { Drawer } from '@/admin/kit/drawer';
import { AdminForm } from '@/admin/kit/form/admin-form';
import { useRetainedRow } from '@/admin/kit/rows/use-retained-row';
import { RecordHistory } from '@/admin/kit/record-history';
import { newRow, type RowNavigation } from '@/admin/kit/use-open-row';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { LocalLink } from '@/shared/ui/local-link';
import { Button, buttonClass } from '@/shared/ui/button';
import { notify } from '@/shared/ui/toast';
import { useSaveRow } from '@/admin/kit/rows/use-save-row';
import { valueIn, type Content, type ContentRow, type ContentTable, type Values } from './content';
import { ContentFields } from './content-fields';
import type { RowActions } from './content-row';
import { schemaFor } from './content-schema';
import { newValues, valuesOf } from './content-values';
import { titleOf } from './content-view';
import { ExpeditionGallery } from './expedition-gallery';

type Opening = { opened: string | undefined; close: () => void; steps: RowNavigation };

type Props<T extends ContentTable> = {
  content: Content<T>;
  /** All rows of the table; undefined while they load. */
  rows: readonly ContentRow<T>[] | undefined;
  opening: Opening;
  /** The kind that the list is filtered by: the default of a new row. */
  kind: string | undefined;
  actions: RowActions<T>;
};

/** The form of one row, at the side of the list: ?open=<id>, or ?open=new for one more. */
export function ContentDrawer<T extends ContentTable>(props: Props<T>) {
  const { content, rows, opening } = props;
  const { t } = useTranslation('admin-content');
  const language = useLanguage();
  const table: ContentTable = content.table;
  const { opened, close, steps } = opening;
  const { row, isDeleted } = useRetainedRow(
    rows?.find(({ id }) => id === opened),
    opened,
  );
  const isNew = opened === newRow && rows !== undefined;
  return (
    <Drawer
      open={row !== undefined || isNew}
      onClose={close}
      isDeleted={isDeleted}
      size="wide"
      title={row === undefined ? t(`tables.${table}.new`) : titleOf(content, row, language).text}
      {...(row !== undefined && { row: row.id, steps, aside: <ViewLink {...{ content, row }} /> })}
    >
      <ContentForm {...props} key={row?.id ?? newRow} row={row} />
      {row !== undefined && content.gallery === true && (
        <ExpeditionGallery key={`${row.id} gallery`} expedition={row.id} />
      )}
      {row !== undefined && <RecordHistory key={`${row.id} history`} table={table} id={row.id} />}
    </Drawer>
  );
}

function ViewLink<T extends ContentTable>({ content, row }: FormProps<T>) {
  const { t } = useTranslation('admin-content');
  if (row?.published !== true) return null;
  // An icon on a narrow phone, where the title needs the room.
  return (
    <LocalLink
      to={content.place(row)}
      target="_blank"
      className={buttonClass('quiet', 'min-w-11 px-2!')}
    >
      <ExternalLink aria-hidden="true" className="size-5 sm:hidden" />
      <span className="max-sm:sr-only">{t('view')}</span>
    </LocalLink>
  );
}

type FormProps<T extends ContentTable> = {
  content: Content<T>;
  /** Undefined for a new one. */
  row: ContentRow<T> | undefined;
};

function ContentForm<T extends ContentTable>(props: Props<T> & FormProps<T>) {
  const { content, row, rows, kind, opening, actions } = props;
  const { t } = useTranslation('admin-content');
  const table: ContentTable = content.table;
  const schema = useMemo(
    () => schemaFor(content, (problem, values) => t(`problems.${problem}`, { ...values })),
    [content, t],
  );
  const defaults = useMemo(
    () => (row === undefined ? newValues(content, kind) : valuesOf(content, row)),
    [content, row, kind],
  );
  const save = useSaveContent(content, row, rows?.length ?? 0);
  return (
    <AdminForm
      schema={schema}
      defaults={defaults}
      record={row && { table, ids: [row.id] }}
      draft={`${table}.${row?.id ?? newRow}`}
      failed={t('reason', {
        what: t(`tables.${table}.failed.${row === undefined ? 'add' : 'update'}`),
      })}
      constraintErrors={{ [`${table}_slug_key`]: { field: 'slug', text: t('problems.taken') } }}
      onSave={save}
      onSaved={() => {
        notify('good', t(`tables.${table}.${row === undefined ? 'added' : 'saved'}`), { ms: 6000 });
        if (row === undefined) opening.close();
      }}
      foot={row !== undefined && <DeleteButton onPress={() => actions.onDelete(row)} />}
    >
      <ContentFields content={content} isNew={row === undefined} />
    </AdminForm>
  );
}

function DeleteButton({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation('admin-content');
  return (
    <Button look="line" className="text-bad" onClick={onPress}>
      <Trash2 aria-hidden="true" className="size-4" />
      {t('delete')}
    </Button>
  );
}

/**
 * Returns the save function: inserts a new row at the end, or updates only the changed columns of a row, so
 * that concurrent changes of other columns stay.
 */
function useSaveContent<T extends ContentTable>(
  content: Content<T>,
  row: ContentRow<T> | undefined,
  count: number,
) {
  const table: ContentTable = content.table;
  const save = useSaveRow(table);
  return async (values: Values<T>): Promise<void> => {
    if (row === undefined) {
      await save.mutateAsync({ set: { ...values, display_order: count } });
      return;
    }
    const set = changed(row, values);
    if (Object.keys(set).length > 0) await save.mutateAsync({ shown: row, set });
  };
}

/** The changed columns. */
const changed = (row: object, values: object): object =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([column, value]) => JSON.stringify(value) !== JSON.stringify(valueIn(row, column)),
    ),
  );
