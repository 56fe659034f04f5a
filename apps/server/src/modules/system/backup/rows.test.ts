import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPglite } from '../../../db/database.ts';
import { migrate } from '../../../db/migrate.ts';
import { fillEmptyTables } from '../../../test/fill-tables.ts';
import { ArchiveReader } from './archive.ts';
import { restore } from './restore.ts';
import { backup } from './save.ts';

/** All that any reader of lines takes for the end of one. */
const TEXT = 'Fin\u2028de\u2029ligne\u0085ou\r\nnon\rpas\vdu\ftout\n';

let root: string;
let file: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'palier-rows-'));
  file = join(root, 'texts.palier');
  await mkdir(join(root, 'data'));
  const from = await openPglite(null);
  await migrate(from);
  await fillEmptyTables(from);
  await sql`update activity set comment = ${TEXT}`.execute(from.db);
  const deps = { database: from, data_owner: 'x', config: { data_folder: join(root, 'data') } };
  await pipeline(backup({ ...deps, scratch: { folder: root } }), createWriteStream(file));
  await from.close();
});
afterAll(() => rm(root, { recursive: true, force: true }));

it('a comment with the line ends of other programs comes back from a backup as it was', async () => {
  const to = await openPglite(null);
  const archive = await ArchiveReader.open(file);
  try {
    await restore(archive, to, join(root, 'restored'));
    const { rows } = await sql`select comment from activity`.execute(to.db);
    expect(rows).toEqual([{ comment: TEXT }]);
  } finally {
    await archive.close();
    await to.close();
  }
});
