// npm start: installs what is missing, builds the screens, starts the server and waits for it to end.
import { spawn } from 'node:child_process';
import process from 'node:process';
import { ensureDependencies, ensureWebBuilt, nodeBinary, root, toolEnvironment } from './lib/setup.mjs';

ensureDependencies();
ensureWebBuilt();
const args = ['--disable-warning=ExperimentalWarning', 'apps/server/src/main.ts', ...process.argv.slice(2)];
const server = spawn(nodeBinary(), args, { cwd: root, env: toolEnvironment(), stdio: 'inherit' });

// A terminal's Ctrl-C reaches the server too: here it only must not end the wait for its clean close.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => server.kill('SIGTERM'));
server.on('exit', (code, signal) => process.exit(signal ? 0 : (code ?? 0)));
