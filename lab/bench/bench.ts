/** One measured case: ours against a reference in the same run. `ratio` is subject / reference. */
export interface BenchLine {
  bench: string;
  case: string;
  subject: number;
  reference: number;
  unit: string;
  ratio: number;
  /** Largest ratio that architecture.md allows; null where it sets none. */
  budget: number | null;
}

export interface BenchOptions {
  /** Size of the largest case, where the bench has one. */
  products?: number;
  /** Rows of sales, where the bench imports some; `products` says them otherwise. */
  rows?: number;
  /** How long, and how many people, where a bench lasts. */
  minutes?: number;
  editors?: number;
  readers?: number;
  /** An empty PostgreSQL database to be measured instead of the embedded one. */
  database?: string;
}

export interface Bench {
  run(options: BenchOptions): Promise<BenchLine[]>;
}

/** A line from two measures of the same unit. */
export function benchLine(
  bench: string,
  name: string,
  subject: number,
  reference: number,
  unit: string,
  budget: number | null,
): BenchLine {
  return { bench, case: name, subject, reference, unit, ratio: subject / reference, budget };
}

/** The middle value: shared machines are noisy, a mean is not to be trusted. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/**
 * Times two actions in turn (ours, reference, ours, …) so that both meet the same noise; medians in milliseconds. What
 * comes before each is not timed.
 */
export async function interleave(
  runs: number,
  subject: () => Promise<unknown>,
  reference: () => Promise<unknown>,
  before: () => Promise<unknown> = async () => undefined,
): Promise<{ subject: number; reference: number }> {
  const times = { subject: [] as number[], reference: [] as number[] };
  const time = async (action: () => Promise<unknown>) => {
    await before();
    const start = performance.now();
    await action();
    return performance.now() - start;
  };
  await subject();
  await reference();
  for (let run = 0; run < runs; run += 1) {
    times.subject.push(await time(subject));
    times.reference.push(await time(reference));
  }
  return { subject: median(times.subject), reference: median(times.reference) };
}
