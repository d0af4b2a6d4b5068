import { beforeAll, expect, it } from 'vitest';
import { untyped } from './client.ts';

// Signed addresses, buckets, and users that have files, by the stock storage-js.

const admin = untyped('service_role');
const bucket = 'contract-signed';
const files = untyped('authenticated').storage.from(bucket);
const nobody = untyped('anon').storage.from(bucket);

beforeAll(async () => {
  const { error } = await admin.storage.createBucket(bucket, { public: false });
  if (error !== null) throw error;
});

it('createSignedUrl() is an address for anyone', async () => {
  const path = 'a folder/é.txt';
  await files.upload(path, 'signed', { contentType: 'text/plain' });
  const { data } = await files.createSignedUrl(path, 600, { download: 'name.txt' });
  const response = await fetch(data?.signedUrl ?? '');
  expect(await response.text()).toBe('signed');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename=name.txt');
  expect(response.headers.get('cache-control')).toMatch(/^private, max-age=/);
  const tampered = await fetch(`${data?.signedUrl.replace('&download', 'x&download')}`);
  expect(tampered.status).toBe(400);
  expect((await nobody.createSignedUrl(path, 60)).error).toMatchObject({ statusCode: '404' });
  const picture = await files.createSignedUrl(path, 60, { transform: { width: 10 } });
  expect(picture.data?.signedUrl).toContain('/render/image/sign/');
});

it('createSignedUrls() says for each path whether it may', async () => {
  await files.upload('many.txt', 'many', { contentType: 'text/plain' });
  const { data } = await files.createSignedUrls(['many.txt', 'none.txt'], 60);
  expect(data?.map(({ path, error }) => [path, error])).toEqual([
    ['many.txt', null],
    ['none.txt', 'Either the object does not exist or you do not have access to it'],
  ]);
  expect(await (await fetch(data?.[0]?.signedUrl ?? '')).text()).toBe('many');
});

it('uploadToSignedUrl() works once, unless it may overwrite', async () => {
  const { data } = await files.createSignedUploadUrl('to/upload.txt');
  const token = data?.token ?? '';
  const first = await nobody.uploadToSignedUrl('to/upload.txt', token, 'sent', {
    contentType: 'text/plain',
  });
  expect(first.data).toMatchObject({ path: 'to/upload.txt', fullPath: `${bucket}/to/upload.txt` });
  expect(await (await files.download('to/upload.txt')).data?.text()).toBe('sent');
  const second = await nobody.uploadToSignedUrl('to/upload.txt', token, 'again');
  expect(second.error).toMatchObject({ statusCode: '409' });
  const other = await nobody.uploadToSignedUrl('to/other.txt', token, 'again');
  expect(other.error).toMatchObject({ code: 'InvalidSignature' });
  const upsert = await files.createSignedUploadUrl('to/upload.txt', { upsert: true });
  const third = await nobody.uploadToSignedUrl('to/upload.txt', upsert.data?.token ?? '', 'third');
  expect(third.error).toBeNull();
  expect((await nobody.createSignedUploadUrl('x')).error).toMatchObject({ statusCode: '403' });
});

it('buckets have limits, an owner and no lifecycle', async () => {
  const { error } = await admin.storage.createBucket('contract-bucket', {
    public: true,
    fileSizeLimit: '20mb',
    allowedMimeTypes: ['image/*'],
  });
  expect(error).toBeNull();
  const { data } = await admin.storage.getBucket('contract-bucket');
  expect(data).toMatchObject({
    file_size_limit: 20_000_000,
    allowed_mime_types: ['image/*'],
    public: true,
  });
  const twice = await admin.storage.createBucket('contract-bucket');
  expect(twice.error).toMatchObject({ message: 'The resource already exists', statusCode: '409' });
  expect((await untyped('authenticated').storage.createBucket('mine')).error).toMatchObject({
    statusCode: '403',
  });
  const changed = await admin.storage.updateBucket('contract-bucket', { public: false });
  expect(changed.data).toEqual({ message: 'Successfully updated' });
  const listed = await untyped('anon').storage.listBuckets({ search: 'contract-b', limit: 1 });
  expect(listed.data?.map(({ id }) => id)).toEqual(['contract-bucket']);
  const lifecycle = await admin.storage.getBucketLifecycle('contract-bucket');
  expect(lifecycle.error).toMatchObject({ code: 'NoSuchLifecycleConfiguration' });
  const missing = await admin.storage.getBucket('contract-none');
  expect(missing.error).toMatchObject({ message: 'Bucket not found', statusCode: '404' });
});

it('emptyBucket() makes a bucket that can be deleted', async () => {
  await admin.storage.createBucket('contract-full');
  await admin.storage.from('contract-full').upload('a.txt', 'a', { contentType: 'text/plain' });
  expect((await admin.storage.deleteBucket('contract-full')).error).toMatchObject({
    statusCode: '409',
  });
  expect((await untyped('authenticated').storage.emptyBucket('contract-full')).error).toMatchObject(
    { statusCode: '403' },
  );
  expect((await admin.storage.emptyBucket('contract-full')).data).toEqual({
    message: 'Empty bucket has been queued. Completion may take up to an hour.',
  });
  await expect
    .poll(async () => (await admin.storage.deleteBucket('contract-full')).error, {
      timeout: 20_000,
    })
    .toBeNull();
});

it('a user with files can be deleted', async () => {
  const user = { email: 'files@example.test', password: 'a sound one' };
  const { data } = await admin.auth.admin.createUser({ ...user, email_confirm: true });
  const client = untyped('anon');
  await client.auth.signInWithPassword(user);
  const up = await client.storage
    .from(bucket)
    .upload('theirs.txt', 'kept', { contentType: 'text/plain' });
  expect(up.error).toBeNull();
  expect((await admin.auth.admin.deleteUser(data.user?.id ?? '')).error).toBeNull();
  const kept = await admin.storage.from(bucket).download('theirs.txt');
  expect(await kept.data?.text()).toBe('kept');
});
