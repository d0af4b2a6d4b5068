import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const binary = fileURLToPath(new URL('../../.toubkal/bin/toubkal', import.meta.url));
const address = /http:\/\/localhost:\d+/;

/** The program as a stranger finds it: freshly seeded, on a data folder of its own. */
export async function withProgram(work: (base: string) => Promise<void>): Promise<void> {
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
    await work(await addressIn(program.stdout));
  } finally {
    const ended = once(program, 'exit');
    if (program.kill('SIGTERM')) await ended;
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Reads what the program prints until it names its address, which it does once it answers. */
async function addressIn(output: AsyncIterable<Buffer>): Promise<string> {
  let said = '';
  for await (const text of output) {
    said += text.toString();
    const [found] = address.exec(said) ?? [];
    if (found !== undefined) return found;
  }
  throw new Error(`the program ended before it named its address: ${said}`);
}
