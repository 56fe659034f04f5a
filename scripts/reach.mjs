// npm run reach: what the product runs, from its entries to each declaration. Fails on
// · a declaration or a module of apps/ or packages/ that no entry leads to: delete it, or move it to a test or lab/;
// · a name on a package's face that no other package's product code uses;
// · a test whose title names a requirement and that runs nothing the product runs.
import { globSync } from 'node:fs';
import process from 'node:process';
import { root } from './lib/setup.mjs';
import { Graph, isProduct, isTest } from './reach/graph.mjs';
import { titledTests } from './reach/titled-tests.mjs';

const ENTRIES = [
  'apps/server/src/main.ts',
  'apps/server/src/worker.ts',
  'apps/server/src/cli/*.ts',
  'apps/web/src/main.tsx',
  'packages/demo/src/cli.ts',
];
/** Modules looked up by folder at run time, ambient types, the build, and pages of docs/ written from the code. */
const LOADED = [
  'apps/server/src/db/migrations/*.ts',
  'apps/web/src/**/*.d.ts',
  'apps/web/vite.config.ts',
  'scripts/*.mjs',
];

const list = (patterns) => globSync(patterns, { cwd: root, exclude: ['**/node_modules', '**/dist'] }).sort();
const sources = list(['{apps,packages}/*/{src,test}/**/*.{ts,tsx}', 'e2e/**/*.ts']).filter(
  (path) => !path.endsWith('.d.ts'),
);
const graph = new Graph(root);
const starts = list([...ENTRIES, ...LOADED]).flatMap((path) => graph.whole(path));
const reached = graph.reach(starts);
const runs = ({ path, name }) => reached.get(path)?.has(name) ?? false;

const faults = [];
const lines = { all: 0, reached: 0, unreached: 0 };
for (const path of sources.filter(isProduct)) {
  const { total, declarations } = graph.module(path);
  const unused = reached.has(path) ? [...declarations.values()].filter((one) => !runs({ path, ...one })) : [];
  const missed = reached.has(path) ? unused.reduce((sum, one) => sum + one.lines, 0) : total;
  lines.all += total;
  lines.unreached += missed;
  if (!reached.has(path))
    faults.push(`${path}: no entry of the product leads to this module (${total} lines)`);
  for (const one of unused)
    faults.push(`${path}:${one.line} ${one.name}: the product does not use it (${one.lines} lines)`);
}
lines.reached = lines.all - lines.unreached;

/** The names of each package's face, and those that no product code outside the package imports. */
function unusedFaces() {
  const used = new Map();
  for (const path of reached.keys())
    for (const { from, name } of graph.module(path).imports.values()) {
      const face = graph.locate(path, from);
      if (face?.startsWith('packages/') && from.startsWith('@palier/'))
        used.set(face, (used.get(face) ?? new Set()).add(name));
    }
  const published = (path) => {
    const module = graph.module(path);
    const stars = [...module.stars].flatMap((from) => published(graph.locate(path, from)));
    return [...module.exports.keys(), ...stars];
  };
  return list(['packages/*/src/{,*/}index.ts']).map((face) => {
    const names = [...new Set(published(face))];
    return { face, names, unused: names.filter((name) => !used.get(face)?.has(name)) };
  });
}
const faces = unusedFaces();
for (const { face, unused } of faces)
  for (const name of unused) faults.push(`${face} ${name}: no product code of another package uses it`);

/** A journey in a browser runs the application itself. */
const isJourney = (path) => path.startsWith('e2e/');
let tests = 0;
for (const path of sources.filter((one) => /\.test\.tsx?$/.test(one) && !isJourney(one)))
  for (const test of titledTests(graph.module(path).program)) {
    tests += 1;
    const met = graph.reach(graph.step(path, test), isTest);
    const living = [...met]
      .filter(([file]) => isProduct(file))
      .flatMap(([file, names]) => [...names].map((name) => ({ path: file, name })))
      .filter(({ path: file, name }) => !graph.module(file).declarations.get(name).type);
    if (!living.some(runs))
      faults.push(
        `${path} “${test.title}”: runs nothing that the product runs (${living.map((one) => one.name).join(', ') || 'no product code named'})`,
      );
  }

for (const fault of faults) console.log(fault);
console.log(`lines of the product: ${lines.all}, reached ${lines.reached}, not reached ${lines.unreached}`);
for (const { face, names, unused } of faces)
  console.log(`${face}: ${names.length} names, ${unused.length} not used`);
console.log(`tests that name a requirement: ${tests}`);
process.exit(faults.length > 0 ? 1 : 0);
