import { createClient } from '@supabase/supabase-js';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { untyped } from './client.ts';
import { sign } from './program.ts';

// Objects, as the stock storage-js asks for them: as nobody, as a user, as another user, with the service key.

const admin = untyped('service_role').storage;
const otherUser = createClient(
  inject('address'),
  sign({ role: 'authenticated', sub: '6f1c9d4e-2f0c-4a57-9d0e-1c5a0a7f7c12' }),
  { auth: { persistSession: false, autoRefreshToken: false } },
).storage;
const bucket = 'contract-files';
const files = untyped('authenticated').storage.from(bucket);
const others = otherUser.from(bucket);
const nobody = untyped('anon').storage.from(bucket);

beforeAll(async () => {
  for (const name of [bucket, `${bucket}-2`]) {
    // oxlint-disable-next-line no-await-in-loop -- the names of a failure would be mixed
    const { error } = await admin.createBucket(name, {
      public: false,
      fileSizeLimit: '1mb',
      allowedMimeTypes: ['text/*', 'image/png'],
    });
    if (error !== null) throw error;
  }
});

const put = async (path: string, text = path) => {
  const { error } = await files.upload(path, new Blob([text], { type: 'text/plain' }), {
    upsert: true,
    metadata: { by: 'Lina' },
  });
  expect(error).toBeNull();
};

describe('upload', () => {
  it('refuses a second one, unless it may overwrite', async () => {
    const first = await files.upload('upload/a.txt', 'one', { contentType: 'text/plain' });
    expect(first.data).toMatchObject({
      path: 'upload/a.txt',
      fullPath: `${bucket}/upload/a.txt`,
      id: expect.any(String),
    });
    const { error } = await files.upload('upload/a.txt', 'two', { contentType: 'text/plain' });
    expect(error).toMatchObject({ message: 'The resource already exists', statusCode: '409' });
    const { error: refused } = await files.update('upload/a.txt', 'three', {
      contentType: 'text/plain',
    });
    expect(refused).toBeNull();
    expect(await (await files.download('upload/a.txt')).data?.text()).toBe('three');
  });

  it('takes a name as it is written', async () => {
    await put('upload/100%.txt', 'all');
    expect(await (await files.download('upload/100%.txt')).data?.text()).toBe('all');
    expect((await files.exists('upload/100%.txt')).data).toBe(true);
    const { error } = await files.upload('', 'x', { contentType: 'text/plain' });
    expect(error).toMatchObject({ statusCode: '400', message: 'Invalid key: a name is needed' });
  });

  it('holds to the limits of the bucket', async () => {
    const large = await files.upload(
      'large.txt',
      new Blob(['x'.repeat(1_000_001)], { type: 'text/plain' }),
    );
    expect(large.error).toMatchObject({
      message: 'The object exceeded the maximum allowed size',
      statusCode: '413',
    });
    const jpeg = await files.upload('a.jpg', new Blob(['x'], { type: 'image/jpeg' }));
    expect(jpeg.error).toMatchObject({
      message: 'mime type image/jpeg is not supported',
      statusCode: '415',
    });
  });

  it('is decided by the policies', async () => {
    const { error } = await nobody.upload('nobody.txt', 'x', { contentType: 'text/plain' });
    expect(error).toMatchObject({ statusCode: '403' });
    expect(error?.message).toContain('row-level security');
    const { error: missing } = await untyped('authenticated').storage.from('none').upload('a', 'x');
    expect(missing).toMatchObject({ message: 'Bucket not found', statusCode: '404' });
  });
});

describe('download', () => {
  it('is for its owner', async () => {
    await put('download/é ü.txt', 'hello');
    const { data } = await files.download('download/é ü.txt');
    expect(await data?.text()).toBe('hello');
    for (const storage of [others, nobody]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await storage.download('download/é ü.txt')).error).not.toBeNull();
    }
  });

  it('of a public bucket needs no right', async () => {
    await admin.createBucket('contract-public', { public: true });
    const { error } = await admin
      .from('contract-public')
      .upload('p.txt', 'shown', { contentType: 'text/plain' });
    expect(error).toBeNull();
    const { data } = untyped('anon')
      .storage.from('contract-public')
      .getPublicUrl('p.txt', { download: 'x.txt' });
    const response = await fetch(data.publicUrl, {
      headers: { Origin: 'https://app.example.org' },
    });
    expect(await response.text()).toBe('shown');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename=x.txt');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('info() and exists() tell what there is', async () => {
    await put('info.txt', '12345');
    const { data } = await files.info('info.txt');
    expect(data).toMatchObject({
      name: 'info.txt',
      bucketId: bucket,
      size: 5,
      contentType: 'text/plain',
      cacheControl: 'max-age=3600',
      metadata: { by: 'Lina' },
    });
    expect(await files.exists('info.txt')).toMatchObject({ data: true, error: null });
    expect((await files.exists('none.txt')).data).toBe(false);
    expect((await others.exists('info.txt')).data).toBe(false);
    await expect(untyped('authenticated').storage.from('none').exists('a')).rejects.toThrow(
      'Bucket not found',
    );
  });
});

