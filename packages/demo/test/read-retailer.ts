import type { ProjectDefinition } from '../src/files/projects.ts';
import type { GeneratedCounts } from '../src/generate.ts';
import { generateRetailer, TRUTH_PATH } from '../src/generate.ts';
import type { RetailerOptions } from '../src/index.ts';

/** A line of the hidden truth as the tests read it. */
export interface TruthLine {
  item_group_id: string;
  elasticity: number;
  size_shares: number[];
  received: number[];
  withdrawn: number[];
  discounts: [string, number][];
}

/** A retailer's files in memory, and what they say once parsed. */
export interface ReadRetailer {
  counts: GeneratedCounts;
  files: Map<string, string>;
  table(path: string): Record<string, string>[];
  sales(): Record<string, string>[];
  truth: TruthLine[];
  projects: ProjectDefinition[];
}

/** Generates a retailer in memory. */
export function readRetailer(options: RetailerOptions): ReadRetailer {
  const files = new Map<string, string>();
  const pieces = generateRetailer(options);
  let next = pieces.next();
  while (!next.done) {
    const { path, text } = next.value;
    files.set(path, (files.get(path) ?? '') + text);
    next = pieces.next();
  }
  const table = (path: string): Record<string, string>[] => parseTable(files.get(path) ?? '');
  return {
    counts: next.value,
    files,
    table,
    sales: () => [...files.keys()].filter((path) => path.startsWith('ventes-')).flatMap(table),
    truth: (JSON.parse(files.get(TRUTH_PATH) ?? '{}') as { products: TruthLine[] }).products,
    projects: (JSON.parse(files.get('projets.json') ?? '{}') as { projects: ProjectDefinition[] }).projects,
  };
}

/** Numbers as the files write them: `79,99`. */
export function numberOf(text: string | undefined): number {
  return Number((text ?? '').replace(',', '.'));
}

function parseTable(text: string): Record<string, string>[] {
  const [header = '', ...lines] = text.trimEnd().split('\n');
  const names = header.split(';');
  return lines.map((line) => {
    const fields = line.split(';');
    if (fields.length !== names.length)
      throw new RangeError(`${fields.length} fields for ${names.length}: ${line}`);
    return Object.fromEntries(names.map((name, index) => [name, fields[index] ?? '']));
  });
}
