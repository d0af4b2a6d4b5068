import type { ReactNode } from 'react';
import type { Relation } from '@/kit/types.ts';
import { Empty } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';

/** A part of a table, with the button that adds to it. */
export function Section({
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

/** A key, an index or a trigger, with its SQL. */
export function Item({
  name,
  more,
  text,
  onDrop,
}: {
  name: string;
  more?: string;
  text: string;
  onDrop?: (() => void) | undefined;
}) {
  return (
    <>
      <dt>
        {name}
        {more && <span className="muted"> · {more}</span>}
      </dt>
      <dd>
        <code>{text}</code>
        {onDrop && (
          <button type="button" className="quiet" aria-label={`${t.drop} ${name}`} onClick={onDrop}>
            {t.drop}
          </button>
        )}
      </dd>
    </>
  );
}

/** The policies of a table, and who has a grant. */
export function Policies({ about }: { about: Relation }) {
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
                <td className="text">
                  {p.name}
                  {!p.permissive && <span className="warn"> {t.restrictive}</span>}
                  {p.comment && <div className="muted">{p.comment}</div>}
                </td>
                <td>{p.verb}</td>
                <td>{p.roles.join(', ')}</td>
                <td className="text">
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
