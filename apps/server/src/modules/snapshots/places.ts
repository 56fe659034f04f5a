import { availableParallelism } from 'node:os';
import { Turns } from '../../turns.ts';

/** Projects whose figures a process computes at once. One keeps a core busy; on two cores, the other is for who asks. */
export const COMPUTED_AT_ONCE = availableParallelism() > 2 ? 2 : 1;

/** Products of the imported data above which a project is computed while no other such is: they take the memory. */
const LARGE = 20_000;

const largeOnes = new Turns(1);

/** Computes a project of imported data when there is memory for it. @throws when it is aborted before */
export async function computeInPlace(
  data: { item_group_count: number } | null,
  signal: AbortSignal,
  compute: () => Promise<void>,
): Promise<void> {
  return (data?.item_group_count ?? 0) > LARGE ? largeOnes.take(compute, signal) : compute();
}
