import { type BenchLine, type BenchOptions, benchLine, median } from './bench.ts';
import { quantile, slope } from './soak/figures.ts';
import { type SoakResult, soak } from './soak/soak.ts';

// 50 people who edit and 200 who look at one project of a real server, for as long as asked.

const EDITORS = 50;
const READERS = 200;
const SAMPLES_A_MINUTE = 60;
/** Below this, caches that fill and programs that are compiled would be taken for a leak. */
const LEAK_MINUTES = 10;
/** A leak of 0.2 % a minute would double the memory in a working day. */
const LEAK_A_MINUTE = 0.002;

export async function run(options: BenchOptions): Promise<BenchLine[]> {
  const minutes = options.minutes ?? 5;
  const products = options.products ?? 2000;
  const people = { editors: options.editors ?? EDITORS, readers: options.readers ?? READERS };
  const database_url = options.database ?? null;
  const result = await soak({ minutes, products, ...people, database_url, seed: 1 });
  for (const sentence of [...result.lost, ...new Set(result.together.errors)].slice(0, 20))
    console.error(sentence);
  const base = database_url ? 'PostgreSQL' : 'base intégrée';
  const label = `${people.editors} éditeurs, ${people.readers} lecteurs, ${products} produits, ${minutes} min, ${base}`;
  return [...counts(result, label), ...tails(result, label), ...memory(result, label, minutes)];
}

function counts({ lost, acknowledged, together }: SoakResult, label: string): BenchLine[] {
  const calls = together.edits_ms.length + together.reads_ms.length + together.errors.length;
  return [
    benchLine('soak', `perdus parmi les actes acquittés, ${label}`, lost.length, acknowledged, 'actes', 0),
    benchLine('soak', `erreurs parmi les appels, ${label}`, together.errors.length, calls, 'appels', 0),
  ];
}

function tails({ alone, together }: SoakResult, label: string): BenchLine[] {
  const kinds = [
    { kind: 'modification', alone: alone.edits_ms, together: together.edits_ms },
    { kind: 'lecture', alone: alone.reads_ms, together: together.reads_ms },
  ];
  return kinds.flatMap((one) =>
    [0.5, 0.95, 0.99].map((share) =>
      benchLine(
        'soak',
        `${one.kind}, p${share * 100} ensemble sur médiane seul, ${label}`,
        quantile(one.together, share),
        median(one.alone),
        'ms',
        null,
      ),
    ),
  );
}

/** The first third fills caches: it says nothing of a leak. */
function memory({ memory_mb }: SoakResult, label: string, minutes: number): BenchLine[] {
  const settled = memory_mb.slice(Math.floor(memory_mb.length / 3));
  if (settled.length < 2) return [];
  const gained = slope(settled) * SAMPLES_A_MINUTE;
  const budget = minutes >= LEAK_MINUTES ? LEAK_A_MINUTE : null;
  return [
    benchLine('soak', `mémoire gagnée par minute, ${label}`, gained, median(settled), 'Mo', budget),
    benchLine(
      'soak',
      `mémoire au plus haut sur médiane, ${label}`,
      Math.max(...memory_mb),
      median(settled),
      'Mo',
      null,
    ),
  ];
}
