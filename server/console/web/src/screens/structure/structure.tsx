import { useState, type ReactNode } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '@/kit/session.ts';
import { relation } from '@/kit/tables.ts';
import type { Column, Relation, Written } from '@/kit/types.ts';
import { Dialog, Empty, Failure, Loading, size } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';
import { AddColumn, AlterColumn, CustomMigration, Drop, NewIndex, Rename } from './forms.tsx';
import { PolicyFile } from './policy-file.tsx';
import { NewPolicyForm } from './new-policy.tsx';

type Open =
  | { form: 'add-column' | 'index' | 'drop-table' }
  | { form: 'policy'; verb?: string; role?: string }
  | { form: 'policy-file'; line?: number; sql?: string }
  | { form: 'custom'; sql?: string }
  | { form: 'alter-column' | 'rename-column' | 'drop-column'; column: Column };

/** The form that an address opens, such as ?open=policy-file&line=7; null for none. */
function openedBy(search: URLSearchParams): Open | null {
  const get = (name: string) => search.get(name) ?? '';
  switch (get('open')) {
    case 'policy':
      return { form: 'policy', verb: get('verb'), role: get('role') };
    case 'policy-file':
      return { form: 'policy-file', line: Number(get('line')), sql: get('sql') };
    case 'custom':
      return { form: 'custom', sql: get('sql') };
    default:
      return null;
  }
}

/** What a table is made of, with a form for each change. */
export function StructureScreen() {
  const { schema = '', name = '' } = useParams();
  const about = useQuery(relation(schema, name));
  if (about.isPending) return <Loading />;
  if (about.error) return <Failure error={about.error} />;
  return <Structure about={about.data} />;
}

