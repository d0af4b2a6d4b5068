import { lazy, Suspense, useRef, useState } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { save } from '@/kit/api.ts';
import type { Executed, Result, Value } from '@/kit/types.ts';
import { Empty, Loading, Tabs } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';
import { Plan } from './plan.tsx';

const Chart = lazy(async () => ({ default: (await import('./chart.tsx')).Chart }));

/** The results of a script, one at a time, and its error. */
export function Results({
  answer,
  explain,
  actor,
}: {
  answer: Executed;
  explain: string;
  actor: string;
}) {
  const [chosen, setChosen] = useState<number | null>(null);
  const index = chosen ?? answer.results.length - 1;
  const result = answer.results[index];
  return (
    <>
      {answer.error && (
        <div role="alert" className="failure">
          <strong>{answer.error.message}</strong> <code>{answer.error.code}</code>{' '}
          <span className="muted">{t.atLine(answer.error.line, answer.error.column)}</span>
          {answer.error.details && <p>{answer.error.details}</p>}
          {answer.error.hint && <p>{answer.error.hint}</p>}
        </div>
      )}
      {answer.rolledBack && explain === '' && <p className="note">{t.rolledBack}</p>}
      {answer.results.length > 1 && (
        <Tabs
          label={t.results}
          tabs={answer.results.map((r, i) => [
            String(i),
            `${i + 1} ${r.command || t.plan}`,
            r.statement,
          ])}
          shown={String(index)}
          onShow={(i) => setChosen(Number(i))}
        />
      )}
      {result &&
        (explain !== '' ? (
          <Plan json={result.rows[0]?.[0] ?? '[]'} />
        ) : (
          <ResultView key={index} result={result} actor={actor} />
        ))}
    </>
  );
}

function ResultView({ result, actor }: { result: Result; actor: string }) {
  const [chart, setChart] = useState(false);
  const hasNumbers = result.columns.some((c) => isNumber(c.type));
  return (
    <>
      <div className="bar">
        <span role="status">
          {result.command} · {result.milliseconds} ms
          {result.truncated ? ` · ${t.firstRows(result.rows.length)}` : ''}
        </span>
        <span className="space" />
        {result.rows.length > 0 && (
          <>
            {hasNumbers && (
              <button type="button" aria-pressed={chart} onClick={() => setChart(!chart)}>
                {t.chart}
              </button>
            )}
            <button
              type="button"
              onClick={() => save(new Blob([csv(result)], { type: 'text/csv' }), 'result.csv')}
            >
              CSV
            </button>
            <button
              type="button"
              onClick={() =>
                save(new Blob([json(result)], { type: 'application/json' }), 'result.json')
              }
            >
              JSON
            </button>
          </>
        )}
      </div>
      {chart ? (
        <Suspense fallback={<Loading />}>
          <Chart result={result} />
        </Suspense>
      ) : result.columns.length === 0 ? null : result.rows.length === 0 ? (
        <Empty>{t.noRows(actor)}</Empty>
      ) : (
        <ResultRows result={result} />
      )}
    </>
  );
}

export const isNumber = (type: string | undefined) =>
  /^(smallint|integer|bigint|numeric|real|double precision)/.test(type ?? '');

const rowHeight = 26;

function ResultRows({ result }: { result: Result }) {
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: result.rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 20,
  });
  const widths = result.columns.map((c, i) =>
    Math.min(
      360,
      Math.max(
        c.name.length * 8 + 24,
        ...result.rows.slice(0, 50).map((row) => Math.min(360, (row[i]?.length ?? 4) * 7.5 + 20)),
      ),
    ),
  );
  const width = widths.reduce((a, b) => a + b, 0);
  return (
    <div
      ref={scroll}
      className="grid"
      role="grid"
      tabIndex={0}
      aria-label={t.results}
      aria-rowcount={result.rows.length}
    >
      <div className="grid-head" role="row" style={{ width }}>
        {result.columns.map((c, i) => (
          <div
            // Columns of a result may have the same name.
            // oxlint-disable-next-line react/no-array-index-key
            key={i}
            className="cell"
            role="columnheader"
            style={{ width: widths[i] }}
            title={c.type}
          >
            {c.name}
          </div>
        ))}
      </div>
      <div role="rowgroup" style={{ height: virtual.getTotalSize(), width, position: 'relative' }}>
        {virtual.getVirtualItems().map((item) => (
          <div
            key={item.key}
            role="row"
            className="grid-row"
            style={{ transform: `translateY(${item.start}px)`, height: rowHeight }}
          >
            {result.rows[item.index]?.map((value, i) => (
              <div
                // oxlint-disable-next-line react/no-array-index-key
                key={i}
                role="gridcell"
                className={isNumber(result.columns[i]?.type) ? 'cell number' : 'cell'}
                style={{ width: widths[i] }}
                title={value ?? 'NULL'}
              >
                {value ?? <i className="null">NULL</i>}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

const field = (value: Value) => {
  if (value === null) return '';
  return /[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
};

function csv(result: Result): string {
  return [result.columns.map((c) => c.name), ...result.rows]
    .map((row) => row.map(field).join(','))
    .join('\r\n');
}

function json(result: Result): string {
  const rows = result.rows.map((row) =>
    Object.fromEntries(result.columns.map((c, i) => [c.name, row[i]])),
  );
  return JSON.stringify(rows, null, 2);
}
