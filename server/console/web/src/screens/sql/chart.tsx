import { useEffect, useMemo, useRef, useState } from 'react';
import Plot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Result } from '@/kit/types.ts';
import { t } from '@/texts.ts';
import { isNumber } from './results.tsx';

/** Readable on a light and on a dark ground. */
const colors = ['#3b7fc4', '#c4622d', '#3f9a6b', '#9a5fb5', '#b58a1f', '#c2476b'];

const isTime = (type: string | undefined) => /^(date|timestamp)/.test(type ?? '');

/** The numbers of a result over one of its columns: a time, a number, or the number of the row. */
export function Chart({ result }: { result: Result }) {
  const parent = useRef<HTMLDivElement>(null);
  const axes = result.columns
    .map((c, index) => ({ ...c, index }))
    .filter((c) => isTime(c.type) || isNumber(c.type));
  const [x, setX] = useState(() => axes.find((c) => isTime(c.type))?.index ?? -1);
  const series = useMemo(
    () =>
      result.columns
        .map((c, index) => ({ ...c, index }))
        .filter((c) => isNumber(c.type) && c.index !== x),
    [result, x],
  );
  useEffect(() => {
    const element = parent.current;
    if (!element || series.length === 0) return;
    const type = result.columns[x]?.type;
    const points = result.rows
      .map((row, i) => {
        const value = row[x] ?? null;
        const at =
          x < 0
            ? i + 1
            : value === null
              ? NaN
              : isTime(type)
                ? Date.parse(value) / 1000
                : Number(value);
        return { at, row };
      })
      .filter((p) => Number.isFinite(p.at))
      .toSorted((a, b) => a.at - b.at);
    const axis = { stroke: getComputedStyle(element).color, grid: { stroke: '#8884' } };
    const plot = new Plot(
      {
        width: element.clientWidth,
        height: 320,
        scales: { x: { time: isTime(type) } },
        axes: [axis, axis],
        series: [
          { label: result.columns[x]?.name ?? t.row },
          ...series.map((s, i) => ({
            label: s.name,
            stroke: colors[i % colors.length] ?? '#888',
            width: 2,
          })),
        ],
      },
      [
        points.map((p) => p.at),
        ...series.map((s) =>
          points.map((p) => {
            const value = p.row[s.index] ?? null;
            return value === null ? null : Number(value);
          }),
        ),
      ],
      element,
    );
    const resize = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: 320 }),
    );
    resize.observe(element);
    return () => {
      resize.disconnect();
      plot.destroy();
    };
  }, [result, x, series]);
  return (
    <>
      <label className="check">
        {t.over}
        <select value={x} onChange={(event) => setX(Number(event.target.value))}>
          <option value={-1}>{t.row}</option>
          {axes.map((c) => (
            <option key={c.index} value={c.index}>
              {c.name}
            </option>
          ))}
        </select>
      </label>
      <div
        ref={parent}
        className="chart"
        role="img"
        aria-label={t.chartOf(series.map((s) => s.name).join(', '))}
      />
    </>
  );
}
