import type { ReactNode } from 'react';
import { Failure } from './ui.tsx';
import { t } from '@/texts.ts';

/** A screen of work in the background: its head has a filter by state. */
export function WorkScreen({
  title,
  state,
  states,
  onState,
  more,
  error,
  children,
}: {
  title: string;
  state: string;
  /** The states, each with its label. */
  states: [state: string, label: string][];
  onState: (state: string) => void;
  more?: ReactNode;
  error: unknown;
  children: ReactNode;
}) {
  return (
    <section className="page">
      <header className="bar">
        <h1>{title}</h1>
        <select
          aria-label={t.state}
          value={state}
          onChange={(event) => onState(event.target.value)}
        >
          <option value="">{t.anyState}</option>
          {states.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        {more}
      </header>
      <Failure error={error} />
      {children}
    </section>
  );
}

/** The end of a row: its last error, and what can be done with it. */
export function WorkCells({
  error,
  acts,
}: {
  error: string;
  acts: (false | [label: string, act: () => void])[];
}) {
  return (
    <>
      <td className="muted text">{error.slice(0, 120)}</td>
      <td className="actions">
        {acts
          .filter((one) => one !== false)
          .map(([label, act]) => (
            <button key={label} type="button" className="quiet" onClick={act}>
              {label}
            </button>
          ))}
      </td>
    </>
  );
}
