import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSchemaFilter } from '@/kit/schema-filter.tsx';
import { Dialog, Empty, Loaded } from '@/kit/ui.tsx';
import type { Written } from '@/kit/types.ts';
import { CustomMigration } from '@/screens/structure/forms.tsx';
import { t } from '@/texts.ts';
import { definition, routines, type Routine } from './api.ts';
import { NewRoutine } from './new-routine.tsx';

type Open = { form: 'new' } | { form: 'replace'; routine: Routine };

/** The functions of the database, with a form for a new one. */
export function RoutinesScreen() {
  const all = useQuery(routines);
  const filter = useSchemaFilter();
  const [open, setOpen] = useState<Open | null>(null);
  const [written, setWritten] = useState<Written | null>(null);
  const done = (w: Written) => {
    setWritten(w);
    setOpen(null);
  };
  return (
    <section className="page">
      <header className="bar">
        <h1>{t.routines}</h1>
        {filter.controls}
        <span className="space" />
        <button type="button" className="primary" onClick={() => setOpen({ form: 'new' })}>
          {t.newRoutine}
        </button>
      </header>
      {written?.file && <p role="status">{t.wrote(written.file)}</p>}
      <Loaded query={all}>
        {(there) => (
          <List
            found={filter.matching(there)}
            isNew={filter.isNew(there)}
            onOpen={(routine) => setOpen({ form: 'replace', routine })}
          />
        )}
      </Loaded>
      {open?.form === 'new' && (
        <Dialog title={t.newRoutine} onClose={() => setOpen(null)} wide>
          <NewRoutine onDone={done} />
        </Dialog>
      )}
      {open?.form === 'replace' && (
        <Dialog
          title={`${open.routine.schema}.${open.routine.name}`}
          onClose={() => setOpen(null)}
          wide
        >
          <Replace routine={open.routine} onDone={done} />
        </Dialog>
      )}
    </section>
  );
}

function List({
  found,
  isNew,
  onOpen,
}: {
  found: Routine[];
  isNew: boolean;
  onOpen: (routine: Routine) => void;
}) {
  if (found.length === 0) return <Empty>{isNew ? t.noRoutines : t.nothingFound}</Empty>;
  return (
    <div className="scroll">
      <table className="list">
        <thead>
          <tr>
            <th>{t.name}</th>
            <th>{t.returns}</th>
            <th>{t.language}</th>
            <th>{t.runsAs}</th>
            <th>{t.executedBy}</th>
            <th>{t.comment}</th>
          </tr>
        </thead>
        <tbody>
          {found.map((r) => (
            <Row key={r.id} routine={r} onOpen={() => onOpen(r)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ routine: r, onOpen }: { routine: Routine; onOpen: () => void }) {
  return (
    <tr>
      <td>
        <button type="button" className="link" onClick={onOpen}>
          <span className="muted">{r.schema}.</span>
          {r.name}
        </button>
        <code className="muted">({r.arguments})</code>
      </td>
      <td>
        <code>{r.kind === 'function' ? r.returns : r.kind}</code>
      </td>
      <td className="muted">
        {r.language} · {r.volatility}
      </td>
      <td>{r.definer ? <span className="warn">{t.itsOwner}</span> : t.itsCaller}</td>
      <td>{r.roles.join(', ') || <span className="muted">{t.nobodyOfTheApi}</span>}</td>
      <td className="muted text">{r.comment}</td>
    </tr>
  );
}

/** A migration that begins as the function is now. */
function Replace({ routine, onDone }: { routine: Routine; onDone: (written: Written) => void }) {
  const found = useQuery({ ...definition(routine.id), gcTime: 0 });
  return (
    <Loaded query={found}>
      {({ definition: sql }) => (
        <CustomMigration table={{ schema: routine.schema, name: '' }} sql={sql} onDone={onDone} />
      )}
    </Loaded>
  );
}
