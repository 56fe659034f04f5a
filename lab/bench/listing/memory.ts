import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BenchLine, benchLine } from '../bench.ts';

const PROGRAM = fileURLToPath(new URL('./memory-process.ts', import.meta.url));

/** Largest memory of a process that opens so many projects of so many products and answers questions on each. */
async function peakMegabytes(projects: number, products: number): Promise<number> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', PROGRAM, String(projects), String(products)],
    { timeout: 900_000 },
  );
  return Number(stdout.trim().split('\n').at(-1));
}

/** Each in a process of its own, whose memory is nobody else's. */
export async function measureMemory(largest: number): Promise<BenchLine[]> {
  const lines: BenchLine[] = [];
  for (const [projects, products] of [
    [1, largest],
    [3, 100_000],
    [20, 20_000],
  ] as const) {
    const title = `memory at its largest, ${projects} × ${products.toLocaleString('en')} products: budget`;
    lines.push(benchLine('listing', title, await peakMegabytes(projects, products), 1500, 'MB', 1));
  }
  return lines;
}
