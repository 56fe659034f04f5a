// Size of the web application as the browser downloads it, against the budget of the architecture.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BenchLine, type BenchOptions, benchLine } from './bench.ts';

const dist = join(import.meta.dirname, '..', '..', 'apps', 'web', 'dist');

/** What Vite's manifest says of a chunk. */
interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  isEntry?: boolean;
}
type Manifest = Record<string, Chunk>;

const kilobyte = 1000;
/** Initial JavaScript and the sign-in client, gzip, in kB (ARCHITECTURE.md). */
const initialBudget = 350;

function gzipSize(file: string): number {
  return gzipSync(readFileSync(join(dist, file)), { level: 9 }).length / kilobyte;
}

/** A chunk and all it imports at once, each once. */
function withImports(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key]?.imports ?? []) withImports(manifest, imported, seen);
  return seen;
}

function sizeOf(manifest: Manifest, keys: Iterable<string>): { js: number; css: number } {
  let js = 0;
  const styles = new Set<string>();
  for (const key of keys) {
    const chunk = manifest[key];
    if (!chunk) continue;
    js += gzipSize(chunk.file);
    for (const style of chunk.css ?? []) styles.add(style);
  }
  return { js, css: [...styles].reduce((sum, style) => sum + gzipSize(style), 0) };
}

function findChunk(manifest: Manifest, end: string): string {
  const key = Object.keys(manifest).find((name) => name.endsWith(end));
  if (!key) throw new Error(`no chunk ${end} in the build: rename it in lab/bench/bundle.ts`);
  return key;
}

/**
 * gzip sizes in kB: what any screen needs first (entry, its imports, the sign-in client), then what each
 * screen adds to it. Needs a build (npm start makes one).
 */
export async function run(_options: BenchOptions): Promise<BenchLine[]> {
  const file = join(dist, '.vite', 'manifest.json');
  if (!existsSync(file)) throw new Error('apps/web/dist is missing: run npm run build -w @palier/web');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
  if (!entry) throw new Error('the build has no entry');
  const first = withImports(manifest, entry);
  withImports(manifest, findChunk(manifest, 'sign-in-client.ts'), first);
  const line = (name: string, subject: number, budget: number | null) =>
    benchLine('bundle', name, subject, initialBudget, 'kB gzip', budget);
  const initial = sizeOf(manifest, first);
  const screens = ['operations.tsx', 'overview.tsx', 'listing-page.tsx', 'optimization.tsx', 'import.tsx'];
  return [
    line('initial JavaScript, sign-in included', initial.js, 1),
    line('initial styles', initial.css, null),
    ...screens.map((screen) => {
      const added = [...withImports(manifest, findChunk(manifest, screen))].filter((key) => !first.has(key));
      return line(`added by ${screen.replace(/(\/index)?\.tsx$/, '')}`, sizeOf(manifest, added).js, null);
    }),
  ];
}
