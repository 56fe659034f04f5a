// node scripts/catalogue.mjs: writes docs/catalogue.md from the catalogue of fields and columns.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { ensureDependencies, nodeBinary, root } from './lib/setup.mjs';

if (process.features.typescript) {
  const { cataloguePage } = await import('../packages/domain/src/catalogue/page.ts');
  writeFileSync(`${root}/docs/catalogue.md`, cataloguePage());
} else {
  ensureDependencies();
  process.exit(spawnSync(nodeBinary(), [import.meta.filename], { stdio: 'inherit' }).status ?? 1);
}
