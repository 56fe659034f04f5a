import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTILE_FILES } from '../../../../../packages/analytics/test/hostile-files.ts';
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
    expect(await open().table('org_a', { file, only: ['code_produit', 'demarque'] })).toEqual({
      headings: ['Code produit', 'Note', 'Démarque'],
      rows: [
        { line: 2, cells: ['R1', '', '30'] },
        { line: 4, cells: ['R2', '', '40'] },
      ],
    });
  });

  it('a file that cannot be read is a fault of the form, in French', async () => {
    const hostile = HOSTILE_FILES.find(({ name }) => name === 'colonne-XFD.xlsx');
    const file = await put('xfd.xlsx', hostile?.make() ?? '');
    await expect(open().table('org_a', { file, only: [] })).rejects.toMatchObject({
      code: 'invalid_file',
      message: expect.stringContaining('1000e colonne'),
    });
  });
});
