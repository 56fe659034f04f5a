import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

/** Makes a backup of a database with one long comment, in a process whose files are limited; says how that went. */
const BACKUP_OF_LONG_COMMENT = `
  import { sql } from 'kysely';
  const load = (path) => import(new URL(path, process.argv[1]));
  const { openPglite } = await load('../../../db/database.ts');
  const { migrate } = await load('../../../db/migrate.ts');
  const { fillEmptyTables } = await load('../../../test/fill-tables.ts');
  const { backup } = await load('./save.ts');
  const database = await openPglite(null);
  await migrate(database);
  await fillEmptyTables(database);
  await sql\`update activity set comment = repeat('x', 300000)\`.execute(database.db);
  const folder = process.argv[2];
  try {
    for await (const _ of backup({ database, data_owner: 'x', config: { data_folder: folder + '/none' }, scratch: { folder } }));
    console.log('ended');
  } catch (error) {
    console.log(error.code);
  }
  process.exit(0);
`;

it.skipIf(process.platform === 'win32')(
  'a backup whose rows do not fit on the disk fails: none is cut in silence',
  async () => {
    const child = spawn(
      'bash',
      [
        ...['-c', `trap '' XFSZ; ulimit -f 128; exec "$0" "$@"`, process.execPath],
        ...['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', BACKUP_OF_LONG_COMMENT],
        ...[import.meta.url, root],
      ],
      { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let said = '';
    child.stdout.on('data', (chunk) => (said += chunk));
    await once(child, 'exit');
    expect(said.trim()).toBe('EFBIG');
  },
  60_000,
);