function Structure({ about }: { about: Relation }) {
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const [open, setOpen] = useState(() => openedBy(search));
  const [written, setWritten] = useState<Written | null>(null);
  const { writes } = useSession();
  const isTable = about.kind === 'r' || about.kind === 'p';
  const close = () => {
    setOpen(null);
    setSearch({}, { replace: true });
  };
  const done = (w: Written) => {
    setWritten(w);
    close();
    if (open?.form === 'drop-table') void navigate('/tables');
  };
  return (
    <section className="page">
      <header className="bar">
        <h1>
          <span className="muted">{about.schema}.</span>
          {about.name}
        </h1>
        <Link className="button" to={`/tables/${about.schema}/${about.name}`}>
          {t.rows}
        </Link>
        <span className="space" />
        {isTable && (
          <>
            <button type="button" onClick={() => setOpen({ form: 'custom' })}>
              {t.customMigration}
            </button>
            <button type="button" onClick={() => setOpen({ form: 'drop-table' })}>
              {t.dropTable}
            </button>
          </>
        )}
      </header>
      {about.comment && <p className="muted">{about.comment}</p>}
      {written?.file && <p role="status">{t.wrote(written.file)}</p>}
      <Section
        title={t.columns}
        action={
          isTable && (
            <button type="button" onClick={() => setOpen({ form: 'add-column' })}>
              + {t.addColumn}
            </button>
          )
        }
      >
        <table className="list">
          <thead>
            <tr>
              <th>{t.name}</th>
              <th>{t.type}</th>
              <th>{t.default}</th>
              <th>{t.comment}</th>
              <th aria-label={t.actions} />
            </tr>
          </thead>
          <tbody>
            {about.columns.map((c) => (
              <tr key={c.name}>
                <td>
                  {about.key.includes(c.name) && <span title={t.primaryKey}>⚿ </span>}
                  {c.name}
                  {c.required && <span className="muted"> · {t.required}</span>}
                </td>
                <td>
                  <code>{c.type}</code>
                </td>
                <td>
                  <code>
                    {c.identity !== ''
                      ? 'identity'
                      : c.generated !== ''
                        ? `= ${c.default ?? ''}`
                        : c.default}
                  </code>
                </td>
                <td className="muted">{c.comment}</td>
                <td className="actions">
                  {isTable && (
                    <>
                      <button
                        type="button"
                        className="quiet"
                        onClick={() => setOpen({ form: 'alter-column', column: c })}
                      >
                        {t.alter}
                      </button>
                      <button
                        type="button"
                        className="quiet"
                        onClick={() => setOpen({ form: 'rename-column', column: c })}
                      >
                        {t.rename}
                      </button>
                      <button
                        type="button"
                        className="quiet"
                        onClick={() => setOpen({ form: 'drop-column', column: c })}
                      >
                        {t.drop}
                      </button>
                    </>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      {about.definition && (
        <Section title={t.definition}>
          <pre>
            <code>{about.definition}</code>
          </pre>
        </Section>
      )}
      {isTable && (
        <Section
          title={t.policies}
          action={
            <>
              {about.policies.length > 0 && writes && (
                <Link
                  className="button"
                  to={`/policies?view=tests&table=${encodeURIComponent(`${about.schema}.${about.name}`)}`}
                >
                  + {t.writeTest}
                </Link>
              )}
              <button type="button" onClick={() => setOpen({ form: 'policy-file' })}>
                {t.policyFile}
              </button>
              <button type="button" onClick={() => setOpen({ form: 'policy' })}>
                + {t.addPolicy}
              </button>
            </>
          }
        >
          <Policies about={about} />
        </Section>
      )}
      <Section title={t.keys}>
        <dl className="definitions">
          {about.constraints.map((c) => (
            <Item key={c.name} name={c.name} text={c.definition} />
          ))}
          {about.references.map((r) => (
            <Item key={r.name} name={r.name} text={r.definition ?? ''} />
          ))}
        </dl>
        {about.referencedBy.length > 0 && (
          <p className="muted">
            {t.referencedBy}{' '}
            {about.referencedBy.map((r) => (
              <Link
                key={`${r.schema}.${r.table}.${r.name}`}
                to={`/tables/${r.schema}/${r.table}/structure`}
              >
                {r.schema}.{r.table}{' '}
              </Link>
            ))}
          </p>
        )}
      </Section>
      <Section
        title={t.indexes}
        action={
          isTable && (
            <button type="button" onClick={() => setOpen({ form: 'index' })}>
              + {t.addIndex}
            </button>
          )
        }
      >
        <dl className="definitions">
          {about.indexes.map((i) => (
            <Item key={i.name} name={`${i.name} · ${size(i.bytes ?? 0)}`} text={i.definition} />
          ))}
        </dl>
      </Section>
      {about.triggers.length > 0 && (
        <Section title={t.triggers}>
          <dl className="definitions">
            {about.triggers.map((g) => (
              <Item key={g.name} name={g.name} text={g.definition} />
            ))}
          </dl>
        </Section>
      )}
      {open && (
        <Dialog title={titleOf(open)} onClose={close} wide>
          <Form open={open} about={about} onDone={done} />
        </Dialog>
      )}
    </section>
  );
}

function titleOf(open: Open): string {
  switch (open.form) {
    case 'add-column':
      return t.addColumn;
    case 'index':
      return t.addIndex;
    case 'policy':
      return t.addPolicy;
    case 'policy-file':
      return t.policyFile;
    case 'drop-table':
      return t.dropTable;
    case 'custom':
      return t.customMigration;
    case 'alter-column':
      return `${t.alter} ${open.column.name}`;
    case 'rename-column':
      return `${t.rename} ${open.column.name}`;
    case 'drop-column':
      return `${t.drop} ${open.column.name}`;
  }
}

function Form({
  open,
  about,
  onDone,
}: {
  open: Open;
  about: Relation;
  onDone: (written: Written) => void;
}) {
  const table = { schema: about.schema, name: about.name };
  switch (open.form) {
    case 'add-column':
      return <AddColumn table={table} onDone={onDone} />;
    case 'index':
      return <NewIndex about={about} onDone={onDone} />;
    case 'policy':
      return <NewPolicyForm about={about} first={open} onDone={onDone} />;
    case 'policy-file':
      return <PolicyFile about={about} line={open.line} sql={open.sql} onDone={onDone} />;
    case 'drop-table':
      return <Drop change={{ kind: 'drop_table', table }} what={about.name} onDone={onDone} />;
    case 'custom':
      return <CustomMigration table={table} sql={open.sql} onDone={onDone} />;
    case 'alter-column':
      return <AlterColumn table={table} column={open.column} onDone={onDone} />;
    case 'rename-column':
      return <Rename table={table} column={open.column.name} onDone={onDone} />;
    case 'drop-column':
      return (
        <Drop
          change={{ kind: 'drop_column', table, column: open.column.name }}
          what={open.column.name}
          onDone={onDone}
        />
      );
  }
}

function Section({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="section" aria-label={title}>
      <header className="bar">
        <h2>{title}</h2>
        {action}
      </header>
      <div className="scroll">{children}</div>
    </section>
  );
}

function Item({ name, text }: { name: string; text: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <code>{text}</code>
      </dd>
    </>
  );
}

function Policies({ about }: { about: Relation }) {
  return (
    <>
      {!about.rowSecurity && <p className="warn">{t.rowSecurityOff}</p>}
      {about.rowSecurity && about.policies.length === 0 && <Empty>{t.noPolicy}</Empty>}
      {about.policies.length > 0 && (
        <table className="list">
          <thead>
            <tr>
              <th>{t.name}</th>
              <th>{t.verb}</th>
              <th>{t.roles}</th>
              <th>{t.condition}</th>
            </tr>
          </thead>
          <tbody>
            {about.policies.map((p) => (
              <tr key={p.name}>
                <td title={p.comment}>
                  {p.name}
                  {!p.permissive && <span className="warn"> {t.restrictive}</span>}
                  {p.comment && <div className="muted">{p.comment}</div>}
                </td>
                <td>{p.verb}</td>
                <td>{p.roles.join(', ')}</td>
                <td>
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
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="muted">
        {t.grants}{' '}
        {Object.entries(about.grants)
          .map(([role, verbs]) => `${role}: ${verbs.length > 0 ? verbs.join(', ') : t.nothing}`)
          .join(' · ')}
      </p>
    </>
  );
}
