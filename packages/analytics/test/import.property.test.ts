import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../src/database/database.ts';
import { type Desk, newDesk } from './files.ts';

const desks: Desk[] = [];
afterAll(async () => {
  for (const { folder } of desks) await rm(folder, { recursive: true, force: true });
});

const RUNS = process.env.PALIER_THOROUGH ? 600 : 12;

/** What people write in a product's name, the characters of file formats among it. */
const name = fc
  .array(
    fc.constantFrom(
      'Robe',
      'été',
      'n° 5',
      '"midi"',
      ';',
      ',',
      '\t',
      '|',
      '’',
      '½',
      '€',
      'ligne\nsuivante',
      '  ',
      "d'",
    ),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((words) => words.join(' ').trim())
  .filter((text) => text !== '');
const product = fc.record({
  title: name,
  cents: fc.integer({ min: 1, max: 9_999_999 }),
  stock: fc.integer({ min: -20, max: 12_000 }),
});
const writing = fc.record({
  delimiter: fc.constantFrom(';', ',', '\t', '|'),
  eol: fc.constantFrom('\n', '\r\n'),
  encoding: fc.constantFrom('utf-8', 'bom', 'utf-16', 'windows-1252'),
  decimal: fc.constantFrom(',', '.'),
  thousands: fc.constantFrom('', ' ', '\u00a0', '\u202f'),
  quoteAll: fc.boolean(),
  blankEvery: fc.constantFrom(0, 1, 3),
});
type Writing = typeof writing extends fc.Arbitrary<infer T> ? T : never;

const WINDOWS: Record<string, number> = { '’': 0x92, '€': 0x80 };

function numberText(value: number, digits: number, { decimal, thousands }: Writing): string {
  const [whole = '', rest] = Math.abs(value).toFixed(digits).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thousands);
  return `${value < 0 ? '-' : ''}${grouped}${rest ? decimal + rest : ''}`;
}

function bytesOf(text: string, { encoding }: Writing): Buffer {
  if (encoding === 'utf-16') return Buffer.from(`\uFEFF${text}`, 'utf16le');
  if (encoding === 'windows-1252')
    return Buffer.from([...text].map((letter) => WINDOWS[letter] ?? letter.charCodeAt(0)));
  return Buffer.from(`${encoding === 'bom' ? '\uFEFF' : ''}${text}`);
}

function fileOf(products: readonly { title: string; cents: number; stock: number }[], how: Writing): Buffer {
  const cell = (text: string): string =>
    how.quoteAll || /["\n\r]/.test(text) || text.includes(how.delimiter) || text !== text.trim()
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  const rows = products.map(({ title, cents, stock }, index) =>
    [`P${index}`, title, numberText(cents / 100, 2, how), numberText(stock, 0, how)]
      .map(cell)
      .join(how.delimiter),
  );
  const lines = rows.flatMap((row, index) =>
    how.blankEvery > 0 && index % how.blankEvery === 0 ? [how.delimiter.repeat(3), row] : [row],
  );
  const heading = ['Code produit', 'Libellé', 'Prix TTC', 'Stock'].map(cell).join(how.delimiter);
  // Windows-1252 has no narrow space: spreadsheets write an ordinary hard one.
  const text = [heading, ...lines, ''].join(how.eol);
  return bytesOf(how.encoding === 'windows-1252' ? text.replaceAll('\u202f', '\u00a0') : text, how);
}

it('[IMPEX-03] whatever the separators, encoding, quotes and blank rows, a file says the same', async () => {
  let runs = 0;
  const database = await openDatabase({
    temp_folder: join((await desk()).folder, 'spill'),
    memory_limit: '100MB',
  });
  await fc.assert(
    fc.asyncProperty(fc.array(product, { minLength: 2, maxLength: 12 }), writing, async (products, how) => {
      const { put, send } = await desk();
      const { report, folder } = await send([await put('articles.txt', fileOf(products, how))]);
      expect(report.errors).toEqual([]);
      expect(report.files.map(({ rows_kept }) => rows_kept)).toEqual([products.length, products.length]);
      const rows = await database.rows<{ title: string; price: number }>(
        `SELECT title, price FROM read_parquet('${folder}/item_group.parquet') ORDER BY substr(item_group_id, 2)::INTEGER`,
      );
      const plain = (text: string): string => text.replaceAll('\r\n', '\n');
      expect(rows.map(({ title, price }) => [plain(title), Math.round(price * 100)])).toEqual(
        products.map(({ title, cents }) => [title, cents]),
      );
      expect(report.totals.stock_read_quantity).toBe(products.reduce((sum, { stock }) => sum + stock, 0));
      runs += 1;
    }),
    { numRuns: RUNS },
  );
  database.close();
  expect(runs).toBe(RUNS);
}, 2_400_000);

async function desk(): Promise<Desk> {
  const made = await newDesk();
  desks.push(made);
  return made;
}
