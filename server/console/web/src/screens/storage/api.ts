import { queryOptions } from '@tanstack/react-query';
import { api, content, upload } from '@/kit/api.ts';

export interface Bucket {
  id: string;
  name: string;
  public: boolean;
  file_size_limit: number | null;
  allowed_mime_types: string[] | null;
}

/** A file, or a folder, which has no id. */
export interface Item {
  name: string;
  id: string | null;
  updated_at: string | null;
  metadata: { size?: number; mimetype?: string } | null;
}

const storage = '/services/storage';

/** The path of a file in addresses: each name is encoded, slashes stay. */
const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/');

/** The buckets that the chosen role sees. */
export const buckets = (as: string) =>
  queryOptions({
    queryKey: ['storage', as],
    queryFn: () => api<Bucket[]>('GET', `${storage}/bucket`),
  });

export const pageSize = 100;

/** A page of a folder, as the chosen role sees it. */
export const items = (as: string, bucket: string, folder: string, page: number) =>
  queryOptions({
    queryKey: ['storage', as, bucket, folder, page],
    queryFn: () =>
      api<Item[]>('POST', `${storage}/object/list/${encodeURIComponent(bucket)}`, {
        prefix: folder,
        limit: pageSize,
        offset: page * pageSize,
        sortBy: { column: 'name', order: 'asc' },
      }),
  });

export const createBucket = (name: string, isPublic: boolean) =>
  api('POST', `${storage}/bucket`, { name, id: name, public: isPublic });

export const deleteBucket = (id: string) =>
  api('DELETE', `${storage}/bucket/${encodeURIComponent(id)}`);

export const put = (bucket: string, path: string, file: File) =>
  upload(`${storage}/object/${encodeURIComponent(bucket)}/${encoded(path)}`, file);

export const remove = (bucket: string, paths: string[]) =>
  api('DELETE', `${storage}/object/${encodeURIComponent(bucket)}`, { prefixes: paths });

/** The content of a file. */
export const file = (bucket: string, path: string) =>
  content(`${storage}/object/authenticated/${encodeURIComponent(bucket)}/${encoded(path)}`);
