const PAUSE_MS = 250;

/** Writes the latest progress, never two writes at once, at most four a second. */
export class ProgressReporter {
  readonly #write: (stage: string, share: number) => Promise<void>;
  #latest: { stage: string; share: number } | null = null;
  #running = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(write: (stage: string, share: number) => Promise<void>) {
    this.#write = write;
  }

  report(stage: string, share: number): void {
    this.#latest = { stage, share };
    if (!this.#running) void this.#drain();
  }

  async #drain(): Promise<void> {
    this.#running = true;
    while (this.#latest) {
      const { stage, share } = this.#latest;
      this.#latest = null;
      this.#writing = this.#write(stage, share).catch(() => {});
      await this.#writing;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS).unref());
    }
    this.#running = false;
  }

  /** Resolves when nothing is being written any more: a job that ends does not wait for the pause between two writes. */
  async finish(): Promise<void> {
    this.#latest = null;
    await this.#writing;
  }
}
