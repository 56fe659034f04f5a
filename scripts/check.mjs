// npm run check: format, lint, types, import rules, unused code and the documents' links, each named when it fails.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { ensureDependencies, nodeBinary, root, toolEnvironment } from './lib/setup.mjs';

ensureDependencies();
const bin = (path) => [nodeBinary(), `${root}/node_modules/${path}`];
const checks = [
  ['format et règles (biome)', [...bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.']],
  ['types (tsc)', [...bin('typescript/bin/tsc'), '-p', 'tsconfig.json']],
  ["types de l'écran (tsc)", [...bin('typescript/bin/tsc'), '-p', 'apps/web/tsconfig.json']],
  [
    'règles d’import (dependency-cruiser)',
    [
      ...bin('dependency-cruiser/bin/dependency-cruiser.mjs'),
      'apps',
      'packages',
      'lab',
      'e2e',
      '--config',
      '.dependency-cruiser.cjs',
    ],
  ],
  ['code inutilisé (knip)', [...bin('knip/bin/knip.js')]],
  ['ce que le produit exécute (reach)', [nodeBinary(), `${root}/scripts/reach.mjs`]],
  ['styles', [nodeBinary(), `${root}/scripts/check-styles.mjs`]],
  ['liens des documents', [nodeBinary(), `${root}/scripts/check-docs.mjs`]],
];
const failed = [];
for (const [name, [command, ...args]] of checks) {
  const { status } = spawnSync(command, args, { cwd: root, env: toolEnvironment(), stdio: 'inherit' });
  console.log(`${status === 0 ? '✓' : '✗'} ${name}`);
  if (status !== 0) failed.push(name);
}
if (failed.length > 0) console.error(`\nÀ corriger : ${failed.join(', ')}.`);
process.exit(failed.length > 0 ? 1 : 0);