describe('move, copy, remove', () => {
  it('copies', async () => {
    await put('copy/a.txt', 'copied');
    const { data, error } = await files.copy('copy/a.txt', 'copy/b.txt', {
      destinationBucket: `${bucket}-2`,
    });
    expect(error).toBeNull();
    expect(data).toEqual({ path: `${bucket}-2/copy/b.txt` });
    const second = untyped('authenticated').storage.from(`${bucket}-2`);
    expect(await (await second.download('copy/b.txt')).data?.text()).toBe('copied');
    await files.copy('copy/a.txt', 'copy/c.txt', {
      copyMetadata: false,
      metadata: { cacheControl: 'max-age=9' },
    });
    expect((await files.info('copy/c.txt')).data).toMatchObject({
      cacheControl: 'max-age=9',
      metadata: {},
    });
    expect((await others.copy('copy/a.txt', 'copy/d.txt')).error).toMatchObject({
      statusCode: '404',
    });
  });

  it('moves', async () => {
    await put('move/a.txt', 'moved');
    expect((await files.move('move/a.txt', 'move/b.txt')).data).toMatchObject({
      message: 'Successfully moved',
    });
    expect(await (await files.download('move/b.txt')).data?.text()).toBe('moved');
    expect((await files.exists('move/a.txt')).data).toBe(false);
    expect((await others.move('move/b.txt', 'move/c.txt')).error).toMatchObject({
      statusCode: '404',
    });
  });

  it('removes what is the caller’s', async () => {
    await put('remove/a.txt');
    await put('remove/b.txt');
    expect((await others.remove(['remove/a.txt'])).data).toEqual([]);
    const { data } = await files.remove(['remove/a.txt', 'remove/none.txt']);
    expect(data).toHaveLength(1);
    expect(data?.[0]).toMatchObject({ name: 'remove/a.txt', bucket_id: bucket });
    expect((await files.exists('remove/b.txt')).data).toBe(true);
  });
});

describe('lists', () => {
  beforeAll(async () => {
    for (const path of [
      'list/a.txt',
      'list/b.txt',
      'list/sub/c.txt',
      'list/sub/d.txt',
      'list/z.txt',
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- their order is their age
      await put(path);
    }
  });

  it('list() shows folders as rows without an id', async () => {
    const { data } = await files.list('list');
    expect(data?.map(({ name, id }) => [name, id === null])).toEqual([
      ['a.txt', false],
      ['b.txt', false],
      ['sub', true],
      ['z.txt', false],
    ]);
    expect(data?.[0]).toMatchObject({ metadata: { size: 10, mimetype: 'text/plain' } });
    const sorted = await files.list('list', {
      limit: 2,
      offset: 1,
      sortBy: { column: 'name', order: 'desc' },
    });
    expect(sorted.data?.map(({ name }) => name)).toEqual(['sub', 'b.txt']);
    expect((await files.list('list', { search: 'b' })).data).toHaveLength(1);
    expect((await others.list('list')).data).toEqual([]);
  });

  it('listV2() gives pages', async () => {
    const first = await files.listV2({ prefix: 'list/', with_delimiter: true, limit: 3 });
    expect(first.data).toMatchObject({
      hasNext: true,
      folders: [{ name: 'list/sub/' }],
      objects: [{ name: 'list/a.txt' }, { name: 'list/b.txt' }],
    });
    const second = await files.listV2({
      prefix: 'list/',
      with_delimiter: true,
      limit: 3,
      cursor: first.data?.nextCursor ?? '',
    });
    expect(second.data).toMatchObject({
      hasNext: false,
      folders: [],
      objects: [{ name: 'list/z.txt' }],
    });
    const newest = await files.listV2({
      prefix: 'list/',
      limit: 2,
      sortBy: { column: 'created_at', order: 'desc' },
    });
    expect(newest.data?.objects.map(({ name }) => name)).toEqual(['list/z.txt', 'list/sub/d.txt']);
  });
});
