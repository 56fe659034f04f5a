// Runs one of Palier's TypeScript entry points with the right Node: node scripts/run.mjs <file.ts> [arguments].
import { spawn } from 'node:child_process';
import process from 'node:process';
import { ensureDependencies, nodeBinary, root, toolEnvironment } from './lib/setup.mjs';

ensureDependencies();
const [file, ...args] = process.argv.slice(2);
const child = spawn(nodeBinary(), ['--disable-warning=ExperimentalWarning', `${root}/${file}`, ...args], {
  cwd: process.env.INIT_CWD ?? root,
  env: toolEnvironment(),
  stdio: 'inherit',
});
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 0)));
