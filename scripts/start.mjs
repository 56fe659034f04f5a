// npm start: installs what is missing, builds the screens, starts the server and waits for it to end.
import process from 'node:process';
import { runChild } from './lib/child.mjs';
import { ensureDependencies, ensureWebBuilt, nodeBinary, root, toolEnvironment } from './lib/setup.mjs';

ensureDependencies('application');
ensureWebBuilt();
const args = ['--disable-warning=ExperimentalWarning', 'apps/server/src/main.ts', ...process.argv.slice(2)];
runChild(nodeBinary(), args, { cwd: root, env: toolEnvironment() });
