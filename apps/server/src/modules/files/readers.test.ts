import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_FILES } from '../../../../../packages/analytics/test/hostile-files.ts';
import { zipOf } from '../../../../../packages/analytics/test/zip-maker.ts';
import { createLog } from '../../log.ts';
import { openReaders, type Readers } from './readers.ts';

let folder: string;
const opened: Readers[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palier-readers-'));
});
afterAll(async () => {
  for (const readers of opened) readers.close();
  await rm(folder, { recursive: true, force: true });
});

const open = (memory_mb = 1200): Readers => {
  const readers = openReaders({ log: createLog('silent'), memory_bytes: memory_mb * 1e6 });
  opened.push(readers);
  return readers;
};
const put = async (name: string, content: string | Buffer) => {
  const path = join(folder, name);
  await writeFile(path, content);
  return { name, path, size_bytes: Buffer.byteLength(content) };
};
const SAMPLE = new Set([
  'zip64-de-3-Gio.zip',
  'zip64-sans-fin.zip',
  'tronque.zip',
  'fichiers-superposes.zip',
  'octets-au-hasard.xlsx',
]);
const ITEMS = 'code_produit;libellé;prix_ttc\nR1;Robe;80\n';
const look = async (readers: Readers, names: Record<string, string | Buffer>, organization = 'org_a') =>
  readers.inspect(organization, {
    files: await Promise.all(Object.entries(names).map(([name, content]) => put(name, content))),
    temp_folder: join(folder, 'read'),
  });

describe('files are read in a process of their own', () => {
  // Each hostile file by itself is proven where files are read; here, that they travel and the good one beside them too.
  it('says of hostile files why they are not read, beside a good one that is', async () => {
    const hostile = HOSTILE_FILES.filter(({ name }) => SAMPLE.has(name));
    expect(hostile).toHaveLength(SAMPLE.size);
    const sent = Object.fromEntries(hostile.map(({ name, make }) => [name, make()]));
    const found = await look(open(), { ...sent, 'articles.csv': ITEMS });
    expect(found.find(({ name }) => name === 'articles.csv')?.problem).toBeNull();
    for (const { name, problem } of hostile)
      expect(found.find((one) => one.name === name)?.problem, name).toMatch(problem);
  });

  it('a reader that holds too much is ended and said so, and the next question has an answer', async () => {
    const readers = open(100);
    const [report] = await look(readers, { 'articles.csv': ITEMS });
    expect(report?.problem).toBe('sa lecture a été arrêtée : elle demande trop de mémoire');
    const [again] = await look(readers, { 'articles.csv': ITEMS });
    expect(again?.problem).toMatch(/^sa lecture a été arrêtée/);
  });

  it('a table comes with its lines and the cells of the columns asked for', async () => {
    const file = await put('remises.csv', 'Code produit;Note;Démarque\nR1;x;30\n\nR2;y;40\n');
    const [read] = await open().tables('org_a', { file, only: ['code_produit', 'demarque'], folder });
    expect(read?.table).toEqual({
      headings: ['Code produit', 'Note', 'Démarque'],
      rows: [
        { line: 2, cells: ['R1', '', '30'] },
        { line: 4, cells: ['R2', '', '40'] },
      ],
    });
  });

  it('a table is read from whatever an import reads: encodings, separators, archives', async () => {
    const text = 'Code produit;Démarque\nR1;30\n';
    const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');
    const forms: [string, string | Buffer][] = [
      ['bom.csv', `\uFEFF${text}`],
      ['utf16le.csv', utf16],
      ['utf16be.csv', Buffer.from(utf16).swap16()],
      ['windows.csv', Buffer.from(text, 'latin1')],
      ['virgule.csv', text.replaceAll(';', ',')],
      ['tabulation.tsv', text.replaceAll(';', '\t')],
      ['barre.txt', text.replaceAll(';', '|')],
      ['mac.csv', text.replaceAll('\n', '\r')],
      ['remises.csv.gz', gzipSync(utf16)],
      ['remises.zip', zipOf([{ name: 'dossier/remises.csv', content: text }])],
    ];
    const readers = open();
    for (const [name, content] of forms) {
      const file = await put(name, content);
      const found = await readers.tables('org_a', { file, only: ['code_produit', 'demarque'], folder });
      const rows = [{ line: 2, cells: ['R1', '30'] }];
      expect(found, name).toEqual([
        { name: expect.any(String), table: { headings: ['Code produit', 'Démarque'], rows } },
      ]);
    }
  });

  it('what a message repeats of a table has no control character', async () => {
    const file = await put(
      'nul.csv',
      'Code\u0001produit;D\u0000;x\nR\u0000;30;aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n',
    );
    const [found] = await open().tables('org_a', { file, only: ['code_produit'], folder });
    expect(found?.table).toMatchObject({ headings: ['Code produit', 'D␀', 'x'], rows: [{ cells: ['R␀'] }] });
  });

  it('a file that cannot be read is a fault of the form, in French', async () => {
    const hostile = HOSTILE_FILES.find(({ name }) => name === 'colonne-XFD.xlsx');
    const file = await put('xfd.xlsx', hostile?.make() ?? '');
    await expect(open().tables('org_a', { file, only: [], folder })).rejects.toMatchObject({
      code: 'invalid_file',
      message: expect.stringContaining('1000e colonne'),
    });
  });
});
