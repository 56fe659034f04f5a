import { afterAll, describe, expect, it } from 'vitest';
import { deskKeeper } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const COUNT = 60;
const each = (count: number, write: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => write(at)).join('\n');
type Code = (at: number) => string;
const articles = (code: Code): string =>
  `code_produit;libelle;famille;prix_ttc\n${each(COUNT, (at) => `${code(at)};Robe ${at};Robes;${49 + at},00`)}\n`;
const sales = (code: Code): string =>
  `date;code_produit;magasin;quantite;montant_ttc\n${each(240, (at) => `${13 + (at % 15)}/06/2026;${code(at % COUNT)};M1;1;${49 + (at % COUNT)},00`)}\n`;
const stock = (code: Code): string =>
  `code_produit;magasin;stock\n${each(COUNT, (at) => `${code(at)};M1;10`)}\n`;

const usual: Code = (at) => `00${1000 + at}`;

describe('what keeps a code from a spreadsheet is none of it', () => {
  it.each<[string, Code]>([
    ['a formula', (at) => `="${usual(at)}"`],
    ['a formula between quotes', (at) => `"=""${usual(at)}"""`],
    ['an apostrophe', (at) => `'${usual(at)}`],
    ['a tab', (at) => `\t${usual(at)}`],
    ['a sign that is not seen', (at) => `${usual(at)}\u200b`],
  ])('%s', async (_, code) => {
    const { put, send } = await desk();
    const { report } = await send([
      await put('articles.csv', articles(code)),
      await put('ventes.csv', sales(usual)),
      await put('stock.csv', stock(usual)),
    ]);
    expect([report.totals.item_group_count, report.error_count, report.questions]).toEqual([COUNT, 0, []]);
    expect(report.quality.filter(({ code: found }) => found.startsWith('unknown'))).toEqual([]);
  });
});

describe('codes that are spelled otherwise than the articles’', () => {
  const known: Code = (at) => `AB-${1000 + at}`;

  it.each<[string, Code]>([
    ['another case', (at) => `ab-${1000 + at}`],
    ['a blank for a dash', (at) => `AB ${1000 + at}`],
    ['decimals behind', (at) => `AB-${1000 + at}.0`],
  ])('%s: asked, and read as theirs', async (_, code) => {
    const { put, send } = await desk();
    const files = [await put('articles.csv', articles(known)), await put('ventes.csv', sales(code))];
    const { report } = await send(files);
    expect(report.questions).toMatchObject([
      {
        ...{ key: 'code_spelling:ventes.csv:code_produit', code: 'code_spelling' },
        text: expect.stringContaining(
          `60 codes de « code_produit » ne s’écrivent pas comme dans les articles (${code(0)} → AB-1000`,
        ),
        choices: [
          { label: 'Les mêmes', detail: '240 lignes sous les codes des articles' },
          { label: 'D’autres codes', detail: '240 lignes sous des codes qu’aucun article ne porte' },
        ],
      },
    ]);
    expect(report.quality.filter(({ code: found }) => found === 'unknown_product')).toEqual([]);
  });

  it('are asked about once for all files of the same headings', async () => {
    const { put, send } = await desk();
    const lower = sales((at) => `ab-${1000 + at}`);
    const { report } = await send([
      await put('articles.csv', articles(known)),
      await put('ventes S24.csv', lower),
      await put('ventes S27.csv', lower.replaceAll('/06/', '/07/')),
    ]);
    expect(report.questions.map(({ key }) => key)).toEqual(['code_spelling:ventes S24.csv:code_produit']);
    expect(report.quality.filter(({ code }) => code === 'unknown_product')).toEqual([]);
  });

  it('are others where that is answered', async () => {
    const { put, send } = await desk();
    const files = [
      await put('articles.csv', articles(known)),
      await put(
        'ventes.csv',
        sales((at) => `ab-${1000 + at}`),
      ),
    ];
    const answers = { 'code_spelling:ventes.csv:code_produit': 'others' };
    const { report } = await send(files, { mapping: { answers } });
    expect(report.quality.find(({ code }) => code === 'unknown_product')?.count).toBe(COUNT);
  });

  it('answered once, they are asked about no more, of the articles that came before', async () => {
    const { put, send } = await desk();
    await send([await put('articles.csv', articles(known))]);
    const lower: Code = (at) => `ab${1000 + at}`;
    const answers = { 'code_spelling:ventes.csv:code_produit': 'known' };
    const { used_mappings } = await send([await put('ventes.csv', sales(lower))], { mapping: { answers } });
    const remembered = new Map(used_mappings.map(({ shape, files }) => [shape, files]));
    const next = await put('ventes S27.csv', sales(lower).replaceAll('/06/', '/07/'));
    const { report } = await send([next], { remembered, mapping: { accept_likely: false } });
    expect([report.questions, report.totals.sale_quantity]).toEqual([[], 480]);
    expect(report.quality.filter(({ code }) => code === 'unknown_product')).toEqual([]);
  });

  it('are not asked about where two articles could be meant, or none', async () => {
    const { put, send } = await desk();
    const both = `${articles(known)}${articles((at) => `AB${1000 + at}`)
      .split('\n')
      .slice(1)
      .join('\n')}`;
    const { report } = await send([
      await put('articles.csv', both),
      await put(
        'ventes.csv',
        sales((at) => (at % 2 ? `ab ${1000 + at}` : `XY-${at}`)),
      ),
    ]);
    expect(report.questions.filter(({ code }) => code === 'code_spelling')).toEqual([]);
  });
});
