import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Dialog, Empty, Loaded } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';
import { page, type Finding } from './api.ts';
import { Markdown } from './markdown.tsx';
import { Place } from './place.tsx';

/** What looks wrong, the worst first. */
export function Findings({ findings }: { findings: Finding[] }) {
  if (findings.length === 0) return <Empty>{t.noFindings}</Empty>;
  return (
    <ul className="plain findings">
      {findings.map((f) => (
        <li key={`${f.name} ${f.schema}.${f.table} ${f.policy} ${f.text}`}>
          <strong>
            {f.schema}.{f.table}
          </strong>{' '}
          {f.policy && <span className="muted">{f.policy} </span>}
          <Level finding={f} />
        </li>
      ))}
    </ul>
  );
}

/** A finding with its level, its page, and its place. */
export function Level({ finding: f }: { finding: Finding }) {
  return (
    <div>
      <span className={f.level === 'info' ? 'muted' : f.level === 'error' ? 'danger-text' : 'warn'}>
        {f.level}: {f.text}
      </span>{' '}
      <PageLink name={f.name} />{' '}
      <Place schema={f.schema} table={f.table} file={f.file} line={f.line} />
    </div>
  );
}

/** A link to a page of docs/policies. */
export function PageLink({ name }: { name: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="link" onClick={() => setOpen(true)}>
        {name}
      </button>
      {open && (
        <Dialog title={name} onClose={() => setOpen(false)} wide>
          <PageText name={name} />
        </Dialog>
      )}
    </>
  );
}

function PageText({ name }: { name: string }) {
  const found = useQuery(page(name));
  return <Loaded query={found}>{({ text }) => <Markdown text={text} />}</Loaded>;
}
