import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Relation, Value } from '@/kit/types.ts';
import { Dialog, Failure, Field } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';
import { insert } from './rows.ts';

const batch = 500;

/** Adds the rows of a CSV file whose first line names the columns. An empty field is null. */
export function ImportDialog({
  about,
  onClose,
  onDone,
}: {
  about: Relation;
  onClose: () => void;
  onDone: () => Promise<void>;
}) {
  const [file, setFile] = useState<File | null>(null);
  const [sent, setSent] = useState(0);
  const importing = useMutation({
    mutationFn: async (chosen: File) => {
      const { default: papa } = await import('papaparse');
      const lines = papa.parse<string[]>((await chosen.text()).replace(/^\uFEFF/, ''), {
        skipEmptyLines: 'greedy',
      }).data;
      const [head = [], ...rest] = lines;
      const unknown = head.filter((name) => !about.columns.some((c) => c.name === name));
      if (unknown.length > 0) throw new Error(t.unknownColumns(unknown.join(', ')));
      setSent(0);
      for (let from = 0; from < rest.length; from += batch) {
        const rows = rest
          .slice(from, from + batch)
          .map((line): Value[] => head.map((_, i) => (line[i] ? line[i] : null)));
        await insert(about.schema, about.name, head, rows);
        setSent(from + rows.length);
      }
      return rest.length;
    },
    onSettled: onDone,
  });
  return (
    <Dialog title={t.importInto(`${about.schema}.${about.name}`)} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (file) importing.mutate(file);
        }}
      >
        <Field label={t.csvFile} hint={t.csvHint}>
          <input
            type="file"
            accept=".csv,text/csv"
            required
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
        </Field>
        <Failure error={importing.error} />
        {(importing.isPending || importing.error !== null) && sent > 0 && (
          <p role="status">{t.imported(sent)}</p>
        )}
        {importing.data !== undefined && <p role="status">{t.imported(importing.data)}</p>}
        <footer>
          <button type="button" onClick={onClose}>
            {importing.data === undefined ? t.cancel : t.close}
          </button>
          <button type="submit" className="primary" disabled={importing.isPending || !file}>
            {t.import}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}
