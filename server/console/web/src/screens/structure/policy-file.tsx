import { lazy, Suspense, useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, tablePath } from '@/kit/api.ts';
import type { Relation, Written } from '@/kit/types.ts';
import { Empty, Failure, Loading } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';

const Editor = lazy(async () => ({ default: (await import('@/kit/editor.tsx')).Editor }));

interface PolicyText {
  file: string;
  text: string;
  exists: boolean;
}

/** The policy file of a table as text, applied when it is saved. */
export function PolicyFile({
  about,
  onDone,
}: {
  about: Relation;
  onDone: (written: Written) => void;
}) {
  const path = `${tablePath(about.schema, about.name)}/policy-file`;
  const file = useQuery({
    queryKey: ['policy-file', about.schema, about.name],
    queryFn: () => api<PolicyText>('GET', path),
    gcTime: 0,
    staleTime: Infinity,
  });
  if (file.isPending) return <Loading />;
  if (file.error) return <Failure error={file.error} />;
  if (file.data.file === '') return <Empty>{t.noPolicyFile}</Empty>;
  return <PolicyEditor path={path} file={file.data} onDone={onDone} />;
}

function PolicyEditor({
  path,
  file,
  onDone,
}: {
  path: string;
  file: PolicyText;
  onDone: (written: Written) => void;
}) {
  const client = useQueryClient();
  const [text, setText] = useState(file.text);
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
          <Editor label={file.file} text={file.text} onChange={setText} />
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
