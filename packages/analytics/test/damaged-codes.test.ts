import { afterAll, describe, expect, it } from 'vitest';
import { deskKeeper } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const ITEMS = `code_produit;ean;libellé;taille;prix_ttc
R1;0713970000129;Robe;36;80
R1;0713970000136;Robe;38;80
R2;3701234567891;Pull;M;50
R3;3709876543210;Sac;TU;30
`;
const SALES_HEADING = 'date;ean;quantité;montant\n';
const KEY = 'repair_codes:ventes.csv:ean';

/** Twelve digits and the check digit that makes them an EAN. */
function ean(digits: string): string {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

describe('codes that a spreadsheet damaged', () => {
  it('asks to give back the zero that codes lost, where one known code has their digits', async () => {
    const { put, send } = await desk();
    const sales = `${SALES_HEADING}28/06/2026;713970000129;2;160\n28/06/2026;3701234567891;1;50\n`;
    const files = [await put('articles.csv', ITEMS), await put('ventes.csv', sales)];
    const asked = await send(files, { mapping: { accept_likely: false } });
    expect(asked.folder).toBeNull();
    expect(asked.report.questions).toMatchObject([
      { key: KEY, code: 'repair_codes', column: 'ean', choices: [{ value: 'repair' }, { value: 'keep' }] },
    ]);
    expect(asked.report.questions[0]?.text).toContain('713970000129 → 0713970000129');
    const { report } = await send(files, { mapping: { accept_likely: false, answers: { [KEY]: 'repair' } } });
    expect(report.totals).toMatchObject({ sale_quantity: 3, sale_amount: 210 });
    expect(report.quality.map(({ code }) => code)).not.toContain('unknown_product');
  });

  it('keeps the codes as they came when told so', async () => {
    const { put, send } = await desk();
    const sales = `${SALES_HEADING}28/06/2026;713970000129;2;160\n`;
    const files = [await put('articles.csv', ITEMS), await put('ventes.csv', sales)];
    const { report } = await send(files, { mapping: { accept_likely: false, answers: { [KEY]: 'keep' } } });
    expect(report.quality.map(({ code }) => code)).toContain('unknown_product');
  });

  it('repairs the articles themselves where the check digit says that a zero is missing', async () => {
    const { put, send } = await desk();
    const text = `code_produit;ean;libellé;prix_ttc\nA1;${ean('071397000012').slice(1)};Robe;80
A2;${ean('370123456789')};Jupe;40\nA3;${ean('370123456780')};Pull;50\nA4;123456789013;Sac;30\nA5;${ean('370123456781')};Gilet;60\n`;
    const key = 'repair_codes:articles.csv:ean';
    const { report } = await send([await put('articles.csv', text)], {
      mapping: { accept_likely: false, answers: { [key]: 'repair' } },
    });
    expect(report.questions).toMatchObject([{ key, text: expect.stringContaining('→ 0713970000') }]);
    expect(report.questions[0]?.text).not.toContain('123456789013');
  });

  it('takes 12 digits for what they are where the whole column has them', async () => {
    const { put, send } = await desk();
    const upc = 'code_produit;upc;libellé;prix_ttc\nR1;713970000129;Robe;80\nR2;036000291452;Pull;50\n';
    const { report } = await send([await put('articles.csv', upc)], { mapping: { accept_likely: false } });
    expect(report.questions).toEqual([]);
  });

  it('gives back the digits of 7,1397E+11 when one known code has them, and refuses the others with the reason', async () => {
    const { put, send } = await desk();
    const sales = `${SALES_HEADING}28/06/2026;3,70987654E+12;1;30\n28/06/2026;7,1397E+11;2;160\n28/06/2026;5,1234E+12;1;9\n`;
    const files = [await put('articles.csv', ITEMS), await put('ventes.csv', sales)];
    const { report } = await send(files, { mapping: { accept_likely: false, answers: { [KEY]: 'repair' } } });
    expect(report.questions.map(({ key }) => key)).toEqual([KEY]);
    expect(report.totals).toMatchObject({ sale_quantity: 1, sale_amount: 30 });
    expect(report.errors.map(({ line, value, reason }) => [line, value, reason])).toEqual([
      [3, '7,1397E+11', 'code abîmé par le tableur : 2 articles connus commencent ainsi'],
      [4, '5,1234E+12', 'code abîmé par le tableur : aucun article connu ne commence ainsi'],
    ]);
  });
});
