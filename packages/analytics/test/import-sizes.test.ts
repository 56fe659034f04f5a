import { writeXlsx } from 'hucre/xlsx';
import { afterAll, describe, expect, it } from 'vitest';
import { sizesOfDays } from '../src/import/sizes/dated.ts';
import { deskKeeper } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const CODES = ['R1', 'R2', 'R3'];
const SIZES = ['3-6', '6-9', '12-14'];
const table = (heading: string, row: (code: string, size: string) => string, sizes = SIZES): string =>
  `${heading}\n${CODES.flatMap((code) => sizes.map((size) => row(code, size))).join('\n')}\n`;
const ARTICLES = table(
  'code_produit;libellé;taille;prix_ttc;prix_revient',
  (code, size) => `${code};Body;${size};20;5`,
);
const stock = (sizes: string[]): string =>
  table('code_produit;taille;magasin;stock', (code, size) => `${code};${size};M1;4`, sizes);
const ASKING = { mapping: { accept_likely: false } };

describe('[IMPEX-03] sizes that a spreadsheet took for days', () => {
  it('are those of the two numbers that one size has', () => {
    const read = (written: string[], known = SIZES) => Object.fromEntries(sizesOfDays(written, known));
    expect(read(['06-mars', '03-juin', '6-Mar', '2026-06-03 00:00:00', '03/06/2026'])).toEqual({
      ...{ '06-mars': '3-6', '03-juin': '3-6', '6-Mar': '3-6' },
      ...{ '2026-06-03 00:00:00': '3-6', '03/06/2026': '3-6' },
    });
    expect(read(['déc-14', '2014-12-01', '09-juin'])).toEqual({
      ...{ 'déc-14': '12-14', '2014-12-01': '12-14', '09-juin': '6-9' },
    });
    // Two sizes of the same numbers, none, and what is a size as it stands.
    expect(read(['06-mars'], ['3-6', '3/6'])).toEqual({});
    expect(read(['07-mai', '3-6', '38', 'M'])).toEqual({});
  });

  it.each([
    ['known', 9, 3],
    ['others', 18, 6],
  ])(
    'are asked about beside the articles’, and no size is there twice unless told so (%s)',
    async (answer, items, sizes) => {
      const { put, send } = await desk();
      const files = [
        await put('articles.csv', ARTICLES),
        await put('stock.csv', stock(['06-mars', '09-juin', 'déc-14'])),
      ];
      const { report } = await send(files, ASKING);
      expect(report.questions).toMatchObject([
        {
          key: 'size_spelling:stock.csv:taille',
          text: '3 tailles de « taille » ont été écrites comme un jour par un tableur (06-mars → 3-6, 09-juin → 6-9, déc-14 → 12-14). Sont-ce les mêmes\u202f?',
        },
      ]);
      const read = await send(files, { mapping: { answers: { 'size_spelling:stock.csv:taille': answer } } });
      expect(read.report.totals).toMatchObject({ item_count: items, stock_quantity: 36 });
      expect(sizes * CODES.length).toBe(items);
    },
  );

  it('are asked about of a later file, once for those of its headings', async () => {
    const { put, send } = await desk();
    await send([await put('articles.csv', ARTICLES)]);
    const rows = CODES.flatMap((code) =>
      [new Date('2026-03-06'), '6-9', '12-14'].map((size) => [code, size, 'M1', 4]),
    );
    const book = await writeXlsx({
      sheets: [{ name: 'Stock', rows: [['code_produit', 'taille', 'magasin', 'stock'], ...rows] }],
    });
    const answers = { 'size_spelling:*': 'known' };
    const first = await send([await put('stock.xlsx', book)], { mapping: { ...ASKING.mapping, answers } });
    expect(first.report.totals).toMatchObject({ item_count: 9, stock_quantity: 36 });
    const remembered = new Map(first.used_mappings.map(({ shape, files }) => [shape, files]));
    const { report } = await send([await put('stock 2.csv', stock(['03-juin', '6-9', '12-14']))], {
      ...ASKING,
      remembered,
    });
    expect([report.questions, report.totals.item_count]).toEqual([[], 9]);
  });
});
