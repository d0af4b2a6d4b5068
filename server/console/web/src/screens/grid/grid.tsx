import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { download, tablePath } from '@/kit/api.ts';
import { useActor } from '@/kit/actor.ts';
import { relation } from '@/kit/tables.ts';
import type { Condition, Ordering, Relation, Value } from '@/kit/types.ts';
import { count, Empty, Failure, isAway, Loaded, Loading } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';
import { Cells } from './cells.tsx';
import { Filters } from './filters.tsx';
import { ImportDialog } from './import.tsx';
import { InsertDialog } from './insert.tsx';
import { counted, countedExactly, pages, remove, rowsKey, type Shown } from './rows.ts';
import { useEdits } from './use-edits.ts';

/** The rows of a table. Filter and order are in the address. */
export function GridScreen() {
  const { schema = '', name = '' } = useParams();
  const about = useQuery(relation(schema, name));
  return (
    <Loaded query={about}>{(table) => <Rows key={`${schema}.${name}`} about={table} />}</Loaded>
  );
}

/** Reads a list of the address, which anybody may have typed. */
function list<T extends object>(text: string | null, isOne: (value: object) => value is T): T[] {
  try {
    const values: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(values)
      ? values.filter((v): v is T => typeof v === 'object' && v !== null && isOne(v as object))
      : [];
  } catch {
    return [];
  }
}

const isCondition = (v: object): v is Condition => 'column' in v && 'op' in v && 'value' in v;
const isOrdering = (v: object): v is Ordering => 'column' in v && 'desc' in v;

/** The order that shows the last rows first. Without one, that is the order of the key. */
const reversed = (order: Ordering[], key: string[]): Ordering[] => {
  const whole = [...order, ...key.filter((k) => !order.some((o) => o.column === k)).map(ascending)];
  return whole.map((o) => ({ ...o, desc: !o.desc }));
};
const ascending = (column: string): Ordering => ({ column, desc: false });

/** Up to so many rows are counted, not estimated. */
const fewRows = 10_000;

