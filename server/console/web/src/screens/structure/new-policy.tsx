import { useState } from 'react';
import type { Relation, Written } from '@/kit/types.ts';
import { Field } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';
import { sendPolicy, type NewPolicy } from './changes.ts';
import { SqlPreview } from './sql-preview.tsx';

const verbs = ['select', 'insert', 'update', 'delete'];

/** Conditions that most policies have. */
function conditions(about: Relation): { label: string; whom: string; text: string }[] {
  const owners = about.columns
    .filter(
      (c) =>
        c.type === 'uuid' && /(^|_)(user_id|owner|owner_id|created_by|author_id)$/.test(c.name),
    )
    .map((c) => ({
      label: t.ownRows(c.name),
      whom: 'own',
      text: `${c.name} = (select auth.uid())`,
    }));
  return [...owners, { label: t.allRows, whom: 'all', text: 'true' }];
}

/** A form for a policy, which writes it into the policy file of the table. */
export function NewPolicyForm({
  about,
  first,
  onDone,
}: {
  about: Relation;
  /** What the form begins with. */
  first: { verb?: string; role?: string };
  onDone: (written: Written) => void;
}) {
  const known = conditions(about);
  const [verb, setVerb] = useState(first.verb || 'select');
  const [role, setRole] = useState(first.role || 'authenticated');
  const [using, setUsing] = useState(known[0]?.text ?? '');
  const [name, setName] = useState<string | null>(null);
  const [comment, setComment] = useState('');
  const [restrictive, setRestrictive] = useState(false);
  const whom = known.find((c) => c.text === using)?.whom ?? 'some';
  const named = name ?? `${about.name}_${verb}_${whom === 'all' ? role : whom}`;
  const policy: NewPolicy | null =
    using.trim() === '' || named === ''
      ? null
      : {
          table: { schema: about.schema, name: about.name },
          name: named,
          verb,
          roles: [role],
          using: verb === 'insert' ? '' : using,
          check: verb === 'insert' || verb === 'update' ? using : '',
          columns:
            verb === 'insert' || verb === 'update'
              ? about.columns
                  .filter((c) => c.generated === '' && c.identity !== 'a')
                  .map((c) => c.name)
              : [],
          restrictive,
          comment,
        };
  return (
    <>
      <div className="row">
        <Field label={t.verb}>
          <select value={verb} onChange={(event) => setVerb(event.target.value)}>
            {verbs.map((v) => (
              <option key={v}>{v}</option>
            ))}
          </select>
        </Field>
        <Field label={t.role}>
          <select value={role} onChange={(event) => setRole(event.target.value)}>
            {['authenticated', 'anon', 'public'].map((r) => (
              <option key={r}>{r}</option>
            ))}
          </select>
        </Field>
        <Field label={t.which}>
          <select value={using} onChange={(event) => setUsing(event.target.value)}>
            {known.map((c) => (
              <option key={c.text} value={c.text}>
                {c.label}
              </option>
            ))}
            {!known.some((c) => c.text === using) && <option value={using}>{t.custom}</option>}
          </select>
        </Field>
      </div>
      <Field label={t.condition}>
        <textarea
          rows={2}
          spellCheck={false}
          value={using}
          onChange={(event) => setUsing(event.target.value)}
        />
      </Field>
      <div className="row">
        <Field label={t.name}>
          <input value={named} onChange={(event) => setName(event.target.value)} />
        </Field>
        <Field label={t.inWords} hint={t.inWordsHint}>
          <input value={comment} onChange={(event) => setComment(event.target.value)} />
        </Field>
        <label className="check">
          <input
            type="checkbox"
            checked={restrictive}
            onChange={(event) => setRestrictive(event.target.checked)}
          />
          {t.restrictive}
        </label>
      </div>
      <SqlPreview form={policy} send={sendPolicy} label={t.writePolicy} onWritten={onDone} />
    </>
  );
}
