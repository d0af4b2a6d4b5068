import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useActor, type Actor } from '@/kit/actor.ts';
import { relation } from '@/kit/tables.ts';
import { Failure, Field } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';
import { explain, type Input, type RuledTable } from './api.ts';
import { Explanation } from './explanation.tsx';

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'];
const writes = (method: string) => method !== 'GET' && method !== 'DELETE';

interface Form {
  as: string;
  claims: string;
  method: string;
  path: string;
  schema: string;
  prefer: string;
  body: string;
}

/** The text of a field as JSON; a failure names the field. */
function json(text: string, field: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (failure) {
    throw new Error(`${field}: ${failure instanceof Error ? failure.message : ''}`, {
      cause: failure,
    });
  }
}

/** The caller to begin with: the one of the menu, who has policies. */
const callerOf = (actor: Actor) =>
  actor.id === 'owner' ? 'anon' : actor.label.includes('@') ? actor.label : actor.id;

function toInput(f: Form): Input {
  const body = writes(f.method) ? json(f.body, t.payload) : undefined;
  const claims = json(f.claims, t.claims);
  return {
    as: f.as.trim(),
    method: f.method,
    path: f.path.trim(),
    headers: {
      ...(f.prefer === '' ? {} : { Prefer: f.prefer }),
      ...(f.schema === '' ? {} : { 'Accept-Profile': f.schema, 'Content-Profile': f.schema }),
    },
    ...(claims === undefined ? {} : { claims }),
    ...(body === undefined ? {} : { body }),
  };
}

/** Explains a request of the table API as a caller: in full, or as a row that somebody does not see. */
export function Explainer({ tables }: { tables: RuledTable[] }) {
  const [search] = useSearchParams();
  const actor = useActor();
  const [form, setForm] = useState<Form>({
    as: callerOf(actor),
    claims: '',
    method: 'GET',
    path: '/',
    schema: '',
    prefer: '',
    body: '',
  });
  const set = (changed: Partial<Form>) => setForm({ ...form, ...changed });
  const asking = useMutation({ mutationFn: async (f: Form) => explain(toInput(f)) });
  const ask = (f: Form) => {
    setForm(f);
    asking.mutate(f);
  };
  return (
    <>
      <AboutRow
        tables={tables}
        chosen={search.get('table') ?? ''}
        as={form.as}
        onAs={(as) => set({ as })}
        onAsk={(schema, path) => ask({ ...form, method: 'GET', path, schema, body: '' })}
        pending={asking.isPending}
      />
      <details className="section" open={form.path !== '/' && form.method !== 'GET'}>
        <summary>{t.wholeRequest}</summary>
        <form
          className="form-page"
          aria-label={t.wholeRequest}
          onSubmit={(event) => {
            event.preventDefault();
            ask(form);
          }}
        >
          <div className="row">
            <Field label={t.asCaller} hint={t.asCallerHint}>
              <input
                required
                list="callers"
                value={form.as}
                onChange={(event) => set({ as: event.target.value })}
              />
            </Field>
            <Field label={t.claims} hint={t.claimsHint}>
              <input
                spellCheck={false}
                value={form.claims}
                onChange={(event) => set({ claims: event.target.value })}
              />
            </Field>
            <Field label={t.schema}>
              <input
                placeholder="public"
                value={form.schema}
                onChange={(event) => set({ schema: event.target.value })}
              />
            </Field>
          </div>
          <div className="row">
            <Field label={t.method}>
              <select value={form.method} onChange={(event) => set({ method: event.target.value })}>
                {methods.map((m) => (
                  <option key={m}>{m}</option>
                ))}
              </select>
            </Field>
            <Field label={t.path} hint={t.pathHint}>
              <input
                required
                spellCheck={false}
                value={form.path}
                onChange={(event) => set({ path: event.target.value })}
              />
            </Field>
            {form.method !== 'GET' && (
              <Field label="Prefer">
                <select
                  value={form.prefer}
                  onChange={(event) => set({ prefer: event.target.value })}
                >
                  {['', 'return=representation', 'resolution=merge-duplicates'].map((p) => (
                    <option key={p}>{p}</option>
                  ))}
                </select>
              </Field>
            )}
          </div>
          {writes(form.method) && (
            <Field label={t.payload}>
              <textarea
                rows={3}
                spellCheck={false}
                value={form.body}
                onChange={(event) => set({ body: event.target.value })}
              />
            </Field>
          )}
          <button type="submit" className="primary" disabled={asking.isPending}>
            {t.explain}
          </button>
        </form>
      </details>
      <datalist id="callers">
        {['anon', 'authenticated', 'service_role'].map((role) => (
          <option key={role} value={role} />
        ))}
      </datalist>
      <Failure error={asking.error} />
      {asking.data && <Explanation report={asking.data} />}
    </>
  );
}

/** The short form: why a caller does not see a row of a table, by its key. */
function AboutRow({
  tables,
  chosen,
  as,
  onAs,
  onAsk,
  pending,
}: {
  tables: RuledTable[];
  chosen: string;
  as: string;
  onAs: (as: string) => void;
  onAsk: (schema: string, path: string) => void;
  pending: boolean;
}) {
  const names = tables.filter((table) => table.schema !== 'realtime' && table.schema !== 'storage');
  const [name, setName] = useState(() => {
    const all = names.map((one) => `${one.schema}.${one.name}`);
    return all.includes(chosen) ? chosen : (all[0] ?? '');
  });
  const [values, setValues] = useState<Record<string, string>>({});
  const table = names.find((one) => `${one.schema}.${one.name}` === name);
  const about = useQuery({
    ...relation(table?.schema ?? '', table?.name ?? ''),
    enabled: table !== undefined,
  });
  const key = about.data?.key ?? [];
  const filled = key.filter((column) => (values[column] ?? '') !== '');
  return (
    <form
      className="row"
      aria-label={t.whyNotRow}
      onSubmit={(event) => {
        event.preventDefault();
        if (!table) return;
        const filters = filled.map(
          (column) =>
            `${encodeURIComponent(column)}=eq.${encodeURIComponent(values[column] ?? '')}`,
        );
        onAsk(
          table.schema,
          `/${encodeURIComponent(table.name)}${filters.length > 0 ? `?${filters.join('&')}` : ''}`,
        );
      }}
    >
      <Field label={t.whyDoes}>
        <input
          required
          list="callers"
          placeholder="ann@example.org"
          value={as}
          onChange={(event) => onAs(event.target.value)}
        />
      </Field>
      {key.map((column) => (
        <Field key={column} label={`${t.notSeeRow} ${column} =`}>
          <input
            value={values[column] ?? ''}
            onChange={(event) => setValues({ ...values, [column]: event.target.value })}
          />
        </Field>
      ))}
      <Field label={t.ofTable}>
        <select value={name} onChange={(event) => setName(event.target.value)}>
          {names.map((one) => (
            <option key={`${one.schema}.${one.name}`}>{`${one.schema}.${one.name}`}</option>
          ))}
        </select>
      </Field>
      <button type="submit" className="primary" disabled={pending || !table}>
        {t.explain}
      </button>
    </form>
  );
}