function Rows({ about }: { about: Relation }) {
  const { schema, name } = about;
  const client = useQueryClient();
  const actor = useActor();
  const [params, setParams] = useSearchParams();
  const [selected, setSelected] = useState<ReadonlyMap<string, Value[]>>(new Map());
  const [dialog, setDialog] = useState<'insert' | 'import' | null>(null);
  const [exact, setExact] = useState(false);
  const shown: Shown = {
    schema,
    name,
    as: actor.id,
    filter: list(params.get('filter'), isCondition),
    order: list(params.get('order'), isOrdering),
  };
  const rows = useInfiniteQuery({ ...pages(shown), placeholderData: keepPreviousData });
  const estimated = useQuery(counted(shown));
  // A count of few rows costs less than a wrong number.
  const isSmall =
    estimated.data !== undefined && !estimated.data.slow && estimated.data.rows <= fewRows;
  const exactly = useQuery({ ...countedExactly(shown), enabled: exact || isSmall });
  const total = exactly.data ?? estimated.data;
  const isReading = rows.isFetching || exactly.isFetching;
  const change = (key: 'filter' | 'order', value: object[]) => {
    setSelected(new Map());
    setParams((before) => {
      if (value.length > 0) before.set(key, JSON.stringify(value));
      else before.delete(key);
      return before;
    });
  };
  const refresh = () => client.invalidateQueries({ queryKey: rowsKey(schema, name) });
  const deleting = useMutation({
    mutationFn: () => remove(schema, name, [...selected.values()]),
    onSuccess: () => setSelected(new Map()),
    onSettled: refresh,
  });
  const exporting = useMutation({
    mutationFn: () =>
      download(
        `${tablePath(schema, name)}/export`,
        { filter: shown.filter, order: shown.order },
        `${name}.csv`,
      ),
  });
  const edits = useEdits(about);
  const undo = () =>
    edits.undo((key, column) => {
      const at = about.columns.findIndex((c) => c.name === column);
      const wanted = JSON.stringify(key);
      for (const page of rows.data?.pages ?? []) {
        const row = page.keys.findIndex((k) => JSON.stringify(k) === wanted);
        if (row >= 0) return page.rows[row]?.[at] ?? null;
      }
      return undefined;
    });
  const writable = about.kind === 'r' || about.kind === 'p' || (about.updatable & 8) !== 0;
  return (
    <section className="page grid-page">
      <header className="bar">
        <h1>
          <span className="muted">{schema}.</span>
          {name}
        </h1>
        <Link className="button" to={`/tables/${schema}/${name}/structure`}>
          {t.structure}
        </Link>
        <span className="space" />
        <button type="button" disabled={exporting.isPending} onClick={() => exporting.mutate()}>
          {t.export}
        </button>
        {writable && (
          <>
            <button type="button" onClick={() => setDialog('import')}>
              {t.import}
            </button>
            <button type="button" className="primary" onClick={() => setDialog('insert')}>
              {t.insert}
            </button>
          </>
        )}
      </header>
      <div className="bar">
        <Filters
          columns={about.columns}
          filter={shown.filter}
          onChange={(filter) => change('filter', filter)}
        />
        <span className="space" />
        {selected.size > 0 && (
          <button
            type="button"
            className="danger"
            disabled={deleting.isPending}
            onClick={() => {
              if (window.confirm(t.confirmDelete(selected.size))) deleting.mutate();
            }}
          >
            {t.deleteRows(selected.size)}
          </button>
        )}
        {writable && (
          <button
            type="button"
            className="quiet"
            title={t.undoHint}
            disabled={!edits.canUndo}
            onClick={undo}
          >
            {t.undo}
          </button>
        )}
        <button
          type="button"
          className="quiet"
          title={total?.exact ? '' : t.countExactly}
          onClick={() => setExact(true)}
        >
          {total ? t.rowsCounted(count(total.rows), total.exact) : '…'}
        </button>
        <button
          type="button"
          className="quiet"
          title={t.reverseHint}
          onClick={() => change('order', reversed(shown.order, about.key))}
        >
          {t.reverse}
        </button>
        <button type="button" className="quiet" onClick={() => void refresh()}>
          {t.refresh}
        </button>
      </div>
      <Failure error={isAway(rows.error) ? null : rows.error} onRetry={() => void refresh()} />
      <Failure error={isAway(edits.error) ? null : edits.error} />
      {edits.refused.length > 0 && (
        <p className="bar" role="status">
          {t.notSaved(edits.refused.length)}
          <button type="button" onClick={() => void edits.again().catch(() => undefined)}>
            {t.saveAgain}
          </button>
          <button type="button" onClick={edits.forget}>
            {t.forgetEdits}
          </button>
        </p>
      )}
      <Failure error={exactly.error ?? deleting.error ?? exporting.error} />
      {(estimated.data?.slow ?? false) && (
        <p className="note">{t.slowPage(estimated.data?.unindexed ?? [])}</p>
      )}
      {isReading && (
        <p className="reading" role="status">
          {t.reading}{' '}
          <button
            type="button"
            onClick={() => {
              setExact(false);
              void client.cancelQueries({ queryKey: rowsKey(schema, name) });
            }}
          >
            {t.cancelStatement}
          </button>
        </p>
      )}
      {rows.isPending && rows.isFetching ? (
        <Loading />
      ) : (rows.isPending || rows.isPlaceholderData) && !rows.isFetching ? (
        <Empty>{t.cancelled}</Empty>
      ) : rows.data === undefined ? null : (
        <Cells
          about={about}
          pages={rows.data.pages}
          order={shown.order}
          filter={shown.filter}
          actor={actor.label}
          onOrder={(order) => change('order', order)}
          selected={selected}
          onSelect={setSelected}
          edits={edits}
          onUndo={undo}
          onEnd={() => {
            if (rows.hasNextPage && !rows.isFetchingNextPage) void rows.fetchNextPage();
          }}
        />
      )}
      {dialog === 'insert' && (
        <InsertDialog about={about} onClose={() => setDialog(null)} onDone={refresh} />
      )}
      {dialog === 'import' && (
        <ImportDialog about={about} onClose={() => setDialog(null)} onDone={refresh} />
      )}
    </section>
  );
}
