import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';

const DATABASE = join(import.meta.dirname, '../src/database/database.ts');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palier-spill-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Keeps far more than its memory in tables, reads them back, and answers how many rows changed on the way. */
const SPILLER = `
  import { openDatabase } from ${JSON.stringify(DATABASE)};
  const [folder, mark] = process.argv.slice(1);
  const database = await openDatabase({ temp_folder: folder, memory_limit: '30MB', threads: 1, connections: 1 });
  const text = (i) => \`'\${mark}' || md5((\${i} * 7919)::VARCHAR) || md5((\${i} + 13)::VARCHAR)\`;
  for (let table = 0; table < 4; table += 1)
    await database.run(\`CREATE TEMP TABLE t\${table} AS SELECT i, \${text('i')} AS value FROM range(\${table} * 150000, \${table + 1} * 150000) r(i)\`);
  let wrong = 0;
  let count = 0;
  for (let round = 0; round < 2; round += 1)
    for (let table = 0; table < 4; table += 1) {
      const [row] = await database.rows(\`SELECT count(*) AS count, count(*) FILTER (value <> \${text('i')}) AS wrong FROM t\${table}\`);
      wrong += row.wrong;
      count += row.count;
    }
  database.close();
  console.log(JSON.stringify({ count, wrong }));`;

const NODE = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e'];

async function spill(mark: string): Promise<{ code: number | null; said: unknown }> {
  const child = spawn(process.execPath, [...NODE, SPILLER, folder, mark], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { code: code as number | null, said: said === '' ? null : JSON.parse(said) };
}

it('two processes that spill into the same folder at the same time read their own rows back', async () => {
  const whole = { code: 0, said: { count: 2 * 4 * 150_000, wrong: 0 } };
  expect(await Promise.all([spill('a'), spill('b')])).toEqual([whole, whole]);
  expect(await readdir(folder)).toEqual([]);
});
