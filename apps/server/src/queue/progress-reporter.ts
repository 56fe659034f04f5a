/** Writes the latest progress, never two writes at once, at most four a second. */
export class ProgressReporter {
  readonly #write: (stage: string, share: number) => Promise<void>;
  #latest: { stage: string; share: number } | null = null;
  #running: Promise<void> | null = null;

  constructor(write: (stage: string, share: number) => Promise<void>) {
    this.#write = write;
  }

  report(stage: string, share: number): void {
    this.#latest = { stage, share };
    this.#running ??= this.#drain().finally(() => {
      this.#running = null;
    });
  }

  async #drain(): Promise<void> {
    while (this.#latest) {
      const { stage, share } = this.#latest;
      this.#latest = null;
      await this.#write(stage, share).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 250).unref());
    }
  }

  async finish(): Promise<void> {
    this.#latest = null;
    await this.#running;
  }
}
