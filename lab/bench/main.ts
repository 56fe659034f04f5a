// npm run bench -- <name> [--json] [--products N] [--rows N], for soak [--minutes N] [--editors N] [--readers N]
// [--database postgresql://…]: runs one bench (or « all ») and prints its lines.
// Exits with 1 when a line is over its budget.
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Bench, BenchLine } from './bench.ts';

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    products: { type: 'string' },
    rows: { type: 'string' },
    minutes: { type: 'string' },
    editors: { type: 'string' },
    readers: { type: 'string' },
    database: { type: 'string' },
  },
});

const SIZES = ['products', 'rows', 'minutes', 'editors', 'readers'] as const;
const NOT_BENCHES = new Set(['main', 'bench']);
const names = readdirSync(import.meta.dirname)
  .filter((file) => /^[a-z-]+\.ts$/.test(file))
  .map((file) => file.slice(0, -3))
  .filter((name) => !NOT_BENCHES.has(name));

function printable(line: BenchLine): string {
  const verdict = line.budget === null ? '' : line.ratio <= line.budget ? '✓' : '✗';
  const ratio = `×${line.ratio.toPrecision(3)}`;
  const figures = `${line.subject.toPrecision(4)} / ${line.reference.toPrecision(4)} ${line.unit}`;
  return `${verdict.padEnd(2)}${line.bench} · ${line.case}: ${figures} = ${ratio}${line.budget === null ? '' : ` (budget ×${line.budget})`}`;
}

/** What was said of sizes, as numbers. */
function numbers(): Partial<Record<(typeof SIZES)[number], number>> {
  return Object.fromEntries(SIZES.flatMap((name) => (values[name] ? [[name, Number(values[name])]] : [])));
}

async function main(): Promise<void> {
  const wanted = positionals[0] === 'all' ? names : positionals;
  const unknown = wanted.filter((name) => !names.includes(name));
  if (wanted.length === 0 || unknown.length > 0) {
    console.error(
      `npm run bench -- <${names.join('|')}|all> [--json] [--products N] [--rows N] [--minutes N] [--editors N] [--readers N] [--database URL]`,
    );
    process.exit(2);
  }
  let over = false;
  for (const name of wanted) {
    const bench = (await import(`./${name}.ts`)) as Bench;
    const lines = await bench.run({
      ...numbers(),
      ...(values.database && { database: values.database }),
    });
    for (const line of lines) console.log(values.json ? JSON.stringify(line) : printable(line));
    over ||= lines.some(({ ratio, budget }) => budget !== null && !(ratio <= budget));
  }
  process.exit(over ? 1 : 0);
}

await main();
