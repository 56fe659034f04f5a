import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/database/database.ts';
import { inspectFiles } from '../src/index.ts';
import { attachWarehouse } from '../src/warehouse/previous.ts';
import { type Desk, deskKeeper, ITEMS } from './files.ts';
import { cells, sheetOf, workbookOf } from './workbook-maker.ts';
import { zipOf } from './zip-maker.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const NUL = '\u0000';
const REASON = 'caractère nul dans la cellule';
const HEADINGS = 'code_produit;libelle;prix_ttc\n';
const PRODUCTS = `${HEADINGS}C1;Robe;10\nA${NUL}B;Rouge;11\nC2;Jupe${NUL};12\nC3;Pull;13\n`;

/** A desk that has data in place, against which the values of a file are looked up. */
async function deskInUse(): Promise<Desk> {
  const made = await desk();
  await made.send([await made.put('articles.csv', ITEMS)]);
  return made;
}

/** Every text of a table of the version that was written. */
async function textsOf({ folder }: Desk, version: string | null, table: string): Promise<string> {
  const database = await openDatabase({ temp_folder: join(folder, 'spill'), memory_limit: '100MB' });
  try {
    return await database.session(async (session) => {
      await attachWarehouse(session, version, 'w_');
      return JSON.stringify(await session.rows(`SELECT columns(*)::VARCHAR FROM w_${table}`));
    });
  } finally {
    database.close();
  }
}

const told = (errors: readonly { line: number; column: string; value: string | null; reason: string }[]) =>
  errors.map(({ line, column, value, reason }) => [line, column, value, reason]);

const inLines = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(';'));
const sheet = sheetOf(
  ...inLines(PRODUCTS).map((row, index) =>
    cells(index + 1, ...row.map((cell) => cell.replaceAll(NUL, '_x0000_'))),
  ),
);
/** The same rows, as DuckDB writes them. */
async function parquet({ folder }: Desk): Promise<Buffer> {
  const path = join(folder, 'written.parquet');
  const database = await openDatabase({ temp_folder: join(folder, 'spill'), memory_limit: '100MB' });
  const values = inLines(PRODUCTS)
    .slice(1)
    .map((row) => `(${row.map((cell) => `'${cell.replaceAll(NUL, "' || chr(0) || '")}'`).join(', ')})`);
  await database.run(
    `COPY (FROM (VALUES ${values.join(', ')}) t(code_produit, libelle, prix_ttc)) TO '${path}' (FORMAT parquet)`,
  );
  database.close();
  return readFile(path);
}
const utf16 = Buffer.from(`\uFEFF${PRODUCTS}`, 'utf16le');
const contentOf = (own: Desk, content: string | Buffer | typeof parquet) =>
  typeof content === 'function' ? content(own) : content;
const FORMS: [string, string | Buffer | typeof parquet][] = [
  ['produits.csv', PRODUCTS],
  ['produits-16.csv', utf16],
  ['produits-16be.csv', Buffer.from(utf16).swap16()],
  ['produits-1252.csv', Buffer.from(PRODUCTS.replaceAll('Robe', 'Robe été'), 'latin1')],
  ['produits.csv.gz', gzipSync(PRODUCTS)],
  ['envoi.zip', zipOf([{ name: 'produits.csv', content: PRODUCTS }])],
  ['produits.xlsx', workbookOf({ sheet })],
  ['produits.parquet', parquet],
];

