import { useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '@/kit/session.ts';
import { relation } from '@/kit/tables.ts';
import type { Column, Relation, Written } from '@/kit/types.ts';
import { Dialog, KeySign, Loaded, size } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';
import {
  AddColumn,
  AlterColumn,
  CustomMigration,
  Drop,
  DropObject,
  NewIndex,
  Rename,
} from './forms.tsx';
import { Item, Policies, Section } from './parts.tsx';
import { NewKey } from './new-key.tsx';
import { PolicyFile } from './policy-file.tsx';
import { NewPolicyForm } from './new-policy.tsx';

type Open =
  | { form: 'add-column' | 'index' | 'key' | 'drop-table' }
  | { form: 'drop-constraint' | 'drop-index'; name: string }
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
  return (
    <Loaded query={about}>
      {(table) => <Structure key={`${schema}.${name}`} about={table} />}
    </Loaded>
  );
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
          {t.showRows}
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
              <th>
                <span className="hidden">{t.actions}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {about.columns.map((c) => (
              <tr key={c.name}>
                <td>
                  {about.key.includes(c.name) && <KeySign />}
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
                <td className="muted text">{c.comment}</td>
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
      <Section
        title={t.keys}
        action={
          isTable && (
            <button type="button" onClick={() => setOpen({ form: 'key' })}>
              + {t.addKey}
            </button>
          )
        }
      >
        <dl className="definitions">
          {[...about.constraints, ...about.references].map((c) => (
            <Item
              key={c.name}
              name={c.name}
              text={c.definition ?? ''}
              onDrop={() => setOpen({ form: 'drop-constraint', name: c.name })}
            />
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
            <Item
              key={i.name}
              name={i.name}
              more={size(i.bytes ?? 0)}
              text={i.definition}
              // The index of a key goes with its key.
              onDrop={
                about.constraints.some((c) => c.name === i.name)
                  ? undefined
                  : () => setOpen({ form: 'drop-index', name: i.name })
              }
            />
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
      return t.newColumn;
    case 'index':
      return t.newIndex;
    case 'key':
      return t.newKey;
    case 'drop-constraint':
    case 'drop-index':
      return `${t.drop} ${open.name}`;
    case 'policy':
      return t.newPolicy;
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
    case 'key':
      return <NewKey about={about} onDone={onDone} />;
    case 'drop-constraint':
      return (
        <DropObject
          change={{ kind: 'drop_constraint', table, object: open.name }}
          onDone={onDone}
        />
      );
    case 'drop-index':
      return (
        <DropObject change={{ kind: 'drop_index', table, object: open.name }} onDone={onDone} />
      );
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
