import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAllowance } from '../src/import/allowance.ts';
import { openSources } from '../src/import/source.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palier-hostile-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Part = { name: string; content: Buffer | string; said_size?: number };

/** A zip of parts, each as large as its entry says, or not. */
const zipOf = (parts: readonly Part[]): Buffer => {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, said_size } of parts) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const label = Buffer.from(name);
    const sizes = Buffer.alloc(18);
    sizes.writeUInt16LE(8, 0);
    sizes.writeUInt32LE(packed.length, 10);
    sizes.writeUInt32LE(said_size ?? bytes.length, 14);
    const names = Buffer.alloc(4);
    names.writeUInt16LE(label.length, 0);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004\u0014\0\0\0'), sizes, names, label, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0\u0014\0\0\0'), sizes, names, rest, label]),
    );
    files.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, entries, end]);
};

const ITEMS = 'code_produit;prix_ttc\nR1;80\n';

const open = async (name: string, content: Buffer, maximum?: number) => {
  const path = join(folder, `sent-${name}`);
  await writeFile(path, content);
  const scratch = await mkdtemp(join(folder, 'scratch-'));
  const { sources, unreadable } = await openSources(
    [{ path, name }],
    scratch,
    () => Promise.reject(new Error('no Parquet here')),
    undefined,
    await newAllowance(scratch, maximum),
  );
  return { scratch, names: sources.map((source) => source.name), sources, unreadable };
};

const workbook = (sheet: string, strings: Omit<Part, 'name'> = { content: '<sst/>' }): Buffer =>
  zipOf([
    {
      name: '[Content_Types].xml',
      content:
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
    },
    {
      name: '_rels/.rels',
      content:
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    },
    {
      name: 'xl/workbook.xml',
      content:
        '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Articles" sheetId="1" r:id="rId1"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content:
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
    },
    { name: 'xl/sharedStrings.xml', ...strings },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
  ]);

const cells = (row: number, ...texts: string[]): string =>
  `<row r="${row}">${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
const sheetOf = (...rows: string[]): string =>
  `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`;

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

  it('cannot be larger than their archive says, nor hold parts of a workbook too large for memory', async () => {
    const liar = zipOf([{ name: 'a.csv', content: Buffer.alloc(100_000, 'a'), said_size: 10 }]);
    expect((await open('liar.zip', liar)).unreadable).toMatchObject([{ problem: 'archive zip illisible' }]);
    const row = sheetOf(cells(1, 'code_produit', 'prix_ttc'), cells(2, 'R1', '80'));
    expect((await open('good.xlsx', workbook(row))).names).toEqual(['good.xlsx']);
    const heavy = workbook(row, { content: '<sst/>', said_size: 400e6 });
    expect((await open('heavy.xlsx', heavy)).unreadable).toMatchObject([
      { problem: 'classeur trop volumineux une fois décompressé' },
    ]);
    const hidden = workbook(row, { content: Buffer.alloc(100_000, ' '), said_size: 10 });
    expect((await open('hidden.xlsx', hidden)).unreadable).toHaveLength(1);
  });

  it('cannot make a sheet of a thousand million lines with one row', async () => {
    const far = sheetOf(cells(1, 'code_produit', 'prix_ttc'), cells(400_000_000, 'R1', '80'));
    expect((await open('far.xlsx', workbook(far))).unreadable).toMatchObject([
      { problem: 'classeur aux lignes trop nombreuses' },
    ]);
  });

  it('cannot read our files or reach the network by an entity of a workbook', async () => {
    const secret = join(folder, 'secret.txt');
    await writeFile(secret, 'SECRET');
    const sheet = `<!DOCTYPE worksheet [<!ENTITY x SYSTEM "file://${secret}">]>${sheetOf(cells(1, 'code_produit', 'prix_ttc'), cells(2, '&x;', '80'))}`;
    const { sources } = await open('entity.xlsx', workbook(sheet));
    for (const { path } of sources) expect(await readFile(path, 'utf8')).not.toContain('SECRET');
  });

  it('stay in the folder that they are unpacked in, whatever their names', async () => {
    const parts = ['../../above.csv', '/tmp/palier-root.csv', 'folder\\..\\..\\windows.csv'];
    const { scratch, sources } = await open(
      'names.zip',
      zipOf(parts.map((name) => ({ name, content: ITEMS }))),
    );
    expect(sources).toHaveLength(2);
    for (const { path } of sources) expect(path.startsWith(`${scratch}/`)).toBe(true);
    expect(await readdir(scratch)).toHaveLength(2);
    expect(sources.map(({ name }) => name)).not.toContainEqual(expect.stringContaining('/'));
  });
});
