import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const binary = fileURLToPath(new URL('../../.toubkal/bin/toubkal', import.meta.url));
const address = /http:\/\/localhost:\d+/;

/** Runs the program, freshly seeded, on a temporary data folder, which has the keys too. */
export async function withProgram(
  work: (base: string, dataDir: string) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'toubkal-audit-'));
  const program = spawn(binary, ['serve'], {
    env: {
      ...process.env,
      PORT: '0',
      DATABASE_URL: '',
      TOUBKAL_DATA_DIR: dataDir,
      LOG_LEVEL: 'crit',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await work(await addressIn(program.stdout), dataDir);
  } finally {
    const ended = once(program, 'exit');
    if (program.kill('SIGTERM')) await ended;
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Reads the output of the program until it prints its address, when it is ready. */
async function addressIn(output: AsyncIterable<Buffer>): Promise<string> {
  let printed = '';
  for await (const text of output) {
    printed += text.toString();
    const [found] = address.exec(printed) ?? [];
    if (found !== undefined) return found;
  }
  throw new Error(`the program ended before it printed its address: ${printed}`);
}
