import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient, type SupabaseClientOptions } from '@supabase/supabase-js';
import { onTestFinished } from 'vitest';
import { addressOf, binary, databaseURL, live, secret, sign } from './program.ts';

// The example projects in docs/examples, each served by `toubkal dev` on an empty database.

const auth = { persistSession: false, autoRefreshToken: false };

const keys = { anon: sign({ role: 'anon' }), service: sign({ role: 'service_role' }) };

/** The path of Deno, which runs functions in TypeScript: of the one package of this platform. */
export function deno(): string {
  const packages = fileURLToPath(new URL('../node_modules/@deno', import.meta.url));
  const [platform = ''] = readdirSync(packages);
  return join(packages, platform, 'deno');
}

/** A running example project. */
export class Example {
  readonly #args: string[];
  readonly #env: NodeJS.ProcessEnv;
  readonly #dataDir: string;
  #address = '';
  #stop = () => Promise.resolve();

  private constructor(name: string, dataDir: string, settings: NodeJS.ProcessEnv) {
    this.#args = [
      '--project',
      fileURLToPath(new URL(`../../docs/examples/${name}`, import.meta.url)),
    ];
    this.#dataDir = dataDir;
    this.#env = {
      ...process.env,
      PORT: '0',
      LOG_LEVEL: 'crit',
      DATABASE_URL: databaseURL().replace(/\/alps(?=\?|$)/, `/${name}`),
      TOUBKAL_DATA_DIR: dataDir,
      GOTRUE_JWT_SECRET: secret, // the passwords of the cluster's login roles derive from it
      ...settings,
    };
  }

  static async start(name: string, settings: NodeJS.ProcessEnv = {}): Promise<Example> {
    const example = new Example(name, await mkdtemp(join(tmpdir(), 'toubkal-example-')), settings);
    await example.#serve();
    return example;
  }

  async #serve() {
    const program = spawn(binary, [...this.#args, 'dev'], { env: this.#env, stdio: 'pipe' });
    this.#stop = async () => {
      const ended = once(program, 'exit');
      program.kill('SIGTERM');
      await ended;
    };
    this.#address = await addressOf(program);
    await live(this.#address, keys.service);
  }

  async restart() {
    await this.#stop();
    await this.#serve();
  }

  async end() {
    await this.#stop();
    await rm(this.#dataDir, { recursive: true });
  }

  /** What `toubkal migration list` prints: version, name, whether it has a file, whether it is applied. */
  async migrations(): Promise<string[][]> {
    const list = [...this.#args, 'migration', 'list'];
    const { stdout } = await promisify(execFile)(binary, list, { env: this.#env });
    const [, ...lines] = stdout.trim().split('\n');
    return lines.map((line) => line.split(/ +/));
  }

  anon(options: SupabaseClientOptions<'public'>['auth'] = {}) {
    return this.#client(keys.anon, options);
  }

  service() {
    return this.#client(keys.service);
  }

  /** Signs in as a user of the seed. */
  async user(email: string, password = 'password') {
    const client = this.anon();
    const { error } = await client.auth.signInWithPassword({ email, password });
    if (error !== null) throw error;
    return client;
  }

  #client(key: string, options: SupabaseClientOptions<'public'>['auth'] = {}) {
    const client = createClient(this.#address, key, { auth: { ...auth, ...options } });
    onTestFinished(() => {
      void client.removeAllChannels();
    });
    return client;
  }
}
