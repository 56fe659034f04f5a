import { afterAll, describe, expect, it } from 'vitest';
import { deskKeeper, type SendOptions } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const HEADINGS = 'date;code_produit;magasin;quantite;montant_ttc';
const row = (at: number): string => `${1 + (at % 28)}/06/2026;P${at % 40};M${at % 9};1;49,90`;
const sales = (count: number): string =>
  [HEADINGS, ...Array.from({ length: count }, (_, at) => row(at))].join('\n');

async function questionsOf(text: string, options: SendOptions = {}) {
  const { put, send } = await desk();
  const { report } = await send([await put('ventes.csv', text)], options);
  return { ...report, asked: report.questions.filter(({ code }) => code === 'cut_short') };
}

describe('[IMPEX-03] a file that lacks its end', () => {
  it.each([
    ['as many rows as a screen exports', 10_000, 0, '10\u202f000'],
    ['the same with its headings', 9_999, 0, '10\u202f000'],
    ['as many lines as an old workbook had', 65_535, 0, '65\u202f536'],
    ['the same under a title', 65_533, 2, '65\u202f536'],
  ])('is asked about: %s', async (_, rows, titles, lines) => {
    const { asked } = await questionsOf(`${'Ventes de juin\n'.repeat(titles)}${sales(rows)}\n`);
    expect(asked).toMatchObject([
      {
        key: 'cut_short:ventes.csv',
        text: `« ventes.csv » compte exactement ${lines} lignes, une limite d’export fréquente. Est-il complet\u202f?`,
        choices: [{ value: 'keep' }, { value: 'aside' }],
      },
    ]);
  });

  it.each([9, 500])('is asked about where it ends in the middle of a row, of %i', async (rows) => {
    const { asked } = await questionsOf(`${sales(rows)}\n13/06/2026;P12;M`);
    expect(asked).toMatchObject([
      {
        text: '« ventes.csv » s’arrête au milieu d’une ligne (« 13/06/2026;P12;M »). Est-il complet\u202f?',
      },
    ]);
  });

  it('is left out where that is answered, and else read', async () => {
    const cut = `${sales(500)}\n13/06/2026;P12;M`;
    const mapping = (answer: string) => ({ mapping: { answers: { 'cut_short:ventes.csv': answer } } });
    expect((await questionsOf(cut, mapping('aside'))).ignored_files).toMatchObject([{ name: 'ventes.csv' }]);
    expect((await questionsOf(cut, mapping('keep'))).totals.sale_quantity).toBe(500);
  });

  it.each([
    ['no line feed at its end', sales(500)],
    ['rows without their last empty cells', `${sales(20).replaceAll(';49,90', '')}\n${row(3)}`],
    ['another count', sales(10_002)],
    ['a blank last line', `${sales(500)}\n   `],
  ])('is whole with %s', async (_, text) => {
    expect((await questionsOf(text)).asked).toEqual([]);
  });
});
