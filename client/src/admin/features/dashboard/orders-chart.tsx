import { area, curveMonotoneX, line } from 'd3-shape';
import { useState, useCallback } from 'react';
import { useLanguage } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { amountScale, axisRoom, daysScale, namedDays, type Frame } from './chart-scales';
import type { Day } from './use-orders-per-day';

type Props = {
  days: Day[];
  /** The amount of a day. */
  amountOf: (day: Day) => number;
  shape: 'bars' | 'line';
  /** The minimum upper end of the scale. */
  minTop: number;
  height: number;
  /** The accessible name of the chart; the table below has all values. */
  label: string;
  /** The label of a day under the pointer. */
  dayLabel: (day: Day) => string;
};

/** A chart of one measure per day. */
export function OrdersChart({ days, amountOf, shape, minTop, height, label, dayLabel }: Props) {
  const language = useLanguage();
  const [box, width] = useWidth();
  const [pointed, setPointed] = useState<Day>();
  const frame: Frame = { width, height, isMirrored: language === 'ar' };
  const x = daysScale(days, frame);
  const y = amountScale(days.map(amountOf), minTop, frame);
  const middle = (day: Day) => (x(day.day) ?? 0) + x.bandwidth() / 2;
  const point = (clientX: number, from: Element) => {
    const at = clientX - from.getBoundingClientRect().left;
    setPointed(days.find((day) => Math.abs(middle(day) - at) <= x.step() / 2));
  };
  return (
    <div ref={box}>
      <p aria-hidden="true" className="min-h-5 text-small text-muted tabular-nums">
        {pointed === undefined ? '' : dayLabel(pointed)}
      </p>
      <svg
        role="img"
        aria-label={label}
        width="100%"
        height={height + 22}
        className="block overflow-visible"
        onPointerMove={(event) => point(event.clientX, event.currentTarget)}
        onPointerLeave={() => setPointed(undefined)}
      >
        <GridLines y={y} frame={frame} />
        {pointed !== undefined && (
          <rect
            x={middle(pointed) - x.step() / 2}
            width={x.step()}
            height={height}
            className="fill-line"
          />
        )}
        {shape === 'bars' ? (
          days.map((day) => (
            <rect
              key={day.day}
              x={x(day.day)}
              y={y(amountOf(day))}
              width={x.bandwidth()}
              height={y(0) - y(amountOf(day))}
              className="fill-accent"
            />
          ))
        ) : (
          <AreaChart days={days} x={middle} y={(day) => y(amountOf(day))} base={y(0)} />
        )}
        {namedDays(days, width < 480 ? 4 : 8).map((day) => (
          <text
            key={day.day}
            x={middle(day)}
            y={height + 16}
            textAnchor="middle"
            className="fill-muted text-[0.6875rem] tabular-nums"
          >
            {dayText(day.day)}
          </text>
        ))}
      </svg>
    </div>
  );
}

type GridLinesProps = { y: ReturnType<typeof amountScale>; frame: Frame };

function GridLines({ y, frame: { width, isMirrored } }: GridLinesProps) {
  const language = useLanguage();
  return y.ticks(3).map((amount) => (
    <g key={amount} transform={`translate(0 ${y(amount)})`}>
      <line
        x1={isMirrored ? 0 : axisRoom}
        x2={isMirrored ? width - axisRoom : width}
        className="stroke-line"
      />
      <text
        x={isMirrored ? width : axisRoom - 8}
        dy="0.32em"
        textAnchor={isMirrored ? 'start' : 'end'}
        className="fill-muted text-[0.6875rem] tabular-nums"
      >
        {formatNumber(amount, language)}
      </text>
    </g>
  ));
}

type AreaChartProps = {
  days: Day[];
  x: (day: Day) => number;
  y: (day: Day) => number;
  /** The height of zero. Pixels from the top. */
  base: number;
};

function AreaChart({ days, x, y, base }: AreaChartProps) {
  const below = area<Day>(x, base, y).curve(curveMonotoneX)(days) ?? '';
  const edge = line<Day>(x, y).curve(curveMonotoneX)(days) ?? '';
  return (
    <>
      <path d={below} className="fill-good opacity-15" />
      <path d={edge} className="fill-none stroke-good stroke-2" />
    </>
  );
}

/** Formats 2026-11-21 as day/month. */
const dayText = (day: string): string => day.split('-').slice(1).toReversed().join('/');

/** The width of an element in pixels, by ResizeObserver. */
function useWidth(): [
  ref: (element: HTMLElement | null) => (() => void) | undefined,
  width: number,
] {
  const [width, setWidth] = useState(320);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.round(entry.contentRect.width));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
