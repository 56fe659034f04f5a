import { availableParallelism } from 'node:os';
import { MessageChannel } from 'node:worker_threads';
import type { RetailerOptions, RetailerReport } from '@palier/demo';
import type { MarkdownProblem, OptimiseOptions, OptimiseResult } from '@palier/engine';
import { Piscina } from 'piscina';
import { keepBest, type ReadBest } from './best.ts';
import type { FitInput, FitOutput } from './fit.ts';
import type { PastInput, PastOutput } from './past.ts';

export interface LongTask {
  signal?: AbortSignal;
  /** Share done, 0 to 1. */
  onProgress?: (share: number) => void;
}

/** The engine in worker threads, so that requests are answered while it computes. */
export interface EngineThreads {
  fit(input: FitInput, task?: LongTask): Promise<FitOutput>;
  /** Holds past phases against their forecasts. */
  settlePast(input: PastInput): Promise<PastOutput>;
  optimise(
    problem: MarkdownProblem,
    options: Partial<OptimiseOptions>,
    task?: LongTask,
  ): Promise<OptimiseResult>;
  /** Plans between the most margin and the most clearance. */
  frontier(problem: MarkdownProblem, points: number): Promise<{ weight: number; plan: Uint8Array }[]>;
  /** The most that each line can give of each figure: see `keepBest`. */
  best: ReadBest;
  /** Writes a demo retailer's files. */
  writeRetailer(folder: string, options: RetailerOptions): Promise<RetailerReport>;
  close(): Promise<void>;
}

/** What a worker receives beside its input: where to report progress, and the flag that stops it. */
export interface Wire<T> {
  input: T;
  port: import('node:worker_threads').MessagePort;
  cancelled: SharedArrayBuffer;
}

/** A thread waits that long for the next question of a person: it then answers at once. */
const ANSWERING_MS = 30_000;
/**
 * A thread that computed over the whole warehouse ends soon after, and gives back its memory; the projects of one import,
 * computed one after the other, share it and what it fitted (`fitted.ts`): reading a large project takes some seconds.
 */
const COMPUTING_MS = 30_000;

export function openEngineThreads(): EngineThreads {
  const threads = (idleTimeout: number) =>
    new Piscina({
      filename: new URL('./worker.ts', import.meta.url).href,
      minThreads: 0,
      maxThreads: Math.max(1, availableParallelism() - 1),
      idleTimeout,
    });
  const pool = threads(ANSWERING_MS);
  const heavy = threads(COMPUTING_MS);
  // Listings wait for it: it never queues behind an optimisation.
  const quick = threads(ANSWERING_MS);
  return {
    fit: (input, task) => run(heavy, 'fit', input, task),
    settlePast: (input) => run(heavy, 'past', input),
    optimise: (problem, options, task) => run(pool, 'optimise', { problem, options }, task),
    frontier: (problem, points) => run(pool, 'compromises', { problem, points }),
    best: keepBest((input) => run(quick, 'best', input)),
    writeRetailer: (folder, options) => run(heavy, 'retailer', { folder, options }),
    close: async () => {
      await Promise.all([pool, heavy, quick].map((each) => each.close({ force: true })));
    },
  };
}

async function run<I, O>(
  pool: Piscina,
  name: string,
  input: I,
  { signal, onProgress }: LongTask = {},
): Promise<O> {
  const { port1, port2 } = new MessageChannel();
  const cancelled = new SharedArrayBuffer(4);
  const flag = new Int32Array(cancelled);
  const cancel = () => Atomics.store(flag, 0, 1);
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  port1.on('message', (share: number) => onProgress?.(share));
  try {
    const wire: Wire<I> = { input, port: port2, cancelled };
    return (await pool.run(wire, { name, transferList: [port2] })) as O;
  } finally {
    signal?.removeEventListener('abort', cancel);
    port1.close();
  }
}
