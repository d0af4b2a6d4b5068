import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '@/kit/api.ts';
import { Failure, Loaded } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';

interface Templates {
  templates: { kind: string; languages: string[] }[];
  /** The address of test messages; '' where none is sent. */
  test: string;
}

const templates = queryOptions({
  queryKey: ['templates'],
  queryFn: () => api<Templates>('GET', '/templates'),
});

const pathOf = (kind: string, language: string) =>
  `/templates/${encodeURIComponent(kind)}/${encodeURIComponent(language)}`;

const preview = (kind: string, language: string) =>
  queryOptions({
    queryKey: ['templates', kind, language],
    queryFn: () =>
      api<{ subject: string; text: string; hasHTML: boolean }>('GET', pathOf(kind, language)),
  });

/** The templates of e-mails, filled in with samples. */
export function TemplatesScreen() {
  const [params, setParams] = useSearchParams();
  const found = useQuery(templates);
  const all = found.data?.templates ?? [];
  const kind = all.find((one) => one.kind === params.get('kind')) ?? all[0];
  const language =
    kind?.languages.find((l) => l === params.get('language')) ??
    kind?.languages.find((l) => l === 'en') ??
    kind?.languages[0] ??
    '';
  const choose = (next: { kind: string; language: string }) => setParams(next, { replace: true });
  return (
    <section className="page">
      <header className="bar">
        <h1>{t.templates}</h1>
        <select
          aria-label={t.kind}
          value={kind?.kind ?? ''}
          onChange={(event) => choose({ kind: event.target.value, language })}
        >
          {all.map((one) => (
            <option key={one.kind}>{one.kind}</option>
          ))}
        </select>
        <select
          aria-label={t.language}
          value={language}
          onChange={(event) => choose({ kind: kind?.kind ?? '', language: event.target.value })}
        >
          {kind?.languages.map((l) => (
            <option key={l}>{l}</option>
          ))}
        </select>
        <span className="space" />
        <Link className="button" to="/mail">
          {t.outbox}
        </Link>
      </header>
      <Loaded query={found}>
        {({ test }) =>
          kind && (
            <Preview
              key={`${kind.kind} ${language}`}
              kind={kind.kind}
              language={language}
              test={test}
            />
          )
        }
      </Loaded>
    </section>
  );
}

function Preview({ kind, language, test }: { kind: string; language: string; test: string }) {
  const client = useQueryClient();
  const [plain, setPlain] = useState(false);
  const found = useQuery(preview(kind, language));
  const sending = useMutation({
    mutationFn: () => api<{ to: string }>('POST', `${pathOf(kind, language)}/test`),
    onSettled: () => client.invalidateQueries({ queryKey: ['mail'] }),
  });
  const isPlain = plain || found.data?.hasHTML === false;
  return (
    <>
      <Failure error={sending.error} />
      <Loaded query={found}>
        {({ subject, text, hasHTML }) => (
          <>
            <div className="bar">
              <strong>{subject}</strong>
              <span className="space" />
              {sending.data && <span role="status">{t.testSent(sending.data.to)}</span>}
              {hasHTML && (
                <button type="button" aria-pressed={plain} onClick={() => setPlain(!plain)}>
                  {t.plainText}
                </button>
              )}
              {test !== '' && (
                <button type="button" disabled={sending.isPending} onClick={() => sending.mutate()}>
                  {t.sendTest(test)}
                </button>
              )}
            </div>
            <p className="note">{t.samples}</p>
            {isPlain ? (
              <pre className="example" aria-label={t.plainText} dir="auto">
                {text}
              </pre>
            ) : (
              <iframe
                className="mail-frame"
                sandbox=""
                title={subject}
                src={`/_/api${pathOf(kind, language)}/html`}
              />
            )}
          </>
        )}
      </Loaded>
    </>
  );
}
