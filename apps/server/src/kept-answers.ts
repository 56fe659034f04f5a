/**
 * The last answers to questions that are long to answer. A key says everything that an answer depends on, versions
 * included, so that an answer is never of another time; those who ask the same at once wait for one answer.
 */
export class KeptAnswers<T> {
  readonly #most: number;
  readonly #answers = new Map<string, Promise<T>>();

  constructor(most: number) {
    this.#most = most;
  }

  /** The answer kept under a key, or made now. One that fails is not kept. */
  async get(key: string, make: () => Promise<T>): Promise<T> {
    const answer = this.#answers.get(key) ?? make();
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > this.#most && oldest !== undefined) this.#answers.delete(oldest);
    try {
      return await answer;
    } catch (error) {
      if (this.#answers.get(key) === answer) this.#answers.delete(key);
      throw error;
    }
  }
}
