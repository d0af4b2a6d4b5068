import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { beforeAll, expect, it } from 'vitest';
import { DetailedError, Upload, type UploadOptions } from 'tus-js-client';
import { addressOf, binary, databaseURL, secret, sign } from './program.ts';

// The stock tus-js-client, as Supabase's documentation configures it, against a program that
// serves storage.
const bucket = 'resumable';
const chunkSize = 6 * 1024 * 1024;
const keys = { anon: sign({ role: 'anon' }), service: sign({ role: 'service_role' }) };

let address = '';
const storage = () => createClient(address, keys.service).storage;

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'toubkal-contract-'));
  const env = {
    ...process.env,
    PORT: '0',
    LOG_LEVEL: 'crit',
    SERVICES: 'rest,storage',
    AUTO_MIGRATE: 'false', // it would apply the project's policies again, and drop those of open_rooms
    DATABASE_URL: databaseURL(),
    TOUBKAL_DATA_DIR: dataDir,
    STORAGE_URL: `file://${dataDir}/storage?shared=true`, // the whole program has another folder
    SHUTDOWN_DELAY: '0',
    GOTRUE_JWT_SECRET: secret,
  };
  const program = spawn(binary, ['serve'], { env, stdio: 'pipe' });
  address = await addressOf(program);
  const { error } = await storage().createBucket(bucket, { public: true });
  if (error !== null) throw error;
  return async () => {
    const { data } = await storage().from(bucket).list();
    await storage()
      .from(bucket)
      .remove((data ?? []).map((file) => file.name));
    await storage().deleteBucket(bucket);
    const ended = once(program, 'exit');
    program.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true });
  };
});

const options = (role: keyof typeof keys, name: string): UploadOptions => ({
  endpoint: `${address}/storage/v1/upload/resumable`,
  headers: { authorization: `Bearer ${keys[role]}`, 'x-upsert': 'true' },
  chunkSize,
  retryDelays: [0, 100],
  uploadDataDuringCreation: true,
  removeFingerprintOnSuccess: true,
  metadata: {
    bucketName: bucket,
    objectName: name,
    contentType: 'image/png',
    cacheControl: '3600',
    metadata: JSON.stringify({ place: 'summit' }),
  },
});

/** Sends a file until its end, and gives the address of the upload. */
const send = (
  file: ConstructorParameters<typeof Upload>[0],
  how: UploadOptions,
): Promise<string | null> =>
  new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      ...how,
      onSuccess: () => {
        resolve(upload.url);
      },
      onError: reject,
    });
    upload.start();
  });

/** Aborts after the first chunk, for ever or to go on later, and gives the address of the upload. */
const cut = (file: Buffer, how: UploadOptions, forever: boolean): Promise<string | null> =>
  new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      ...how,
      onChunkComplete: () => {
        upload.abort(forever).then(() => resolve(upload.url), reject);
      },
      onError: reject,
    });
    upload.start();
  });

const stored = async (name: string) => {
  const { data } = await storage().from(bucket).download(name);
  return Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer());
};

it('takes a file in chunks', async () => {
  const file = randomBytes(chunkSize + 12_345);
  await send(file, options('service', 'chunks.png'));
  expect(file.equals(await stored('chunks.png'))).toBe(true);
  const { data } = await storage().from(bucket).info('chunks.png');
  expect(data).toMatchObject({
    size: file.length,
    contentType: 'image/png',
    cacheControl: 'max-age=3600',
    metadata: { place: 'summit' },
  });
});

it('goes on where another attempt was cut', async () => {
  const file = randomBytes(2 * chunkSize + 1);
  const how = options('service', 'cut.png');
  const uploadUrl = await cut(file, how, false);
  expect(uploadUrl).toContain('/storage/v1/upload/resumable/');

  let sent = 0;
  await send(file, {
    ...how,
    uploadUrl,
    onBeforeRequest: (request) => {
      sent += request.getMethod() === 'PATCH' ? 1 : 0;
    },
  });
  expect(sent).toBe(2);
  expect(file.equals(await stored('cut.png'))).toBe(true);
});

it('takes a stream whose length is not known', async () => {
  const file = randomBytes(100_000);
  await send(Readable.from([file.subarray(0, 70_000), file.subarray(70_000)]), {
    ...options('service', 'stream.png'),
    chunkSize: 65_536,
    uploadLengthDeferred: true,
  });
  expect(file.equals(await stored('stream.png'))).toBe(true);
});

it('takes an empty file', async () => {
  await send(Buffer.alloc(0), options('service', 'empty.png'));
  const { data } = await storage().from(bucket).info('empty.png');
  expect(data?.size).toBe(0);
});

it('forgets an upload that is given up', async () => {
  const how = options('service', 'given-up.png');
  const url = await cut(randomBytes(2 * chunkSize), how, true);
  const answer = await fetch(url ?? '', {
    method: 'HEAD',
    headers: { ...how.headers, 'Tus-Resumable': '1.0.0' },
  });
  expect(answer.status).toBe(404);
});

it('says why it refuses', async () => {
  const refused = await send(randomBytes(10), options('anon', 'anon.png')).catch(
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(DetailedError);
  const response = refused instanceof DetailedError ? refused.originalResponse : null;
  expect(response?.getStatus()).toBe(403);
  expect(response?.getBody()).toContain('storage.tus.upload.create');
});
