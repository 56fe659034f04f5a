// npm run test:large: the listing of 100,000 products in a real browser, on a demo kept from one run to the next
// (PALIER_LARGE_DATA, else a folder of the system's temporary one). The first run prepares it: some fifteen minutes.
// It fails on a wrong result, never on a time: those are printed. An argument filters the files.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import {
  ensureChromium,
  ensureDependencies,
  ensureWebBuilt,
  nodeBinary,
  root,
  toolEnvironment,
} from './lib/setup.mjs';

ensureDependencies();
const browser = ensureChromium();
ensureWebBuilt();
const playwright = join(root, 'node_modules/@playwright/test/cli.js');
const args = ['test', '--config', 'e2e/large/playwright.config.ts', ...process.argv.slice(2)];
const { status } = spawnSync(nodeBinary(), [playwright, ...args], {
  cwd: root,
  env: { ...toolEnvironment(), PALIER_CHROMIUM: browser },
  stdio: 'inherit',
});
process.exit(status ?? 1);
