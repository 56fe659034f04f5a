import { deserialize, serialize } from 'node:v8';
import type { FactsView, ProjectFacts } from '@palier/analytics';

/** How long an answer may be given again: what a query says of « today » is never older. */
const KEPT_MS = 10_000;
/** What the answers of a project may take in all, and the largest that is kept. */
const MOST_BYTES = 8_000_000;
const LARGEST_BYTES = 1_000_000;
/** A question that names thousands of lines is not asked twice. */
const LONGEST_KEY = 20_000;

interface Kept {
  edition: number;
  since: number;
  /** The answer, as everybody is given a copy of their own of it. */
  answer: Promise<Buffer>;
  bytes: number;
}

/** Asks unless the same is being asked, or was just answered, of the same edition. */
export type AskOnce = <T>(key: readonly unknown[], ask: () => Promise<T>) => Promise<T>;

/**
 * Answers of one copy of decisions that are asked again word for word: many people open the same screen, and each
 * reads it again at each change. `key` holds all that an answer depends on but the copy itself: the question, what it
 * asks, and the view of whoever asks (perimeter, costs), so that an answer never crosses from one to another.
 * `edition` grows after each change of the copy: an answer is given again for the edition that it was asked of.
 */
export function answersOf(edition: () => number, now: () => number = () => performance.now()): AskOnce {
  const answers = new Map<string, Kept>();
  const drop = (key: string, one: Kept | undefined): void => {
    if (answers.get(key) === one) answers.delete(key);
  };
  const makeRoom = (): void => {
    let bytes = 0;
    for (const [key, one] of [...answers].reverse()) {
      bytes += one.bytes;
      if (bytes > MOST_BYTES || one.edition !== edition() || now() - one.since > KEPT_MS) drop(key, one);
    }
  };

  return async (parts, ask) => {
    const key = keyOf(parts);
    if (key === null) return ask();
    const known = answers.get(key);
    if (known && known.edition === edition() && now() - known.since <= KEPT_MS) {
      // The first one's time was over, or it failed for a reason of its own: this one asks for itself.
      const answer = await known.answer.catch(() => null);
      return answer === null ? ask() : deserialize(answer);
    }
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    promise.catch(() => {}); // nobody may be waiting
    const own: Kept = { edition: edition(), since: now(), answer: promise, bytes: 0 };
    answers.set(key, own);
    try {
      const answer = await ask();
      const copy = serialize(answer);
      resolve(copy);
      own.bytes = copy.length;
      if (copy.length > LARGEST_BYTES) drop(key, own);
      makeRoom();
      return answer;
    } catch (error) {
      drop(key, own);
      reject(error);
      throw error;
    }
  };
}

/** The facts as a view has them, whose questions of screens, which many ask at the same moment, are answered once. */
export function askedOnce(facts: ProjectFacts, once: AskOnce, view: FactsView | null): ProjectFacts {
  return {
    ...facts,
    lines: (wanted) => once(['lines', wanted, view], () => facts.lines(wanted)),
    groups: (wanted) => once(['groups', wanted, view], () => facts.groups(wanted)),
    groupPages: (wanted) => once(['groupPages', wanted, view], () => facts.groupPages(wanted)),
    summary: (wanted) => once(['summary', wanted, view], () => facts.summary(wanted)),
    stats: (wanted) => once(['stats', wanted, view], () => facts.stats(wanted)),
    terms: (wanted) => once(['terms', wanted, view], () => facts.terms(wanted)),
    counts: (wanted) => once(['counts', wanted, view], () => facts.counts(wanted)),
  };
}

/** Every value apart from every other (null, nothing, not a number); null: too long, or not made of values alone. */
function keyOf(parts: readonly unknown[]): string | null {
  try {
    const bytes = serialize(parts);
    return bytes.length > LONGEST_KEY ? null : bytes.toString('base64');
  } catch {
    return null;
  }
}
