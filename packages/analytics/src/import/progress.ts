import type { Progress } from '../snapshot/types.ts';
import type { ImportRequest } from './types.ts';

/** Where each stage starts and ends in the whole import, from how long they take. */
const SPANS: Record<string, readonly [number, number]> = {
  open: [0, 0.04],
  read: [0.04, 0.45],
  merge: [0.45, 0.52],
  sales: [0.52, 0.92],
  quality: [0.92, 1],
};

/** The request with shares of stages as shares of the whole. */
export function withWholeShares<W extends Pick<ImportRequest, 'onProgress'>>(work: W): W {
  const tell = work.onProgress;
  if (!tell) return work;
  const onProgress = (progress: Progress): void => {
    const [from, to] = SPANS[progress.stage] ?? [0, 1];
    tell({ ...progress, share: from + (to - from) * Math.min(1, progress.share) });
  };
  return { ...work, onProgress };
}
