import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FileTakenError, takeFile } from '../src/database/file-lock.ts';

const TAKE = `
import { takeFile } from ${JSON.stringify(join(import.meta.dirname, '../src/database/file-lock.ts'))};
try {
  globalThis.giveBack = takeFile(process.env.LOCK);
  console.log('taken');
  setInterval(() => {}, 1000);
} catch (error) {
  console.log(error.name);
}`;
/** A process that sees no number of ours, as one of another container; null where the system forbids it. */
const ELSEWHERE = ['unshare', '--map-root-user', '--pid', '--fork', '--kill-child', '--mount-proc'];
const canGoElsewhere = spawnSync(ELSEWHERE[0] ?? '', [...ELSEWHERE.slice(1), 'true']).status === 0;

let folder: string;
let path: string;
const running: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palier-lock-'));
  path = join(folder, 'one.lock');
});
afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** What another process says when it takes the file: it has it until it is killed. */
async function takeElsewhere(around: string[] = []): Promise<{ said: string; process: ChildProcess }> {
  const [command = '', ...args] = [...around, process.execPath, '--input-type=module', '--eval', TAKE];
  const child = spawn(command, args, {
    env: { ...process.env, LOCK: path },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  running.push(child);
  const [said] = await once(child.stdout, 'data');
  return { said: String(said).trim(), process: child };
}

it('a file is taken once, until it is given back', () => {
  const giveBack = takeFile(path);
  expect(() => takeFile(path)).toThrow(FileTakenError);
  giveBack();
  takeFile(path)();
});

it('of several processes that start at the same moment one has the file; killed, it leaves it', async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => takeElsewhere()));
  expect(all.map(({ said }) => said).sort()).toEqual([
    'FileTakenError',
    'FileTakenError',
    'FileTakenError',
    'taken',
  ]);
  for (const { process } of all) {
    if (process.exitCode === null) {
      process.kill('SIGKILL');
      await once(process, 'exit');
    }
  }
  takeFile(path)();
});

it.skipIf(!canGoElsewhere)(
  'a process of another container has it too, whose number means nothing here',
  async () => {
    const { said } = await takeElsewhere(ELSEWHERE);
    expect(said).toBe('taken');
    expect(() => takeFile(path)).toThrow(FileTakenError);
  },
);

it('what an earlier version left is taken over', async () => {
  await writeFile(path, '4512 88171');
  takeFile(path)();
});
