// What a fresh clone lacks, made ready. Runs on Node 20 with nothing installed: Node built-ins only.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';

export const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../..');
const NODE_NEEDED = 24;

/** Prints one sentence and ends the process: a person reads it, not a stack. */
export function stop(sentence) {
  console.error(`\n${sentence}\n`);
  process.exit(1);
}

function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (error) return false;
  return status === 0;
}

const sha = (text) => createHash('sha256').update(text).digest('hex');

/**
 * Installs the exact packages of the lock file, once per lock file: `all`, or those alone that the `application` is
 * built with and runs on, a third less than with the tools of its developers.
 */
export function ensureDependencies(part = 'all') {
  const stamp = join(root, 'node_modules/.palier-lock');
  const all = sha(readFileSync(join(root, 'package-lock.json')));
  const application = `${all} application`;
  const there = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (there === all || (part === 'application' && there === application)) return;
  console.log('Palier: installation des paquets (une seule fois, environ une minute)…');
  try {
    accessSync(root, constants.W_OK);
  } catch {
    stop(`Palier ne peut pas écrire dans ${root} : donnez-vous le droit d'écriture sur ce dossier.`);
  }
  // What is there already stays: `ci` would begin by removing it.
  const command = there === application ? ['install', '--no-save'] : ['ci'];
  // The root's own are the tools.
  const which =
    part === 'application' ? ['--workspaces', '--include-workspace-root=false'] : ['--include=dev'];
  if (!run('npm', [...command, ...which, '--no-audit', '--no-fund', '--loglevel=error']))
    stop(
      "L'installation des paquets a échoué : vérifiez l'accès au registre npm, puis relancez la commande.",
    );
  writeFileSync(stamp, part === 'application' ? application : all);
}

/** The Node that runs Palier: this one if recent enough, else the one installed from the npm registry. */
export function nodeBinary() {
  if (Number(process.versions.node.split('.')[0]) >= NODE_NEEDED) return process.execPath;
  const binary = join(root, 'node_modules/.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  if (existsSync(binary)) return binary;
  return stop(
    `Palier demande Node ${NODE_NEEDED} ou plus récent ; ce système (${process.platform} ${process.arch}) n'en fournit pas par npm. Installez-le depuis nodejs.org puis relancez.`,
  );
}

/**
 * What every process of Palier is started with; Dockerfile and units say it again.
 * UV_THREADPOOL_SIZE: DuckDB's questions wait on the threads that read files too: four slow ones would hold every
 * picture back. MALLOC_*: the embedded PostgreSQL is compiled in half a gigabyte, which glibc keeps unless blocks freed
 * go back at once.
 */
const PROCESS_SETTINGS = JSON.parse(readFileSync(join(root, 'scripts/lib/process-settings.json'), 'utf8'));

/** What Node made of the sources is kept: a start takes a quarter less. It goes with the packages that it was made of. */
const COMPILED = { NODE_COMPILE_CACHE: join(root, 'node_modules/.palier-compiled') };

/** Environment in which `node` and every tool of node_modules are Palier's own. */
export function toolEnvironment() {
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`;
  return { ...PROCESS_SETTINGS, ...COMPILED, ...process.env, PATH: path };
}

function* filesUnder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    else yield path;
  }
}

/** A print of the web application's sources: changes when a build is needed. */
function sourcesPrint() {
  const folders = ['apps/web/src', 'apps/web/public', 'packages/domain/src', 'packages/contract/src'];
  const singles = ['package-lock.json', 'apps/web/vite.config.ts', 'apps/web/index.html'];
  const paths = [
    ...folders
      .map((folder) => join(root, folder))
      .filter(existsSync)
      .flatMap((folder) => [...filesUnder(folder)]),
  ];
  const all = [...paths, ...singles.map((name) => join(root, name))].filter(
    (path) => !/\.test\.tsx?$/.test(path) && existsSync(path),
  );
  return sha(
    all
      .map((path) => `${path.slice(root.length)}:${sha(readFileSync(path))}`)
      .sort()
      .join('\n'),
  );
}

/** Builds the web application when its sources changed since the last build. */
export function ensureWebBuilt() {
  const dist = join(root, 'apps/web/dist');
  const stamp = join(dist, '.sources');
  const wanted = sourcesPrint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log("Palier: construction de l'application…");
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const built = run(nodeBinary(), [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'apps/web'),
    env: toolEnvironment(),
  });
  if (!built) stop("La construction de l'application a échoué : voir le message ci-dessus.");
  mkdirSync(dist, { recursive: true });
  writeFileSync(stamp, wanted);
}

const CHROMIUM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

function installedChromium() {
  const named = process.env.PALIER_CHROMIUM;
  if (named) return existsSync(named) ? named : undefined;
  // Ubuntu's chromium-browser is a small script that asks for snap: a real browser is larger.
  return CHROMIUM_PATHS.find((path) => existsSync(path) && statSync(path).size > 0 && works(path));
}

function works(path) {
  try {
    execFileSync(path, ['--version', '--no-sandbox'], { stdio: 'pipe', timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
}

function withRights() {
  if (process.getuid?.() === 0) return [];
  const sudo = spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' });
  return sudo.status === 0 ? ['sudo', '-n'] : undefined;
}

function installFromDebian() {
  const rights = withRights();
  if (!rights || !existsSync('/usr/bin/apt-get')) return false;
  const apt = (...args) => {
    const [command, ...rest] = [...rights, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
    return run(command, rest, { stdio: ['ignore', 'ignore', 'inherit'] });
  };
  return (
    apt('update', '-qq') &&
    apt('install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation')
  );
}

/** Playwright's own download: what works where Debian's package does not exist (Ubuntu, macOS). */
function installFromPlaywright() {
  const cli = join(root, 'node_modules/@playwright/test/cli.js');
  const withDependencies = process.getuid?.() === 0 ? ['--with-deps'] : [];
  return run(nodeBinary(), [cli, 'install', ...withDependencies, 'chromium'], { env: toolEnvironment() });
}

/** Path of a Chromium for the browser's tests; '' means the one Playwright installed itself. */
export function ensureChromium() {
  const found = installedChromium();
  if (found) return found;
  console.log('Palier: installation de Chromium pour les tests du navigateur…');
  if (installFromDebian()) {
    const installed = installedChromium();
    if (installed) return installed;
  }
  if (installFromPlaywright()) return '';
  return stop(
    'Les tests du navigateur demandent Chromium, absent de cette machine et que cet utilisateur ne peut pas installer. Installez-le (Debian : « apt-get install chromium ») ou indiquez le vôtre par PALIER_CHROMIUM=/chemin/vers/chromium, puis relancez « npm test ».',
  );
}
