import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openScratch } from '../src/index.ts';
import { fallSilent } from './files.ts';

const INDEX = new URL('../src/index.ts', import.meta.url).href;

let root: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'palier-scratch-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(root, { recursive: true, force: true });
});

/** Another process with its scratch folder under the same root; answers its folder once it is there. */
async function startOther(): Promise<{ child: ChildProcess; folder: string }> {
  const script = `import { openScratch } from ${JSON.stringify(INDEX)};
    const scratch = await openScratch(${JSON.stringify(root)});
    console.log(scratch.folder);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [line] = await once(child.stdout, 'data');
  return { child, folder: String(line).trim() };
}

async function isThere(folder: string): Promise<boolean> {
  return readdir(folder).then(
    () => true,
    () => false,
  );
}

it('a process that lives keeps its folder, even one that was paused and has been silent for long', async () => {
  const other = await startOther();
  await writeFile(join(other.folder, 'rows'), 'spilled');
  other.child.kill('SIGSTOP');
  await fallSilent(root);
  const own = await openScratch(root);
  await own.clean();
  expect(await readdir(other.folder)).toEqual(['rows']);
  await own.close();
});

it('the folder of a dead process is removed, not before it has been silent for a minute', async () => {
  const other = await startOther();
  other.child.kill('SIGKILL');
  await once(other.child, 'exit');
  const own = await openScratch(root);
  expect(await isThere(other.folder)).toBe(true);
  await fallSilent(root);
  await own.clean();
  expect(await isThere(other.folder)).toBe(false);
  expect(await isThere(own.folder)).toBe(true);
  await own.close();
  expect(await readdir(root)).toEqual([]);
});

it('two parts of one process have folders of their own, and one that closes leaves the other its own', async () => {
  const [one, two] = [await openScratch(root), await openScratch(root)];
  expect(one.folder).not.toBe(two.folder);
  await one.close();
  expect(await isThere(two.folder)).toBe(true);
  await two.close();
  expect(await readdir(root)).toEqual([]);
});

it('what an older version left is removed after a day; what is not ours never is', async () => {
  const long = new Date(Date.now() - 2 * 86_400_000);
  for (const name of ['listing-1', 'import-new', 'photos-vacances']) {
    await mkdir(join(root, name));
    if (name !== 'import-new') await utimes(join(root, name), long, long);
  }
  const own = await openScratch(root);
  await own.close();
  expect((await readdir(root)).sort()).toEqual(['import-new', 'photos-vacances']);
});
