import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { Empty } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';
import { lastRun, verbs, type Cell, type Finding, type Matrix, type RuledTable } from './api.ts';
import { Level } from './findings.tsx';
import { Place } from './place.tsx';

/** The matrix of table, role and verb; a table opens with its policies. */
export function Rights({ matrix }: { matrix: Matrix }) {
  const [open, setOpen] = useState('');
  const run = useQuery(lastRun);
  if (matrix.tables.length === 0) return <Empty>{t.noTables}</Empty>;
  return (
    <>
      <p className="note">
        {t.matrixKey}
        {run.data && ` ${t.untestedKey}`}
      </p>
      <div className="scroll">
        <table className="list rights">
          <thead>
            <tr>
              <th rowSpan={2}>{t.table}</th>
              {matrix.roles.map((role) => (
                <th key={role} colSpan={verbs.length} className="first-of">
                  {role}
                </th>
              ))}
            </tr>
            <tr>
              {matrix.roles.map((role) =>
                verbs.map((verb) => (
                  <th key={`${role} ${verb}`} className={verb === 'select' ? 'first-of' : ''}>
                    {verb}
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {matrix.tables.map((table) => {
              const name = `${table.schema}.${table.name}`;
              const findings = matrix.findings.filter(
                (f) => f.schema === table.schema && f.table === table.name,
              );
              const untested = run.data?.untested.filter((u) => u.table === name) ?? [];
              return (
                <Fragment key={name}>
                  <tr>
                    <th scope="row">
                      <button
                        type="button"
                        className="link"
                        aria-expanded={open === name}
                        onClick={() => setOpen(open === name ? '' : name)}
                      >
                        {table.schema !== 'public' && (
                          <span className="muted">{table.schema}.</span>
                        )}
                        {table.name}
                      </button>{' '}
                      <Worst findings={findings} />
                    </th>
                    {table.cells.map((c) => (
                      <td
                        key={`${c.role} ${c.verb}`}
                        className={c.verb === 'select' ? 'first-of' : ''}
                        title={titleOf(c)}
                      >
                        <Rows cell={c} />
                        {untested.some((u) => u.role === c.role && u.verb === c.verb) && (
                          <span className="warn" aria-label={t.untested}>
                            {' '}
                            ○
                          </span>
                        )}
                      </td>
                    ))}
                  </tr>
                  {open === name && (
                    <tr>
                      <td colSpan={1 + table.cells.length}>
                        <Details table={table} findings={findings} tested={matrix.tests !== null} />
                      </td>
                    </tr>
                  )}
                </Fragment>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}

const titleOf = (c: Cell) =>
  [c.why, ...c.policies, c.columns > 0 && c.columns < c.of ? t.columnsOf(c.columns, c.of) : '']
    .filter((text) => text !== '')
    .join('\n');

function Rows({ cell: c }: { cell: Cell }) {
  if (c.rows === 'none')
    return <span className="muted">{c.why === 'no grant' ? '–' : t.noRow}</span>;
  const open = c.rows === 'all';
  return (
    <span className={open && c.role !== 'service_role' ? 'warn' : ''}>
      {open ? t.everyRow : t.byPolicy}
      {c.columns > 0 && c.columns < c.of && (
        <small className="muted"> {`${c.columns}/${c.of}`}</small>
      )}
    </span>
  );
}

function Worst({ findings }: { findings: Finding[] }) {
  const worst = findings[0]; // they are sorted by level
  return worst && worst.level !== 'info' ? (
    <span className="warn" title={findings.map((f) => f.name).join('\n')}>
      ⚠ {findings.length}
    </span>
  ) : null;
}

function Details({
  table,
  findings,
  tested,
}: {
  table: RuledTable;
  findings: Finding[];
  tested: boolean;
}) {
  const path = `/tables/${encodeURIComponent(table.schema)}/${encodeURIComponent(table.name)}`;
  const name = `${table.schema}.${table.name}`;
  const about = (policy: string) => findings.filter((f) => f.policy === policy);
  return (
    <div className="rights-details">
      <div className="bar">
        <Link className="button" to={`${path}/structure`}>
          {t.structure}
        </Link>
        <Link className="button" to={`?view=explain&table=${encodeURIComponent(name)}`}>
          {t.explainer}
        </Link>
        {tested && (
          <Link className="button" to={`?view=tests&table=${encodeURIComponent(name)}`}>
            {t.writeTest}
          </Link>
        )}
      </div>
      {about('').map((f) => (
        <Level key={`${f.name} ${f.text}`} finding={f} />
      ))}
      {table.kind === 'table' && !table.rowSecurity && <p className="warn">{t.rowSecurityOff}</p>}
      {table.policies.map((p) => (
        <section key={p.name} aria-label={p.name}>
          <strong>{p.name}</strong>{' '}
          <span className="muted">
            {p.verb} {t.to} {p.roles.join(', ')}
          </span>{' '}
          {!p.permissive && <span className="warn">{t.restrictive} </span>}
          <Place schema={table.schema} table={table.name} file={p.file} line={p.line} />
          {p.comment && <div className="muted">{p.comment}</div>}
          {p.using && (
            <div>
              <span className="muted">using</span> <code>{p.using}</code>
            </div>
          )}
          {p.check && (
            <div>
              <span className="muted">with check</span> <code>{p.check}</code>
            </div>
          )}
          {about(p.name).map((f) => (
            <Level key={`${f.name} ${f.text}`} finding={f} />
          ))}
        </section>
      ))}
    </div>
  );
}
