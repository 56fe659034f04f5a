import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAllowance } from '../src/import/allowance.ts';
import { openSources } from '../src/import/source.ts';
import { HOSTILE_FILES } from './hostile-files.ts';
import { cells, sheetOf, workbookOf } from './workbook-maker.ts';
import { zipOf } from './zip-maker.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palier-hostile-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ITEMS = 'code_produit;prix_ttc\nR1;80\n';

async function open(name: string, content: Buffer, maximum?: number) {
  const path = join(folder, `sent-${name}`);
  await writeFile(path, content);
  const scratch = await mkdtemp(join(folder, 'scratch-'));
  const { sources, unreadable } = await openSources([{ path, name }], {
    folder: scratch,
    parquetHead: () => Promise.reject(new Error('no Parquet here')),
    allowance: await newAllowance(scratch, maximum),
  });
  return { scratch, names: sources.map((source) => source.name), sources, unreadable };
}

async function sizeOfFolder(path: string): Promise<number> {
  const files = (await readdir(path, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
  const sizes = await Promise.all(
    files.map(async (one) => (await stat(join(one.parentPath, one.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

describe('files that mean harm', () => {
  it('stop where their archive would fill the disk, whether gzip or zip, nested or not', async () => {
    const bomb = Buffer.alloc(3_000_000, 'a');
    const said = [{ problem: 'archive trop volumineuse une fois décompressée' }];
    expect((await open('a.csv.gz', gzipSync(bomb), 1e6)).unreadable).toMatchObject(said);
    const zip = zipOf([{ name: 'b.csv', content: bomb }]);
    expect((await open('b.zip', zip, 1e6)).unreadable).toMatchObject(said);
    const twice = zipOf([
      { name: 'c.zip', content: zipOf([{ name: 'c.csv', content: ITEMS }]) },
      { name: 'd.zip', content: zip },
    ]);
    const opened = await open('e.zip', twice, 1e6);
    expect(opened.names).toEqual(['c.csv']);
    expect(opened.unreadable).toMatchObject(said);
  });

  it.each(HOSTILE_FILES)(
    'are refused with the reason, and a good file beside them is read: $name',
    async ({ name, make, problem }) => {
      const content = make();
      expect(content.length).toBeLessThan(1e6);
      const { unreadable, sources, scratch } = await open(name, content);
      expect(sources).toEqual([]);
      expect(unreadable.map(({ problem }) => problem)).toEqual([expect.stringMatching(problem)]);
      expect(await sizeOfFolder(scratch)).toBeLessThan(200e6);
      await rm(scratch, { recursive: true });
      const good = workbookOf({ sheet: sheetOf(cells(1, 'code_produit', 'prix_ttc'), cells(2, 'R1', '80')) });
      expect((await open('good.xlsx', good)).names).toEqual(['good.xlsx']);
    },
  );

  it('cannot read our files or reach the network by an entity of a workbook', async () => {
    const secret = join(folder, 'secret.txt');
    await writeFile(secret, 'SECRET');
    const sheet = `<!DOCTYPE worksheet [<!ENTITY x SYSTEM "file://${secret}">]>${sheetOf(cells(1, 'code_produit', 'prix_ttc'), cells(2, '&x;', '80'))}`;
    const { sources } = await open('entity.xlsx', workbookOf({ sheet }));
    for (const { path } of sources) expect(await readFile(path, 'utf8')).not.toContain('SECRET');
  });

  it('stay in the folder that they are unpacked in, whatever their names', async () => {
    const parts = ['../../above.csv', '/tmp/palier-root.csv', 'folder\\..\\..\\windows.csv'];
    const { scratch, sources } = await open(
      'names.zip',
      zipOf(parts.map((name) => ({ name, content: ITEMS }))),
    );
    expect(sources).toHaveLength(3);
    for (const { path } of sources) expect(path.startsWith(`${scratch}/`)).toBe(true);
    expect(await readdir(scratch)).toHaveLength(3);
    expect(sources.map(({ name }) => name)).not.toContainEqual(expect.stringContaining('/'));
  });
});
