import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPglite } from '../../../db/database.ts';
import { knownVersions, migrate, versionOf } from '../../../db/migrate.ts';
import { endFilling, refuseUnfinished } from '../../../db/unfinished.ts';
import { fillEmptyTables } from '../../../test/fill-tables.ts';
import { ArchiveReader } from './archive.ts';
import { restore } from './restore.ts';
import { backup } from './save.ts';

/** A schema of before projects were approved, series and news were kept, and prices had their files. */
const OLDER = '0020-lessons';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'palier-older-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

it('a backup made at an earlier schema is restored with all its rows, and comes to the latest one; again where the command was killed', async () => {
  const file = join(root, 'older.palier');
  await mkdir(join(root, 'data'));
  const from = await openPglite(null);
  await migrate(from, OLDER);
  const saved = await fillEmptyTables(from);
  const deps = { database: from, data_owner: 'x', config: { data_folder: join(root, 'data') } };
  await pipeline(backup({ ...deps, scratch: { folder: root } }), createWriteStream(file));
  await from.close();
  const to = await openPglite(null);
  const restored = async (folder: string) => {
    const archive = await ArchiveReader.open(file);
    expect(archive.head.schema).toBe(OLDER);
    const { tables } = await restore(archive, to, join(root, folder)).finally(() => archive.close());
    expect(new Map(tables.map(({ table, rows }) => [table, rows]))).toEqual(saved);
    await migrate(to);
    expect(await versionOf(to)).toBe((await knownVersions()).at(-1));
  };
  try {
    await restored('killed');
    await expect(refuseUnfinished(to)).rejects.toThrow(/n’a pas fini de remplir cette base/);
    await restored('restored');
    await endFilling(to);
    await refuseUnfinished(to);
    const after = await fillEmptyTables(to);
    for (const [table, rows] of saved) expect(after.get(table), table).toBeGreaterThanOrEqual(rows);
    // What somebody works with is neither removed nor brought to another schema.
    await expect(restored('used')).rejects.toThrow(/est déjà en service/);
    expect(await versionOf(to)).toBe((await knownVersions()).at(-1));
  } finally {
    await to.close();
  }
});
