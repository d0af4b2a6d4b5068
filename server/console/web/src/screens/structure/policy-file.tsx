import { lazy, Suspense, useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, tablePath } from '@/kit/api.ts';
import type { Relation, Written } from '@/kit/types.ts';
import { Empty, Failure, Loaded, Loading } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';
import { CustomMigration } from './forms.tsx';

const Editor = lazy(async () => ({ default: (await import('@/kit/editor.tsx')).Editor }));

interface PolicyText {
  file: string;
  text: string;
  exists: boolean;
}

/** The policy file of a table as text, applied when it is saved. */
export function PolicyFile({
  about,
  line = 0,
  sql = '',
  onDone,
}: {
  about: Relation;
  /** The line to show; 0 is the first one. */
  line?: number | undefined;
  /** A statement to add. */
  sql?: string | undefined;
  onDone: (written: Written) => void;
}) {
  const path = `${tablePath(about.schema, about.name)}/policy-file`;
  const file = useQuery({
    queryKey: ['policy-file', about.schema, about.name],
    queryFn: () => api<PolicyText>('GET', path),
    gcTime: 0,
    staleTime: Infinity,
  });
  return (
    <Loaded query={file}>
      {(found) =>
        found.file !== '' ? (
          <PolicyEditor path={path} file={found} line={line} sql={sql} onDone={onDone} />
        ) : sql === '' ? (
          <Empty>{t.noPolicyFile}</Empty>
        ) : (
          <CustomMigration
            table={{ schema: about.schema, name: about.name }}
            sql={sql}
            onDone={onDone}
          />
        )
      }
    </Loaded>
  );
}

function PolicyEditor({
  path,
  file,
  line,
  sql,
  onDone,
}: {
  path: string;
  file: PolicyText;
  line: number;
  sql: string;
  onDone: (written: Written) => void;
}) {
  const client = useQueryClient();
  const [first] = useState(sql === '' ? file.text : `${file.text.trimEnd()}\n\n${sql}\n`);
  const [text, setText] = useState(first);
  const saving = useMutation({
    mutationFn: () =>
      api<PolicyText>('PUT', path, { file: file.file, text, exists: true, before: file.text }),
    onSuccess: async (saved) => {
      await client.invalidateQueries({ queryKey: ['tables'] });
      onDone({ sql: saved.text, file: saved.file });
    },
  });
  return (
    <>
      <p className="muted">{file.exists ? file.file : t.fileIsNew(file.file)}</p>
      <div className="file-editor">
        <Suspense fallback={<Loading />}>
          <Editor
            label={file.file}
            text={first}
            onChange={setText}
            handle={(editor) => {
              const at = sql === '' ? line : first.split('\n').length - 1;
              if (at > 0)
                editor.select(
                  first
                    .split('\n')
                    .slice(0, at - 1)
                    .join('\n').length + 1,
                );
            }}
          />
        </Suspense>
      </div>
      <Failure error={saving.error} />
      <footer>
        <button
          type="button"
          className="primary"
          disabled={saving.isPending || text === file.text}
          onClick={() => saving.mutate()}
        >
          {t.saveAndApply}
        </button>
      </footer>
    </>
  );
}
