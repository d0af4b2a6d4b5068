import { Debounce } from '@/shared/ui/debounce';

const debounceMs = 1500; // after the last key
const maxWaitMs = 10_000; // while typing goes on
const retryDelaysMs = [5_000, 15_000]; // after the first and the second failure
const lastRetryDelayMs = 30_000; // after each later one

/**
 * Schedules autosaves: debounced, at the latest after ten seconds of typing, and retries after a failure.
 */
export class AutosaveTimer {
  readonly #debounce = new Debounce();
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
    this.#debounce.run(this.#save, Math.min(debounceMs, left));
  }

  /** Call after a failed save. */
  scheduleRetry(): void {
    const wait = retryDelaysMs[this.#failures] ?? lastRetryDelayMs;
    this.#failures += 1;
    this.#debounce.run(this.#save, wait);
  }

  /** Call when there is nothing to save, or a save starts. */
  stop(): void {
    this.#debounce.cancel();
    this.#waitingSince = undefined;
  }
}
