import fs from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { compose } from './compose.ts';
import { readConfig, StartError } from './config.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palier-full-start-'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  await rm(folder, { recursive: true, force: true });
});

const start = (): Promise<unknown> =>
  compose(readConfig({ PALIER_DATA: folder, PALIER_LOG: 'silent' })).then(
    ({ close }) => close(),
    (error: unknown) => error,
  );

/** A folder whose database does not open: PGlite does not say why. */
async function spoil(): Promise<void> {
  await mkdir(join(folder, 'database'));
  await writeFile(join(folder, 'database', 'PG_VERSION'), '3\n');
}

it('a start without room on the disk says so, in a sentence', async () => {
  vi.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  });
  syncBuiltinESMExports();
  const error = await start();
  expect(error).toBeInstanceOf(StartError);
  expect(error).toMatchObject({ message: expect.stringContaining('est plein') });
});

it('a database that does not open where there is no room is not said to be damaged', async () => {
  await spoil();
  const room = await fs.promises.statfs('.');
  vi.spyOn(fs.promises, 'statfs').mockResolvedValue(Object.assign(room, { bavail: 2 }));
  syncBuiltinESMExports();
  const error = await start();
  expect(error).toMatchObject({ message: expect.stringContaining('est plein') });
  expect(error).toMatchObject({ message: expect.not.stringContaining('abîmée') });
});

it('one that does not open where there is room is', async () => {
  await spoil();
  expect(await start()).toMatchObject({ message: expect.stringContaining('abîmée') });
});
