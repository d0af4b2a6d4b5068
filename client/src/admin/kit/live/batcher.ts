type Options = {
  /** Awaited before each batch. */
  ready?: () => Promise<unknown>;
};

/** Maximum delay of the first item of a batch. Milliseconds. */
const collectMs = 150;
/** Minimum interval between two batches, so that many changes do not cause many requests. Milliseconds. */
const minIntervalMs = 1_000;

/**
 * Collects items into batches and processes one batch at a time. Items that arrive meanwhile are in the
 * next batch.
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

  /** Stops; no further batch is processed. */
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

  // A failed batch must not stop the next one.
  async #process(batch: Item[]): Promise<void> {
    try {
      await this.#handle(batch);
    } catch (error) {
      console.warn('live updates', error);
    }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
