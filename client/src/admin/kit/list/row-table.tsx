import type { ReactNode } from 'react';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { useTranslation } from '@/shared/i18n';
import { nextSort, type Column } from './column';
import type { ListProps, Named } from './data-table';
import { OpenButton } from './open-button';
import { rowEvents } from './row-events';
import { useIsPlaceholderData } from './list-frame';
import { RowCheckbox, Checkbox } from './checkbox';
import { useMemoRows, type RowProps } from './use-memo-rows';

const sides = { center: 'text-center', end: 'text-end' } as const;
const sideOf = ({ align }: { align?: 'center' | 'end' }) =>
  align === undefined ? 'text-start' : sides[align];

/** The rows as a table, for wide screens. */
export function RowTable<Row extends Named>(props: ListProps<Row>) {
  const { caption, rows, controls, opened, columns, nameOf, onOpen } = props;
  return (
    <table className="w-full border-collapse text-small">
      <caption className="sr-only">{caption}</caption>
      <Head {...props} />
      <tbody inert={useIsPlaceholderData()}>
        {rows.map((row) => (
          <TableRow
            key={row.id}
            row={row}
            columns={columns}
            nameOf={nameOf}
            onOpen={onOpen}
            isOpen={row.id === opened}
            toggle={controls?.toggleOf(row)}
            selects={controls !== undefined}
          />
        ))}
      </tbody>
    </table>
  );
}

function Head<Row extends Named>({ columns, controls, sort, onSort, onOpen }: ListProps<Row>) {
  const { t } = useTranslation('admin-kit');
  const cell = 'bg-ground font-medium text-muted';
  return (
    <thead className="sticky top-0 z-10 shadow-[0_1px_0_var(--color-ink)]">
      <tr>
        {controls && (
          <th className="w-9 bg-ground">
            <Checkbox
              label={t('list.tickAll')}
              state={controls.all}
              onToggle={controls.onToggleAll}
            />
          </th>
        )}
        {columns.map((column) => {
          const { id, head, sorts = false, quietHead = false, className = '' } = column;
          const classes = `${cell} ${sideOf(column)} ${className}`;
          if (sorts && sort !== undefined && onSort !== undefined) {
            const press = () => onSort(nextSort(sort, id));
            return (
              <SortableHead key={id} className={classes} {...{ id, sort }} onPress={press}>
                {head}
              </SortableHead>
            );
          }
          return (
            <th key={id} scope="col" className={`${classes} h-9 px-3`}>
              {quietHead ? <span className="sr-only">{head}</span> : head}
            </th>
          );
        })}
        {onOpen && (
          <th className="w-9 bg-ground">
            <span className="sr-only">{t('list.details')}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

type TableRowProps<Row> = RowProps<Row> & {
  columns: readonly Column<Row>[];
  /** Whether the table has a column of checkboxes. */
  selects: boolean;
};

function TableRow<Row extends Named>(props: TableRowProps<Row>) {
  const { row, columns, nameOf, onOpen, isOpen, toggle, selects } = props;
  return useMemoRows(props, columns, () => (
    <tr
      {...rowEvents(
        onOpen && (() => onOpen(row.id)),
        toggle && (() => toggle.change(!toggle.isOn, false)),
      )}
      data-row={row.id}
      // J and K focus the row; Tab moves between controls.
      tabIndex={-1}
      aria-current={isOpen ? 'true' : undefined}
      className="border-b border-line -outline-offset-2 hover:bg-raised aria-[current]:bg-raised has-checked:bg-raised"
    >
      {selects && (
        <td className="align-middle">
          {toggle && <RowCheckbox toggle={toggle} name={nameOf(row)} />}
        </td>
      )}
      {columns.map((column) => (
        <Cell key={column.id} row={row} column={column} />
      ))}
      {onOpen && (
        <td className="align-middle">
          <OpenButton id={row.id} name={nameOf(row)} onOpen={onOpen} />
        </td>
      )}
    </tr>
  ));
}

function Cell<Row>({ row, column }: { row: Row; column: Column<Row> }) {
  const classes = `px-3 py-1.5 align-middle ${sideOf(column)} ${column.className ?? ''}`;
  return column.rowHead === true ? (
    <th scope="row" className={`${classes} font-normal`}>
      {column.cell(row)}
    </th>
  ) : (
    <td className={classes}>{column.cell(row)}</td>
  );
}

type Props = {
  id: string;
  sort: string;
  onPress: () => void;
  className: string;
  children: ReactNode;
};

/** The header of a sortable column: a second click reverses the sort. */
function SortableHead({ id, sort, onPress, className, children }: Props) {
  const up = sort === id;
  const down = sort === `-${id}`;
  const Icon = up ? ArrowUp : down ? ArrowDown : ChevronsUpDown;
  const state = up ? 'ascending' : down ? 'descending' : 'none';
  return (
    <th scope="col" aria-sort={state} className={className}>
      <button
        type="button"
        onClick={onPress}
        className={`inline-flex min-h-9 items-center gap-1 px-3 hover:text-ink ${up || down ? 'text-ink' : ''}`}
      >
        {children}
        <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      </button>
    </th>
  );
}
