import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '@/kit/api.ts';
import { useActor } from '@/kit/actor.ts';
import { useSession } from '@/kit/session.ts';
import { relation, tables } from '@/kit/tables.ts';
import type { Relation } from '@/kit/types.ts';
import { CopyButton, Empty, Failure, Loaded, Tabs } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';
import { call, example, languages, verbs, type Language, type Verb } from './examples.ts';

/** What clients write to reach a table, made of the schema. */
export function DocsScreen() {
  const [params, setParams] = useSearchParams();
  const all = useQuery(tables);
  const own = all.data?.filter((table) => table.schema === 'public') ?? [];
  const name = params.get('table') ?? own[0]?.name ?? '';
  const about = useQuery({ ...relation('public', name), enabled: name !== '' });
  return (
    <section className="page">
      <header className="bar">
        <h1>{t.docs}</h1>
        <select
          aria-label={t.table}
          value={name}
          onChange={(event) => setParams({ table: event.target.value })}
        >
          {own.map((table) => (
            <option key={table.name}>{table.name}</option>
          ))}
        </select>
      </header>
      <Loaded query={all}>
        {() =>
          name === '' ? (
            <Empty>{t.noTables}</Empty>
          ) : (
            <Loaded query={about}>{(table) => <Examples key={name} about={table} />}</Loaded>
          )
        }
      </Loaded>
    </section>
  );
}

function Examples({ about }: { about: Relation }) {
  const { about: server } = useSession();
  const actor = useActor();
  const [verb, setVerb] = useState<Verb>('select');
  const [language, setLanguage] = useState<Language>('JavaScript');
  const text = example(about, verb, language, server.address, server.anonKey);
  const trying = useMutation({
    mutationFn: () => api<unknown>('GET', `/services/rest${call(about, 'select').path}`),
  });
  return (
    <>
      {about.comment && <p className="muted">{about.comment}</p>}
      <div className="bar">
        <Tabs label={t.verb} tabs={verbs.map((v) => [v, v])} shown={verb} onShow={setVerb} />
        <span className="space" />
        <Tabs
          label={t.language}
          tabs={languages.map((l) => [l, l])}
          shown={language}
          onShow={setLanguage}
        />
      </div>
      <pre className="example" aria-label={t.example}>
        <code>{text}</code>
      </pre>
      <div className="bar">
        <CopyButton text={text} label={t.example} />
        {verb === 'select' && (
          <button type="button" disabled={trying.isPending} onClick={() => trying.mutate()}>
            {t.tryAs(actor.label === 'owner' ? 'service_role' : actor.label)}
          </button>
        )}
      </div>
      <Failure error={trying.error} />
      {trying.data !== undefined && (
        <pre className="example" aria-label={t.answer}>
          <code>{JSON.stringify(trying.data, null, 2)}</code>
        </pre>
      )}
      <div className="scroll">
        <table className="list">
          <thead>
            <tr>
              <th>{t.column}</th>
              <th>{t.type}</th>
              <th>{t.comment}</th>
            </tr>
          </thead>
          <tbody>
            {about.columns.map((c) => (
              <tr key={c.name}>
                <td>
                  {c.name} {c.required && <span className="muted">{t.required}</span>}
                </td>
                <td>
                  <code>{c.type}</code>
                </td>
                <td className="muted text">{c.comment}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
