import { useEffect, useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '@/kit/session.ts';
import type { Written } from '@/kit/types.ts';
import { CopyButton, Failure } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';

/** A value that follows another one once that has not changed for a while (debounce). */
function useSettled<T>(value: T, wait: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), wait);
    return () => clearTimeout(timer);
  }, [value, wait]);
  return settled;
}

/**
 * The SQL of a form as it is filled in. In development its button writes the file of the project; in production
 * there is only the SQL, to copy.
 */
export function SqlPreview<T>({
  form,
  send,
  onWritten,
  label,
}: {
  /** null while the form is not complete. */
  form: T | null;
  send: (form: T, write: boolean) => Promise<Written>;
  onWritten: (written: Written) => void;
  label: string;
}) {
  const client = useQueryClient();
  const { writes } = useSession();
  const text = useSettled(JSON.stringify(form), 200);
  const preview = useQuery({
    queryKey: ['preview', label, text],
    queryFn: () => send(JSON.parse(text) as T, false),
    enabled: text !== 'null',
    gcTime: 0,
    retry: false,
  });
  const writing = useMutation({
    mutationFn: (given: T) => send(given, true),
    onSuccess: async (written) => {
      await client.invalidateQueries({ queryKey: ['tables'] });
      await client.invalidateQueries({ queryKey: ['rows'] });
      onWritten(written);
    },
  });
  return (
    <div className="preview">
      <pre aria-label="SQL">
        {form ? (
          <code>{preview.data?.sql ?? ''}</code>
        ) : (
          <span className="muted">{t.sqlAppears}</span>
        )}
      </pre>
      <Failure error={writing.error ?? (form ? preview.error : null)} />
      <footer>
        {preview.data && form && <CopyButton text={preview.data.sql} label="SQL" />}
        {writes ? (
          <button
            type="button"
            className="primary"
            disabled={!form || writing.isPending}
            onClick={() => {
              if (form) writing.mutate(form);
            }}
          >
            {label}
          </button>
        ) : (
          <p className="note">{t.productionNote}</p>
        )}
      </footer>
    </div>
  );
}
