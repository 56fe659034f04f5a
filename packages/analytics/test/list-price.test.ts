import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/database/database.ts';
import { attachWarehouse } from '../src/warehouse/previous.ts';
import { deskKeeper, type SendOptions } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const ARTICLES = `code_produit;libellé;prix_ttc\n${Array.from({ length: 12 }, (_, i) => `R${10 + i};Robe;99,00`).join('\n')}\n`;

const lines = (headings: string, row: (code: string, index: number) => string): string =>
  `${[headings, ...Array.from({ length: 12 }, (_, i) => row(`R${10 + i}`, i))].join('\n')}\n`;

/** What a file of prices leaves in the warehouse: of one product, its price by list. */
async function pricesAfter(text: string, more: SendOptions = {}) {
  const { folder, put, send } = await desk();
  const { report, folder: version } = await send(
    [await put('articles.csv', ARTICLES), await put('tarifs-juin.csv', text)],
    { mapping: { accept_likely: false, settings: { date_order: 'day' as const } }, ...more },
  );
  const database = await openDatabase({ temp_folder: `${folder}/look`, memory_limit: '100MB' });
  try {
    const lists = await database.session(async (session) => {
      await attachWarehouse(session, version, 'w_');
      return session.rows<{ list: string; code: string; price: number }>(
        "SELECT price_list_id AS list, item_group_id AS code, price FROM w_price WHERE item_group_id IN ('R10', 'R11') ORDER BY ALL",
      );
    });
    return { report, lists };
  } finally {
    database.close();
  }
}

const kept = (list: string, price: number) => [
  { list, code: 'R10', price },
  { list, code: 'R11', price },
];

describe('[IMPEX-03] the price that discounts are counted from', () => {
  it.each([
    ['Réf;Prix d’origine;Prix soldé;Date début', (code: string) => `${code};79,90;55,90;24/06/2026`],
    ['Réf;Prix soldé;Prix d’origine;Date début', (code: string) => `${code};55,90;79,90;24/06/2026`],
    ['Référence;Prix barré;Prix remisé;À partir du', (code: string) => `${code};79,90;55,90;24/06/2026`],
    ['Style;Was;Now;Valid from', (code: string) => `${code};79.90;55.90;2026-06-24`],
    ['Style;List price;Sale price;Valid from', (code: string) => `${code};79.90;55.90;2026-06-24`],
    ['Artikel;Alter Preis;Aktionspreis;Gültig ab', (code: string) => `${code};79,90;55,90;24.06.2026`],
    ['Modelo;Precio;Precio rebajado;Desde', (code: string) => `${code};79,90;55,90;24/06/2026`],
  ])('is never the reduced one beside it: %s', async (headings, row) => {
    const { report, lists } = await pricesAfter(lines(headings, row));
    expect(report.questions).toEqual([]);
    expect(lists).toEqual([...kept('', 79.9), ...kept('Prix démarqués', 55.9)]);
  });

  it('is what a product is sold at where it says no price before', async () => {
    const { report, lists } = await pricesAfter(
      lines(
        'sku,product_code,compare_at_price,price,valid_from',
        (code, i) => `,${code},${i % 2 === 0 ? '79.90' : ''},55.90,2026-06-24`,
      ),
    );
    expect(report.error_count).toBe(0);
    expect(lists).toEqual([
      { list: '', code: 'R10', price: 79.9 },
      { list: '', code: 'R11', price: 55.9 },
      ...kept('Prix démarqués', 55.9),
    ]);
  });

  it('is asked where a file has a reduced price alone, and kept as answered', async () => {
    const text = lines('Réf;Prix soldé;Date début', (code) => `${code};55,90;24/06/2026`);
    const { report, lists } = await pricesAfter(text);
    expect(lists).toEqual([]);
    expect(report.questions).toMatchObject([
      {
        key: 'list_price:tarifs-juin.csv',
        code: 'list_price',
        column: 'Prix soldé',
        text: '« Prix soldé » est-il un prix déjà démarqué, ou le prix de liste ?',
        choices: [{ value: 'reduced' }, { value: 'list' }],
      },
    ]);
    const answered = (answer: string) =>
      pricesAfter(text, {
        mapping: { accept_likely: false, answers: { 'list_price:tarifs-juin.csv': answer } },
      });
    expect((await answered('reduced')).lists).toEqual(kept('Prix démarqués', 55.9));
    expect((await answered('list')).lists).toEqual(kept('', 55.9));
  });

  it('is not what was paid of a sale', async () => {
    const { put, send } = await desk();
    const text = lines('Date;Réf;Qté;Prix;Prix remisé', (code) => `24/06/2026;${code};1;79,90;55,90`);
    const { report } = await send([await put('ventes.csv', text)]);
    expect(report.files).toMatchObject([{ kind: 'sales', total_amount: 670.8 }]);
  });
});

describe('[IMPEX-03] a Shopify shop with a product on sale', () => {
  it('has the price before as its list price, and the price asked where there is none', async () => {
    const { put, send } = await desk();
    const text = `Handle,Title,Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Compare At Price
robe,Robe,Aurelle,Taille,36,R36,55.90,79.90
sac,Sac,Aurelle,Title,Default Title,S1,49.00,
`;
    const { report, folder } = await send([await put('products_export.csv', text)]);
    expect(report.error_count).toBe(0);
    const look = await openDatabase({ temp_folder: `${folder}-look`, memory_limit: '100MB' });
    try {
      const rows = await look.session(async (session) => {
        await attachWarehouse(session, folder, 'w_');
        return session.rows('SELECT item_group_id, price FROM w_item_group ORDER BY ALL');
      });
      expect(rows).toEqual([
        { item_group_id: 'robe', price: 79.9 },
        { item_group_id: 'sac', price: 49 },
      ]);
    } finally {
      look.close();
    }
  });
});

describe('[IMPEX-03] a price that changed', () => {
  const changes = (before: string, now: string): string =>
    lines('Produit;Ancien prix;Nouveau prix;Date effet', (code) => `${code};${before};${now};24/06/2026`);

  it('is the new one, where it went up', async () => {
    const { report, lists } = await pricesAfter(changes('79,90', '89,90'));
    expect(report.questions).toEqual([]);
    expect(lists).toEqual(kept('', 89.9));
  });

  it('is asked where it went down: a markdown leaves the list price as it was', async () => {
    const text = changes('79,90', '55,90');
    const answered = async (answer: string) => {
      const answers = { 'list_price:tarifs-juin.csv': answer };
      return (await pricesAfter(text, { mapping: { accept_likely: false, answers } })).lists;
    };
    const { report } = await pricesAfter(text);
    expect(report.questions).toMatchObject([{ code: 'list_price', column: 'Nouveau prix' }]);
    expect(await answered('reduced')).toEqual([...kept('', 79.9), ...kept('Prix démarqués', 55.9)]);
    expect(await answered('list')).toEqual(kept('', 55.9));
  });
});