describe('a NUL in a cell', () => {
  it.each(FORMS)(
    'refuses its row, with line, column and reason, and keeps the others: %s',
    async (name, content) => {
      const own = await deskInUse();
      const { report, folder } = await own.send([await own.put(name, await contentOf(own, content))]);
      // A Parquet file has no line of headings.
      const first = name.endsWith('.parquet') ? 2 : 3;
      expect(told(report.errors)).toEqual([
        [first, 'code_produit', 'A␀B', REASON],
        [first + 1, 'libelle', 'Jupe␀', REASON],
      ]);
      expect(report.files).toMatchObject([{ rows_read: 4, rows_kept: 2, rows_rejected: 2 }]);
      const kept = await textsOf(own, folder, 'item_group');
      expect(kept).toContain('C3');
      expect(kept).not.toMatch(/\\u0000|␀|Jupe/);
    },
  );

  it.each(FORMS)('does not keep its file from being looked at: %s', async (name, content) => {
    const own = await deskInUse();
    const [found] = await inspectFiles([await own.put(name, await contentOf(own, content))], {
      temp_folder: join(own.folder, 'temp'),
      previous_folder: join(own.folder, 'warehouse', 'v1'),
    });
    expect(found?.problem).toBeNull();
    expect(found?.preview[1]?.[0]).toBe('A␀B');
    expect(JSON.stringify(found)).not.toContain('\\u0000');
  });

  it('far below the first rows refuses its row alone', async () => {
    const own = await deskInUse();
    const lines = Array.from({ length: 40_000 }, (_, at) => `N${at};Robe;10`);
    lines[35_000] = `N35000;Ro${NUL}be;10`;
    const { report, folder } = await own.send([
      await own.put('produits.csv', `${HEADINGS}${lines.join('\n')}\n`),
    ]);
    expect(told(report.errors)).toEqual([[35_002, 'libelle', 'Ro␀be', REASON]]);
    expect(report.files).toMatchObject([{ rows_kept: 39_999, rows_rejected: 1 }]);
    expect(await textsOf(own, folder, 'item_group')).not.toMatch(/\\u0000|␀/);
  });

  it.each([
    [
      'ventes.csv',
      `date;code_produit;lieu;quantite;montant_ttc\n2026-07-01;R1;L${NUL};1;10\n2026-07-02;P2;L;1;10\n`,
      'lieu',
    ],
    [
      'stock.csv',
      `date;code_produit;lieu;stock\n2026-07-01;R1${NUL};L;1\n2026-07-01;P2;L;1\n`,
      'code_produit',
    ],
    ['lieux.csv', `code_lieu;nom;pays\nL${NUL};Nord;FR\nL2;Sud;FR\n`, 'code_lieu'],
    [
      'tarifs.csv',
      `code_produit;tarif;date_debut;prix\nR1;sol${NUL}de;2026-07-01;60\nP2;vente;2026-07-01;60\n`,
      'tarif',
    ],
    [
      'commandes.csv',
      `code_produit;date_livraison_prevue;quantite;lieu\nR1;2026-08-01;5;L${NUL}\nP2;2026-08-01;5;L\n`,
      'lieu',
    ],
    ['prix.csv', `${HEADINGS}C1;Robe;1${NUL}0\nC2;Jupe;12\n`, 'prix_ttc'],
    [
      'couleurs.csv',
      `code_produit;libelle;prix_ttc;teinte maison\nC1;Robe;10;bl${NUL}eu\nC2;Jupe;12;vert\n`,
      'teinte maison',
    ],
  ])('refuses a row of any kind of file, whatever its column: %s', async (name, content, column) => {
    const own = await deskInUse();
    const { report } = await own.send([await own.put(name, content)]);
    expect(report.errors.map((error) => [error.line, error.column, error.reason])).toContainEqual([
      2,
      column,
      REASON,
    ]);
    expect(report.files).toMatchObject([{ rows_read: 2, rows_kept: 1, rows_rejected: 1 }]);
  });

  it('is not taken from a file of refused rows that is sent again as it is', async () => {
    const own = await deskInUse();
    const first = await own.send([await own.put('produits.csv', PRODUCTS)]);
    const refused = await readFile(first.report.error_files[0]?.path ?? '', 'utf8');
    expect(refused).toContain('A␀B');
    const { report } = await own.send([await own.put('produits-a-corriger.csv', refused)]);
    expect(report.files).toMatchObject([{ rows_kept: 0, rows_rejected: 2 }]);
  });

  it('in the headings, or all over a file, is that of no text file', async () => {
    const own = await deskInUse();
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    const files = [
      await own.put('image.csv', png),
      await own.put('titres.csv', PRODUCTS.replace('libelle', `lib${NUL}elle`)),
      await own.put('sans-marque.csv', Buffer.from(ITEMS, 'utf16le')),
    ];
    const found = await inspectFiles(files, { temp_folder: join(own.folder, 'temp') });
    expect(found.map(({ problem }) => problem)).toEqual([
      'ce n’est pas un fichier de texte',
      'caractère nul dans un titre de colonne',
      'ce n’est pas un fichier de texte',
    ]);
  });
});

describe('letters that are none', () => {
  it('come as the sign of an unreadable letter, or as they are, and never stop a file', async () => {
    const own = await deskInUse();
    const strings = Buffer.concat([
      Buffer.from('<sst><si><t>F1_xD800_</t></si><si><t>F2'),
      Buffer.from([0xff, 0xc3]),
      Buffer.from(
        '</t></si><si><t>F3_xFFFE_</t></si><si><t>F4_xFFFF_</t></si><si><t>F5_xD83D__xDC57_</t></si></sst>',
      ),
    ]);
    const texts = Array.from(
      { length: 5 },
      (_, at) =>
        `<row r="${at + 2}"><c t="inlineStr"><is><t>S${at}</t></is></c><c t="s"><v>${at}</v></c><c><v>10</v></c></row>`,
    );
    const book = workbookOf({
      sheet: sheetOf(cells(1, 'code_produit', 'libelle', 'prix_ttc'), ...texts),
      strings: { content: strings },
    });
    const { report, folder } = await own.send([await own.put('produits.xlsx', book)]);
    expect(report.errors).toEqual([]);
    expect(report.files).toMatchObject([{ rows_kept: 5 }]);
    const kept = await textsOf(own, folder, 'item_group');
    expect(kept).toContain('F1\ufffd"');
    expect(kept).toContain('F2\ufffd\ufffd"');
    expect(kept).toContain('F5👗');
    expect(kept).not.toMatch(/[\ufffe\uffff]/);
  });
});
