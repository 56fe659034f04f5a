// Every kind of question of the listing by size, 1,000 to 1,000,000 products (or --products), each size in a process
// of its own: growth of each answer's time, its time against a second, and the process's largest memory.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BenchLine, type BenchOptions, benchLine } from './bench.ts';

const PROGRAM = fileURLToPath(new URL('./listing/growth-process.ts', import.meta.url));
const SIZES = [1000, 10_000, 100_000, 1_000_000];
/** The longest that any answer may take, in milliseconds. */
const LONGEST = 1000;
/** An answer this quick is noise to be ten times slower than. */
const FEW_MS = 5;
/** Most memory of the process, in MB. */
const MEMORY = 1500;

interface Measured {
  opened: number;
  times: Record<string, number>;
  megabytes: number;
}

async function measure(products: number): Promise<Measured> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', PROGRAM, String(products)],
    { timeout: 1_800_000 },
  );
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Measured;
}

/** See the head of this file. A time « over ten times fewer » is budgeted at ten: linear or better. */
export async function run(options: BenchOptions): Promise<BenchLine[]> {
  const largest = options.products ?? 1_000_000;
  const sizes = SIZES.filter((size) => size <= largest);
  const lines: BenchLine[] = [];
  let before: Measured | null = null;
  for (const size of sizes) {
    const found = await measure(size);
    const label = `${size.toLocaleString('en')} products`;
    for (const [name, time] of Object.entries(found.times)) {
      lines.push(benchLine('listing-growth', `${name}, ${label}: budget`, time, LONGEST, 'ms', 1));
      const smaller = before?.times[name];
      if (smaller !== undefined)
        lines.push(
          benchLine(
            'listing-growth',
            `${name}, ${label} over ten times fewer`,
            time,
            smaller,
            'ms',
            smaller < FEW_MS ? null : 10,
          ),
        );
    }
    lines.push(
      benchLine(
        'listing-growth',
        `memory at its largest, ${label}: budget`,
        found.megabytes,
        MEMORY,
        'MB',
        1,
      ),
    );
    before = found;
  }
  return lines;
}
