import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { save } from '@/kit/api.ts';
import { useActor } from '@/kit/actor.ts';
import { Dialog, Empty, Failure, Field, Loaded, Pager, size, Time } from '@/kit/ui.tsx';
import { t } from '@/texts.ts';
import {
  buckets,
  createBucket,
  deleteBucket,
  file,
  items,
  pageSize,
  put,
  remove,
  type Item,
} from './api.ts';

/** Buckets and their files, as the chosen role sees them. Bucket and folder are in the address. */
export function StorageScreen() {
  const actor = useActor();
  const [params, setParams] = useSearchParams();
  const [adding, setAdding] = useState(false);
  const all = useQuery(buckets(actor.id));
  const bucket = params.get('bucket') ?? all.data?.[0]?.id ?? '';
  return (
    <section className="page">
      <header className="bar">
        <h1>{t.storage}</h1>
        <select
          aria-label={t.bucket}
          value={bucket}
          onChange={(event) => setParams({ bucket: event.target.value })}
        >
          {all.data?.map((b) => (
            <option key={b.id} value={b.id}>
              {b.name} {b.public ? `(${t.public})` : ''}
            </option>
          ))}
        </select>
        <Link className="button" to="/tables/storage/objects/structure">
          {t.policies}
        </Link>
        <span className="space" />
        <button type="button" onClick={() => setAdding(true)}>
          {t.newBucket}
        </button>
      </header>
      <Loaded query={all}>
        {() =>
          bucket === '' ? (
            <Empty>{t.noBuckets(actor.label)}</Empty>
          ) : (
            <Folder
              key={`${bucket}/${params.get('folder') ?? ''}`}
              bucket={bucket}
              folder={params.get('folder') ?? ''}
              onFolder={(folder) => setParams({ bucket, ...(folder === '' ? {} : { folder }) })}
              onGone={() => setParams({})}
            />
          )
        }
      </Loaded>
      {adding && (
        <NewBucket onClose={() => setAdding(false)} onDone={(id) => setParams({ bucket: id })} />
      )}
    </section>
  );
}

function NewBucket({ onClose, onDone }: { onClose: () => void; onDone: (id: string) => void }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [isPublic, setPublic] = useState(false);
  const adding = useMutation({
    mutationFn: () => createBucket(name, isPublic),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['storage'] });
      onDone(name);
      onClose();
    },
  });
  return (
    <Dialog title={t.newBucket} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          adding.mutate();
        }}
      >
        <Field label={t.name}>
          <input
            autoFocus
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <label className="check">
          <input
            type="checkbox"
            checked={isPublic}
            onChange={(event) => setPublic(event.target.checked)}
          />
          {t.publicHint}
        </label>
        <Failure error={adding.error} />
        <footer>
          <button type="submit" className="primary" disabled={adding.isPending}>
            {t.create}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

