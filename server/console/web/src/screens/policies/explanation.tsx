import { Link } from 'react-router';
import { useSession } from '@/kit/session.ts';
import { t } from '@/texts.ts';
import type { Check, Node, Reason, Report } from './api.ts';
import { PageLink } from './findings.tsx';
import { Place } from './place.tsx';

/** The report on a request: what decided, and for each table the rows that its policies let through. */
export function Explanation({ report }: { report: Report }) {
  const { outcome, caller } = report;
  return (
    <div className="explanation" aria-label={t.explanation} role="region">
      <p role="status">
        <code>{report.request}</code> {t.as} {caller.email || caller.sub || caller.role}:{' '}
        {outcome.code === '' ? (
          t.rowsIn(outcome.rows, outcome.ms)
        ) : (
          <span className="warn">
            {outcome.code} {outcome.message}
          </span>
        )}
      </p>
      {report.findings.map((f) => (
        <Cause key={`${f.name} ${f.table} ${f.policy}`} reason={f} />
      ))}
      {report.tables.map((table) => (
        <section
          key={`${table.schema}.${table.name}`}
          className="section"
          aria-label={`${table.schema}.${table.name}`}
        >
          <h2>
            {table.schema}.{table.name} <span className="muted">{table.reached}</span>
          </h2>
          {table.unfiltered && <p className="warn">{`${t.everyRow}: ${table.unfiltered}`}</p>}
          {table.checks.map((c) => (
            <CheckOf
              key={`${c.verb} ${String(c.new)}`}
              schema={table.schema}
              table={table.name}
              check={c}
            />
          ))}
        </section>
      ))}
      {report.scans.length > 0 && (
        <section className="section" aria-label={t.scans}>
          <h2>{t.scans}</h2>
          <ul className="plain">
            {report.scans.map((s, i) => (
              // Scans have no identity but their place.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={i}>
                {s.node} {s.table} {s.index && <code>{s.index}</code>}{' '}
                <span className="muted">
                  {t.scanned(s.rows, s.ms)} {s.removed > 0 && t.removedRows(s.removed)}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const isSQL = /^(create|alter|grant|revoke)\b/i;

/** One cause with its page, and a form with the SQL that would mend it. */
function Cause({ reason: f }: { reason: Reason }) {
  const { writes } = useSession();
  return (
    <div className="cause">
      <strong>{f.text}</strong> <span className="muted">{f.policy}</span> <PageLink name={f.name} />
      {f.mend && (
        <div>
          {isSQL.test(f.mend) ? (
            <>
              <code>{f.mend}</code>{' '}
              {writes && (
                <Link className="button" to={mendPath(f)}>
                  {t.mend}
                </Link>
              )}
            </>
          ) : (
            f.mend
          )}
        </div>
      )}
    </div>
  );
}

/** The form of the structure that mends a cause: for a policy, a policy file, or a migration. */
function mendPath(f: Reason): string {
  const at = f.table.indexOf('.');
  const path = `/tables/${encodeURIComponent(f.table.slice(0, at))}/${encodeURIComponent(f.table.slice(at + 1))}/structure`;
  const policy = /^create policy \S+ on \S+ for (\w+) to (\w+)/i.exec(f.mend);
  const search = policy
    ? { open: 'policy', verb: policy[1] ?? '', role: policy[2] ?? '' }
    : {
        open: /^alter view|on function/i.test(f.mend) ? 'custom' : 'policy-file',
        sql: f.mend,
      };
  return `${path}?${new URLSearchParams(search).toString()}`;
}

function CheckOf({ schema, table, check: c }: { schema: string; table: string; check: Check }) {
  return (
    <div className="check-of">
      <p>
        {c.new ? `${c.verb} ${t.newRows}` : c.verb}:{' '}
        {!c.granted && <span className="warn">{t.notGranted} </span>}
        {c.unknown || t.passedOf(c.passed, c.rows, c.cut)}
      </p>
      {c.policies.map((p) => (
        <div key={p.name} className="policy-of">
          <strong>{p.name}</strong>{' '}
          {!p.permissive && <span className="warn">{t.restrictive} </span>}
          <span className="muted">
            {t.passedRows(p.passed, p.ms)}{' '}
            <Place schema={schema} table={table} file={p.file} line={p.line} />
          </span>
          <div>
            <code>{p.expression}</code>
          </div>
          {p.error && <div className="warn">{p.error}</div>}
        </div>
      ))}
      {c.refused.map((row, i) => (
        <details key={JSON.stringify(row.values)} open={i === 0}>
          <summary>
            {t.refusedRow} <code>{rowName(row.key, row.values)}</code>
          </summary>
          {row.policies.map((p) => (
            <div key={p.policy} className="policy-of">
              <span className="muted">{p.policy}</span>
              <Expression node={p.node} />
            </div>
          ))}
        </details>
      ))}
    </div>
  );
}

const rowName = (key: string[], values: Record<string, string>) =>
  (key.length > 0 ? key : Object.keys(values).toSorted().slice(0, 4))
    .map((column) => `${column} = ${values[column] ?? ''}`)
    .join(', ');

/** A sub-expression with its value, and those below it. */
function Expression({ node }: { node: Node }) {
  return (
    <div className="expression">
      <span className={node.value === 'true' ? 'muted' : 'warn'}>
        {node.op || <code>{node.text}</code>} {t.is} {node.error || node.value}
      </span>
      {node.terms
        .filter((term) => term.text !== node.text)
        .map((term) => (
          <div key={term.text} className="muted">
            <code>
              {term.text} = {term.value}
            </code>
          </div>
        ))}
      {node.nodes.map((below) => (
        <Expression key={below.text} node={below} />
      ))}
    </div>
  );
}
