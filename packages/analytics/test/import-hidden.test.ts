import { afterAll, describe, expect, it } from 'vitest';
import { deskKeeper } from './files.ts';
import { cells, sheetOf, workbookOf } from './workbook-maker.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const HEADINGS = ['date', 'code_produit', 'magasin', 'quantite', 'montant_ttc'];
const COUNT = 20;
/** Sales of a piece a row; of every fourth, hidden rows. */
function sales(hidden = false): string {
  const rows = Array.from({ length: COUNT }, (_, at) => {
    const row = cells(at + 2, `2026-06-${10 + (at % 9)}`, `P${at}`, 'M1', '1', '49.90');
    return hidden && at % 4 === 0 ? row.replace('<row ', '<row hidden="1" ') : row;
  });
  return sheetOf(cells(1, ...HEADINGS), ...rows);
}

async function read(workbook: Buffer, answers: Record<string, string> = {}) {
  const { put, send } = await desk();
  const { report } = await send([await put('ventes.xlsx', workbook)], { mapping: { answers } });
  return { ...report, asked: report.questions.filter(({ code }) => code === 'hidden') };
}

describe('[IMPEX-03] what a workbook hides from who sends it', () => {
  it('is asked about, where rows are hidden, and is left out when so answered', async () => {
    const workbook = workbookOf({ sheet: sales(true) });
    const { asked, totals } = await read(workbook);
    expect(asked).toMatchObject([
      {
        key: 'hidden:ventes.xlsx',
        text: '« ventes.xlsx » a 5 lignes masquées, par un filtre ou à la main. Les lire aussi\u202f?',
        choices: [{ value: 'read' }, { value: 'skip' }],
      },
    ]);
    expect(totals.sale_quantity).toBe(COUNT);
    const visible = await read(workbook, { 'hidden:ventes.xlsx': 'skip' });
    expect(visible.totals.sale_quantity).toBe(COUNT - 5);
  });

  it('is asked about, where a sheet is', async () => {
    const workbook = workbookOf({ sheet: sales(), hidden_sheet: sales().replaceAll('2026-06', '2025-06') });
    const { asked, totals } = await read(workbook);
    const key = 'hidden:ventes.xlsx (Feuille 2)';
    expect(asked).toMatchObject([
      { key, text: '« ventes.xlsx (Feuille 2) » est une feuille masquée. La lire\u202f?' },
    ]);
    expect(totals.sale_quantity).toBe(2 * COUNT);
    const seen = await read(workbook, { [key]: 'aside' });
    expect([seen.totals.sale_quantity, seen.asked]).toEqual([COUNT, []]);
  });

  it('is not, where the sheet means nothing to Palier, nor where nothing is hidden', async () => {
    const notes = sheetOf(cells(1, 'à faire'), cells(2, 'rappeler Lyon'));
    expect((await read(workbookOf({ sheet: sales(), hidden_sheet: notes }))).asked).toEqual([]);
    expect((await read(workbookOf({ sheet: sales() }))).asked).toEqual([]);
  });
});
