import fs from 'node:fs';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openLocalFolders } from './local.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'palier-kept-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  await rm(root, { recursive: true, force: true });
});

const PICTURE = 'pictures/org/A1.png';

it('a picture that the disk has no room for leaves the former one whole, and nothing beside it', async () => {
  const folders = openLocalFolders(root);
  const source = join(root, 'sent.png');
  await writeFile(source, 'former');
  await folders.keepFile(PICTURE, source);
  await writeFile(source, 'a new picture');
  const { copyFile } = fs.promises;
  vi.spyOn(fs.promises, 'copyFile').mockImplementation(async (from, to) => {
    await copyFile(from, to);
    await truncate(to, 3);
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  });
  syncBuiltinESMExports();
  await expect(folders.keepFile(PICTURE, source)).rejects.toThrow('no space');
  expect(await readFile(join(root, PICTURE), 'utf8')).toBe('former');
  expect(await readdir(join(root, 'pictures/org'))).toEqual(['A1.png']);
});

it('a picture sent again takes the place of the former one', async () => {
  const folders = openLocalFolders(root);
  const source = join(root, 'sent.png');
  for (const content of ['former', 'a new picture']) {
    await writeFile(source, content);
    await folders.keepFile(PICTURE, source);
  }
  expect(await readFile(join(root, PICTURE), 'utf8')).toBe('a new picture');
});