function Folder({
  bucket,
  folder,
  onFolder,
  onGone,
}: {
  bucket: string;
  folder: string;
  onFolder: (folder: string) => void;
  onGone: () => void;
}) {
  const client = useQueryClient();
  const actor = useActor();
  const [page, setPage] = useState(0);
  const [shown, setShown] = useState<Item | null>(null);
  const found = useQuery(items(actor.id, bucket, folder, page));
  const path = (name: string) => (folder === '' ? name : `${folder}/${name}`);
  const refresh = () => client.invalidateQueries({ queryKey: ['storage'] });
  const uploading = useMutation({
    mutationFn: async (files: File[]) => {
      for (const each of files) await put(bucket, path(each.name), each);
    },
    onSettled: refresh,
  });
  const deleting = useMutation({
    mutationFn: (name: string) => remove(bucket, [path(name)]),
    onSettled: refresh,
  });
  const dropping = useMutation({
    mutationFn: () => deleteBucket(bucket),
    onSuccess: onGone,
    onSettled: refresh,
  });
  const parts = folder === '' ? [] : folder.split('/');
  return (
    <>
      <div className="bar">
        <button type="button" className="link" onClick={() => onFolder('')}>
          {bucket}
        </button>
        {parts.map((part, i) => (
          <button
            key={parts.slice(0, i + 1).join('/')}
            type="button"
            className="link"
            onClick={() => onFolder(parts.slice(0, i + 1).join('/'))}
          >
            / {part}
          </button>
        ))}
        <span className="space" />
        <label className="button primary">
          {uploading.isPending ? t.uploading : t.upload}
          <input
            className="hidden"
            type="file"
            multiple
            aria-label={t.upload}
            onChange={(event) => {
              const files = [...(event.target.files ?? [])];
              event.target.value = ''; // the same file may be chosen again
              if (files.length > 0) uploading.mutate(files);
            }}
          />
        </label>
        <button
          type="button"
          className="danger"
          onClick={() => {
            if (window.confirm(t.confirmDeleteBucket(bucket))) dropping.mutate();
          }}
        >
          {t.deleteBucket}
        </button>
      </div>
      <Failure error={uploading.error ?? deleting.error ?? dropping.error} />
      <Loaded query={found}>
        {(there) =>
          there.length === 0 ? (
            <Empty>{t.noFiles(actor.label)}</Empty>
          ) : (
            <div className="scroll">
              <table className="list">
                <thead>
                  <tr>
                    <th>{t.name}</th>
                    <th>{t.type}</th>
                    <th className="number">{t.size}</th>
                    <th>{t.changed}</th>
                    <th>
                      <span className="hidden">{t.actions}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {there.map((item) => (
                    <tr key={item.name}>
                      <td>
                        <button
                          type="button"
                          className="link"
                          onClick={() => {
                            if (item.id === null) onFolder(path(item.name));
                            else setShown(item);
                          }}
                        >
                          {item.name}
                          {item.id === null ? '/' : ''}
                        </button>
                      </td>
                      <td className="muted">{item.metadata?.mimetype}</td>
                      <td className="number">
                        {item.metadata?.size === undefined ? '' : size(item.metadata.size)}
                      </td>
                      <td className="muted">
                        <Time at={item.updated_at} />
                      </td>
                      <td className="actions">
                        {item.id !== null && (
                          <button
                            type="button"
                            className="quiet"
                            onClick={() => {
                              if (window.confirm(t.confirmDeleteFile(item.name))) {
                                deleting.mutate(item.name);
                              }
                            }}
                          >
                            {t.delete}
                          </button>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Loaded>
      <Pager page={page} isLast={(found.data?.length ?? 0) < pageSize} onPage={setPage} />
      {shown && (
        <Preview
          bucket={bucket}
          path={path(shown.name)}
          item={shown}
          onClose={() => setShown(null)}
        />
      )}
    </>
  );
}

const shownText = 100_000;

const start = (blob: Blob) => blob.slice(0, shownText).text();

const dataUrl = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () =>
      resolve(typeof reader.result === 'string' ? reader.result : ''),
    );
    reader.addEventListener('error', () => reject(new Error(reader.error?.message)));
    reader.readAsDataURL(blob);
  });

/** Shows pictures and text; other files are saved. */
function Preview({
  bucket,
  path,
  item,
  onClose,
}: {
  bucket: string;
  path: string;
  item: Item;
  onClose: () => void;
}) {
  const type = item.metadata?.mimetype ?? '';
  // An SVG is shown as a picture: as such it runs no script.
  const isPicture = type.startsWith('image/');
  const isText = /^text\/|json|xml|yaml/.test(type);
  const loaded = useQuery({
    queryKey: ['storage', 'content', bucket, path],
    queryFn: () => file(bucket, path),
    enabled: isPicture || isText,
    gcTime: 0,
  });
  const shown = useQuery({
    queryKey: ['storage', 'shown', bucket, path],
    queryFn: () => (loaded.data ? (isPicture ? dataUrl : start)(loaded.data) : ''),
    enabled: loaded.data !== undefined,
    gcTime: 0,
  });
  const saving = useMutation({
    mutationFn: async () => save(loaded.data ?? (await file(bucket, path)), item.name),
  });
  return (
    <Dialog title={item.name} onClose={onClose} wide>
      <Failure error={saving.error} />
      {(isPicture || isText) && (
        <Loaded query={{ ...shown, error: loaded.error ?? shown.error, refetch: loaded.refetch }}>
          {(text) =>
            isPicture ? (
              <img className="preview-picture" src={text} alt={item.name} />
            ) : (
              // The keyboard scrolls it.
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
              <pre className="preview-text" tabIndex={0}>
                {text}
              </pre>
            )
          }
        </Loaded>
      )}
      {!isPicture && !isText && <Empty>{t.noPreview}</Empty>}
      <footer>
        <button
          type="button"
          className="primary"
          disabled={saving.isPending}
          onClick={() => saving.mutate()}
        >
          {t.download}
        </button>
      </footer>
    </Dialog>
  );
}
