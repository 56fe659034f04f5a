import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  copyContext,
  type Launched,
  launch,
  linkPackages,
  ROOT,
  readStages,
  readVariables,
  saidBy,
} from './test/deploy.ts';
import { startPostgres, type ThrowAwayPostgres } from './test/postgres.ts';
import { freePort } from './test/process.ts';

// What Dockerfile, compose and units name, run in empty folders. No image is built: of each stage, what is copied is
// copied and what is run is run, but for the registry, whose packages are those installed here.

let root: string;
let image: string;
let postgres: ThrowAwayPostgres;
let stages: Awaited<ReturnType<typeof readStages>>;
const launched: Launched[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'palier-deploy-'));
  image = join(root, 'image');
  [postgres, stages] = [await startPostgres(), await readStages()];
});
afterAll(async () => {
  for (const { process, ended } of launched) {
    process.kill('SIGKILL');
    await ended;
  }
  await postgres?.stop();
  await rm(root, { recursive: true, force: true });
});

const stage = (name: string) => stages.get(name) ?? [];
const imageSays = (word: string): string[] => saidBy(stage('image'), word);

async function buildScreens(): Promise<string> {
  const folder = join(root, 'screens');
  await copyContext(folder);
  for (const command of saidBy(stage('screens'), 'RUN')) {
    if (command.startsWith('npm ci')) await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    else {
      const { ended, output } = launch(['sh', '-c', command], folder, {});
      expect(await ended, output()).toBe(0);
    }
  }
  return folder;
}

/** The folder of the image, made of what its last stage copies. */
async function makeImage(): Promise<void> {
  const screens = await buildScreens();
  await mkdir(image);
  for (const copied of imageSays('COPY')) {
    const [from, source = '', target = ''] = copied.startsWith('--from=')
      ? copied.split(' ')
      : ['', ...copied.split(' ')];
    if (from === '--from=packages') await linkPackages(image);
    else {
      const path = from ? join(screens, source.replace('/palier/', '')) : join(screens, source);
      const to = target.endsWith('/')
        ? join(image, target, source.split('/').at(-1) ?? '')
        : join(image, target);
      await cp(path, to, { recursive: true });
    }
  }
}

const settings = (port: number): Record<string, string> => ({
  ...readVariables(imageSays('ENV')),
  PALIER_DATA: join(root, 'data'),
  PALIER_TEMP: join(root, 'scratch'),
  DATABASE_URL: postgres.url,
  PALIER_PUBLIC_URL: 'https://palier.example',
  PALIER_OIDC_ISSUER: 'https://identity.example',
  PALIER_OIDC_CLIENT_ID: 'palier',
  PALIER_PORT: String(port),
});

function start(command: readonly string[], env: Record<string, string>): Launched {
  const one = launch(command, image, env);
  launched.push(one);
  return one;
}

/** Asks as the container's own check does, until it says that the process is ready. */
async function healthy(env: Record<string, string>, { output }: Launched): Promise<void> {
  const check = JSON.parse(imageSays('HEALTHCHECK')[0]?.match(/CMD (\[.*\])/)?.[1] ?? '[]') as string[];
  await expect
    .poll(async () => `${await launch(check, image, env).ended} ${output()}`, {
      interval: 500,
      timeout: 200_000,
    })
    .toMatch(/^0 /);
}

async function stopAll(): Promise<void> {
  const running = launched.splice(0);
  for (const { process } of running) process.kill('SIGTERM');
  for (const { ended, output } of running) expect(await ended, output()).toBe(0);
}

async function processSettings(): Promise<Record<string, string>> {
  return JSON.parse(await readFile(join(ROOT, 'scripts/lib/process-settings.json'), 'utf8'));
}

it('the image has what a server and a worker need: both start in it, say they are ready and stop in order', async () => {
  await makeImage();
  const server = settings(await freePort());
  const command = JSON.parse(imageSays('CMD')[0] ?? '[]') as string[];
  const first = start(command, { ...server, PALIER_JOBS: 'non' });
  await healthy(server, first);
  const compose = await readFile(join(ROOT, 'deploy/compose.yaml'), 'utf8');
  const worker = { ...settings(0), PALIER_PORT: '4600', PALIER_WORKER_PORT: String(await freePort()) };
  const second = start(JSON.parse(compose.match(/^ {4}command: (\[.*\])$/m)?.[1] ?? '[]'), worker);
  await healthy(worker, second);
  const page = await fetch(`http://127.0.0.1:${server.PALIER_PORT}/`);
  expect(await page.text()).toContain('/assets/');
  await stopAll();
}, 600_000);

it('the units start the same server and the same worker in the folder that they name', async () => {
  expect(existsSync(join(image, 'node_modules/fastify'))).toBe(true);
  const units = ['palier@.service', 'palier-worker.service'];
  for (const name of units) {
    const unit = await readFile(join(ROOT, 'deploy', name), 'utf8');
    const all = (key: string) =>
      [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);
    const port = await freePort();
    const own = readVariables(all('Environment').map((line) => line.replace('%i', String(port))));
    const env: Record<string, string> = {
      ...settings(port),
      ...own,
      PALIER_DATA: join(root, 'data'),
      PALIER_TEMP: join(root, 'scratch'),
    };
    if (own.PALIER_WORKER_PORT) env.PALIER_WORKER_PORT = String(port);
    await healthy(env, start(all('ExecStart')[0]?.split(' ') ?? [], env));
    expect(own).toMatchObject(await processSettings());
  }
  await stopAll();
}, 600_000);

it('the image is started with the settings of `npm start`, as the units are', async () => {
  expect(readVariables(imageSays('ENV'))).toMatchObject(await processSettings());
});
