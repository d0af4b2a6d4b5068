type Options = {
  /** Waited for before each batch is handed on. */
  ready?: () => Promise<unknown>;
};

/** How long the first of a burst waits for the others. Milliseconds. */
const collectMs = 150;
/** How far apart batches are at least, so that a stream of changes is no stream of questions. */
const minIntervalMs = 1_000;

/**
 * Gathers what comes in bursts and hands it on in batches, one after the other: what comes while one is
 * dealt with is in the next.
 */
export class Batcher<Item> {
  readonly #handle: (batch: Item[]) => Promise<unknown>;
  readonly #ready: () => Promise<unknown>;
  #pending: Item[] = [];
  #isRunning = false;
  #isStopped = false;

  constructor(handle: (batch: Item[]) => Promise<unknown>, { ready }: Options = {}) {
    this.#handle = handle;
    this.#ready = ready ?? (() => Promise.resolve());
  }

  readonly add = (item: Item): void => {
    this.#pending.push(item);
    if (!this.#isRunning) void this.#run();
  };

  /** Nothing is handed on any more. */
  stop(): void {
    this.#isStopped = true;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#pending.length > 0) {
      // oxlint-disable no-await-in-loop -- one batch after the other
      await pause(collectMs);
      await this.#ready();
      if (this.#isStopped) return;
      const batch = this.#pending;
      this.#pending = [];
      await Promise.all([this.#process(batch), pause(minIntervalMs - collectMs)]);
      // oxlint-enable no-await-in-loop
    }
    this.#isRunning = false;
  }

  // A batch that failed must not be the last one.
  async #process(batch: Item[]): Promise<void> {
    try {
      await this.#handle(batch);
    } catch (error) {
      console.warn('live updates', error);
    }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
