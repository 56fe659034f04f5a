import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LOCK_FILE, lockFolder } from './lock.ts';

const TAKE = `
import { lockFolder } from ${JSON.stringify(join(import.meta.dirname, 'lock.ts'))};
try {
  globalThis.unlock = lockFolder(process.env.FOLDER);
  console.log('taken');
  setInterval(() => {}, 1000);
} catch (error) {
  console.log(error.name);
}`;
/** A process that sees no number of ours, as one of another container; null where the system forbids it. */
const ELSEWHERE = ['unshare', '--map-root-user', '--pid', '--fork', '--kill-child', '--mount-proc'];
const canGoElsewhere = spawnSync(ELSEWHERE[0] ?? '', [...ELSEWHERE.slice(1), 'true']).status === 0;

let folder: string;
const running: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palier-lock-'));
});
afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** What another process says when it takes the folder: it has it until it is killed. */
async function takeElsewhere(around: string[] = []): Promise<{ said: string; process: ChildProcess }> {
  const [command = '', ...args] = [...around, process.execPath, '--input-type=module', '--eval', TAKE];
  const child = spawn(command, args, {
    env: { ...process.env, FOLDER: folder },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  running.push(child);
  const [said] = await once(child.stdout, 'data');
  return { said: String(said).trim(), process: child };
}

it('a folder is taken once, until it is given back', () => {
  const giveBack = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(/est déjà utilisé par un autre Palier/);
  giveBack();
  lockFolder(folder)();
});

it('of several processes that start at the same moment one has the folder; killed, it leaves it', async () => {
  const all = await Promise.all(Array.from({ length: 4 }, () => takeElsewhere()));
  expect(all.map(({ said }) => said).sort()).toEqual(['StartError', 'StartError', 'StartError', 'taken']);
  for (const { process } of all) {
    if (process.exitCode === null) {
      process.kill('SIGKILL');
      await once(process, 'exit');
    }
  }
  lockFolder(folder)();
});

it.skipIf(!canGoElsewhere)(
  'a process of another container has it too, whose number means nothing here',
  async () => {
    const { said } = await takeElsewhere(ELSEWHERE);
    expect(said).toBe('taken');
    expect(() => lockFolder(folder)).toThrow(/est déjà utilisé par un autre Palier/);
  },
);

it('what an earlier version left is taken over', async () => {
  await writeFile(join(folder, LOCK_FILE), '4512 88171');
  lockFolder(folder)();
});
