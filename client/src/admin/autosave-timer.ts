const debounceMs = 1500; // after the last key
const maxWaitMs = 10_000; // while typing goes on
const retryDelaysMs = [5_000, 15_000, 30_000]; // after the first, the second and each later failure

/**
 * Schedules autosaves: debounced, at the latest after ten seconds of typing, and retries after a failure.
 */
export class AutosaveTimer {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waitingSince: number | undefined;
  #failures = 0;
  readonly #save: () => void;

  constructor(save: () => void) {
    this.#save = save;
  }

  /** Call after each change. */
  schedule(): void {
    this.#failures = 0;
    this.#waitingSince ??= Date.now();
    const left = Math.max(0, maxWaitMs - (Date.now() - this.#waitingSince));
    this.#start(Math.min(debounceMs, left));
  }

  /** Call after a failed save. */
  scheduleRetry(): void {
    const wait = retryDelaysMs[Math.min(this.#failures, retryDelaysMs.length - 1)];
    this.#failures += 1;
    this.#start(wait);
  }

  /** Call when there is nothing to save, or a save starts. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#waitingSince = undefined;
  }

  #start(wait: number | undefined): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#save, wait);
  }
}
