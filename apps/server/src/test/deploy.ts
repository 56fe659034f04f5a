import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../../..');

/** One instruction of a Dockerfile: its word and what follows it. */
interface Instruction {
  word: string;
  rest: string;
}

/** The stages of a Dockerfile by their name; the last one is `image`. */
export async function readStages(): Promise<Map<string, Instruction[]>> {
  const text = await readFile(join(ROOT, 'Dockerfile'), 'utf8');
  const stages = new Map<string, Instruction[]>();
  let stage: Instruction[] = [];
  for (const line of text.split('\n').filter((one) => /^[A-Z]/.test(one))) {
    const [word = ''] = line.split(' ', 1);
    const rest = line.slice(word.length + 1);
    if (word === 'FROM') {
      stage = [];
      stages.set(/ AS (\w+)$/.exec(rest)?.[1] ?? 'image', stage);
    } else stage.push({ word, rest });
  }
  return stages;
}

/** What the instructions of a word say, in order. */
export const saidBy = (stage: readonly Instruction[], word: string): string[] =>
  stage.filter((one) => one.word === word).map(({ rest }) => rest);

/** `A=1 B=2`, as Dockerfiles and units write it. */
export const readVariables = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    lines.flatMap((line) =>
      line.split(' ').map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]),
    ),
  );

/** The repository as `COPY . .` takes it. */
export async function copyContext(to: string): Promise<void> {
  const ignored = (await readFile(join(ROOT, '.dockerignore'), 'utf8')).split('\n').filter(Boolean);
  const names = new Set(ignored.filter((one) => one.startsWith('**/')).map((one) => one.slice(3)));
  const paths = new Set(ignored);
  await cp(ROOT, to, {
    recursive: true,
    filter: (source) => {
      const path = relative(ROOT, source);
      return !paths.has(path) && !names.has(path.split('/').at(-1) ?? '');
    },
  });
}

/**
 * The packages of `npm ci --omit=dev`, without the registry: those that the lock file does not keep for the tools. Each
 * is the one that is installed here.
 */
export async function linkPackages(to: string): Promise<void> {
  interface Locked {
    dev?: boolean;
    link?: boolean;
    resolved?: string;
  }
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  for (const [path, { dev, link, resolved = '' }] of Object.entries(lock.packages)) {
    if (dev || !/^node_modules\/(@[^/]+\/)?[^/]+$/.test(path)) continue;
    await mkdir(dirname(join(to, path)), { recursive: true });
    await symlink(link ? join(to, resolved) : join(ROOT, path), join(to, path));
  }
}

export interface Launched {
  process: ChildProcess;
  output(): string;
  ended: Promise<number | string>;
}

/** Runs a command as an image or a unit names it; `node` is this one. */
export function launch(
  [program = '', ...args]: readonly string[],
  folder: string,
  env: Record<string, string>,
): Launched {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(/(^|\/)node$/.test(program) ? process.execPath : program, args, {
    cwd: folder,
    env: { PATH, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | string);
  return { process: child, output: () => text, ended };
}
