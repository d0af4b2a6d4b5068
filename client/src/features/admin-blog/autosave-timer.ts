const debounceMs = 1500; // ms after the last key until the words are saved
const maxWaitMs = 10_000; // ms of typing without a pause
const retryDelaysMs = [5_000, 15_000, 30_000]; // ms after a first, a second and each later failure

/** Says when to save: soon after the last key, at the latest after ten seconds, and again after a failure. */
export class AutosaveTimer {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waitingSince: number | undefined;
  #failures = 0;
  readonly #save: () => void;

  constructor(save: () => void) {
    this.#save = save;
  }

  /** Something was typed. */
  schedule(): void {
    this.#failures = 0;
    this.#waitingSince ??= Date.now();
    const left = Math.max(0, maxWaitMs - (Date.now() - this.#waitingSince));
    this.#start(Math.min(debounceMs, left));
  }

  /** A save failed. */
  scheduleRetry(): void {
    const wait = retryDelaysMs[Math.min(this.#failures, retryDelaysMs.length - 1)];
    this.#failures += 1;
    this.#start(wait);
  }

  /** Nothing is to be saved, or it is being saved now. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#waitingSince = undefined;
  }

  #start(wait: number | undefined): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#save, wait);
  }
}
