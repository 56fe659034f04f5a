import { type BenchLine, type BenchOptions, benchLine } from './bench.ts';
import { roll } from './rolling/rolling.ts';

// Two servers behind a proxy, replaced one after the other, three times over, while people edit and look.

const ROUNDS = 3;

export async function run(options: BenchOptions): Promise<BenchLine[]> {
  const people = { editors: options.editors ?? 20, readers: options.readers ?? 40 };
  const products = options.products ?? 500;
  const { met, acknowledged, lost, replaced } = await roll({ rounds: ROUNDS, ...people, products });
  for (const sentence of [...lost, ...met.errors].slice(0, 20)) console.error(sentence);
  const calls = met.edits_ms.length + met.reads_ms.length + met.errors.length;
  const label = `${replaced} serveurs remplacés, ${people.editors} éditeurs, ${people.readers} lecteurs`;
  return [
    benchLine('rolling', `demandes en échec, ${label}`, met.errors.length, calls, 'appels', 0),
    benchLine('rolling', `perdus parmi les actes acquittés, ${label}`, lost.length, acknowledged, 'actes', 0),
  ];
}
