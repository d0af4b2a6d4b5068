import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Relation } from '@/kit/types.ts';
import { count, Dialog, Failure, Field } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';
import { load } from './rows.ts';

/** Adds the rows of a CSV file whose first line names the columns, or none of them. An empty field is null. */
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
  const importing = useMutation({
    mutationFn: (chosen: File) => load(about.schema, about.name, chosen),
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
        {importing.isPending && <p role="status">{t.importing}</p>}
        {importing.data !== undefined && (
          <p role="status">{t.imported(count(importing.data.rows))}</p>
        )}
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
