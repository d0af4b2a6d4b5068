import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { serviceClient, type Backend } from './backend';

const folder = fileURLToPath(new URL('../..', import.meta.url));

export type OwnProgram = { url: string; service: Backend; stop: () => Promise<void> };

/**
 * Starts a second program with a database of its own: for what changes the site for all tests, as a setting
 * that signs every admin out.
 */
export async function startOwnProgram(): Promise<OwnProgram> {
  const parent = dirname(process.env['E2E_DATA_DIR'] ?? '');
  const dataDir = await mkdtemp(join(parent, 'toubkal-e2e-own-'));
  const url = `http://localhost:${await freePort()}`;
  const program = spawn(join(folder, '.toubkal/bin/toubkal'), ['serve'], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: new URL(url).port,
      TOUBKAL_MAILBOX_PORT: String(await freePort()),
      TOUBKAL_DATA_DIR: dataDir,
      SERVICES: 'rest,auth,functions,realtime,storage,site',
      DATABASE_URL: '',
      LOG_LEVEL: 'warn',
      SHUTDOWN_DELAY: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = async () => {
    const ended = once(program, 'exit');
    if (program.exitCode === null && program.kill('SIGTERM')) await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  const isReady = async () => {
    if (program.exitCode !== null) throw new Error(`the program ended with ${program.exitCode}`);
    const response = await fetch(`${url}/ready`).catch(() => undefined);
    return response?.ok;
  };
  try {
    await expect.poll(isReady, { message: 'a second program', timeout: 90_000 }).toBe(true);
    return { url, service: await serviceClient(url, dataDir), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
