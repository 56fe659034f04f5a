import type { MessagePort } from 'node:worker_threads';
import { type RetailerOptions, type RetailerReport, writeRetailer } from '@palier/demo';
import {
  bestFigures,
  frontier,
  loadHighsSolver,
  type MarkdownProblem,
  type OptimiseOptions,
  type OptimiseResult,
  optimise as solve,
} from '@palier/engine';
import type { BestInput } from './best.ts';
import { type FitInput, type FitOutput, fitCurves } from './fit.ts';
import { type PastInput, type PastOutput, settlePast } from './past.ts';

// Runs in a worker thread: see threads.ts.

interface Wire<T> {
  input: T;
  port: MessagePort;
  cancelled: SharedArrayBuffer;
}

export function fit({ input, port, cancelled }: Wire<FitInput>): FitOutput {
  return fitCurves(input, hooks(port, cancelled));
}

export function past({ input }: Wire<PastInput>): PastOutput {
  return settlePast(input);
}

export async function optimise({
  input,
  port,
  cancelled,
}: Wire<{ problem: MarkdownProblem; options: Partial<OptimiseOptions> }>): Promise<OptimiseResult> {
  const solver = await loadHighsSolver();
  return solve(input.problem, { ...input.options, solver }, hooks(port, cancelled));
}

export function compromises({ input }: Wire<{ problem: MarkdownProblem; points: number }>) {
  return frontier(input.problem, input.points).map(({ weight, plan }) => ({ weight, plan }));
}

export function best({ input }: Wire<BestInput>): Float64Array {
  return bestFigures(input.problem, input.free);
}

export function retailer({
  input,
}: Wire<{ folder: string; options: RetailerOptions }>): Promise<RetailerReport> {
  return writeRetailer(input.folder, input.options);
}

function hooks(port: MessagePort, cancelled: SharedArrayBuffer) {
  const flag = new Int32Array(cancelled);
  return {
    onProgress: (share: number) => port.postMessage(share),
    isCancelled: () => Atomics.load(flag, 0) !== 0,
  };
}
