import type { ComponentProps, ReactNode } from 'react';
import { Disclosure } from '@/shared/ui/disclosure';
import { SceneDrawing } from './scene-drawing';

type Props = Omit<ComponentProps<typeof SceneDrawing>, 'className'> & {
  /** The id of the heading. */
  id: string;
  title: string;
  subtitle?: string;
  text: string;
  /** The caption of the drawing. */
  note?: ReactNode;
  className: string;
  /** The content of the drawing as text: a list or a table. */
  children: ReactNode;
};

/** A section with a scene: a heading with a text, the drawing, and its content as text. */
export function SceneSection({
  id,
  title,
  subtitle,
  text,
  note,
  className,
  children,
  ...drawing
}: Props) {
  return (
    <section aria-labelledby={id} className={`gutter ${className}`}>
      <div className="grid gap-x-16 gap-y-5 lg:grid-cols-[1.3fr_1fr] lg:items-end">
        <div>
          <h2 id={id} className="display text-heading">
            {title}
          </h2>
          {subtitle !== undefined && <p className="mt-3 text-lead text-accent">{subtitle}</p>}
        </div>
        <p className="measure text-muted">{text}</p>
      </div>
      <figure className="mt-10">
        <SceneDrawing {...drawing} />
        {note !== undefined && (
          <figcaption className="measure mt-4 text-small text-muted">{note}</figcaption>
        )}
      </figure>
      {children}
    </section>
  );
}

/** The numbered parts of a scene. */
export function SceneParts({ parts }: { parts: { title: string; text: string }[] }) {
  return (
    <ol className="mt-8 grid grid-cols-1 gap-x-8 sm:grid-cols-2 lg:grid-cols-5">
      {parts.map(({ title, text }, at) => (
        <li key={title} className="contour-top py-5">
          <span aria-hidden="true" className="figure text-title text-accent">
            {at + 1}
          </span>
          <h3 className="mt-2 font-medium">{title}</h3>
          <p className="mt-1 text-small text-muted">{text}</p>
        </li>
      ))}
    </ol>
  );
}

type TableProps = {
  title: string;
  columns: string[];
  /** The first cell of a row is its header. */
  rows: [header: string, ...cells: ReactNode[]][];
};

/** The values of a scene, collapsed by default. */
export function SceneTable({ title, columns, rows }: TableProps) {
  const cell = 'py-2.5 pe-4 text-start font-normal';
  return (
    <Disclosure summary={title} className="mt-6 border-y border-line">
      <table className="mb-6 w-full max-w-3xl text-small">
        <thead className="text-muted">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={cell}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([header, ...cells]) => (
            <tr key={header} className="border-t border-line">
              <th scope="row" className={cell}>
                {header}
              </th>
              {cells.map((value, at) => (
                <td key={columns[at + 1]} className={cell}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Disclosure>
  );
}
