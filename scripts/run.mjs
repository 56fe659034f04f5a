// Runs one of Palier's TypeScript entry points with the right Node: node scripts/run.mjs <file.ts> [arguments].
import process from 'node:process';
import { runChild } from './lib/child.mjs';
import { ensureDependencies, nodeBinary, root, toolEnvironment } from './lib/setup.mjs';

const [file, ...args] = process.argv.slice(2);
ensureDependencies(file.startsWith('lab/') ? 'all' : 'application');
runChild(nodeBinary(), ['--disable-warning=ExperimentalWarning', `${root}/${file}`, ...args], {
  cwd: process.env.INIT_CWD ?? root,
  env: toolEnvironment(),
});
