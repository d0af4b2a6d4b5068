import type { ReactNode } from 'react';

type Box = { width: number; height: number };

/** The two compositions of a drawing: from 64rem, and below. */
export type SceneView = 'wide' | 'tall';

type Props = {
  /** What the drawing shows, for screen readers. */
  label: string;
  wide: Box;
  tall: Box;
  /** Draws one composition. Called twice; CSS shows the one that fits. */
  render: (view: SceneView) => ReactNode;
  className?: string;
};

/**
 * An SVG drawing with a composition of its own for phones, so that its texts stay readable. It is never
 * mirrored; the texts have the direction of their language.
 */
export function SceneDrawing({ label, wide, tall, render, className = '' }: Props) {
  const drawing = (view: SceneView, { width, height }: Box, shown: string) => (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      direction="ltr"
      fill="none"
      stroke="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`scene-drawing h-auto w-full ${shown}`}
    >
      {render(view)}
    </svg>
  );
  return (
    <div className={`scene-paper ${className}`}>
      {drawing('wide', wide, 'max-lg:hidden')}
      {drawing('tall', tall, 'mx-auto max-w-xl lg:hidden')}
    </div>
  );
}

type TextProps = {
  x: number;
  y: number;
  children: string;
  /** The physical side of the text that is at `x`. Defaults to `left`. */
  anchor?: 'left' | 'middle' | 'right';
  /** Font size in units of the drawing. Defaults to 15. */
  size?: number;
  className?: string;
};

const arabic = /[\u0600-\u06FF]/;

/** Whether a text is written from right to left: it has Arabic letters. */
export const isRightToLeft = (text: string): boolean => arabic.test(text);

/** A line of text in a drawing, in the direction of its own script. */
export function SceneText({
  x,
  y,
  children,
  anchor = 'left',
  size = 15,
  className = '',
}: TextProps) {
  const rtl = isRightToLeft(children);
  const ends = {
    left: rtl ? 'end' : 'start',
    middle: 'middle',
    right: rtl ? 'start' : 'end',
  } as const;
  return (
    <text
      x={x}
      y={y}
      direction={rtl ? 'rtl' : 'ltr'}
      textAnchor={ends[anchor]}
      fontSize={size}
      className={`scene-text ${className}`}
    >
      {children}
    </text>
  );
}
