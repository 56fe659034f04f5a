import { afterAll, describe, expect, it } from 'vitest';
import { deskKeeper } from './files.ts';
import { day, rows, sentTo } from './sent-file.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const sent = async (name: string, lines: readonly string[], answers?: Record<string, string>) =>
  sentTo(await desk(), name, lines, answers);

describe('[IMPEX-03] what a file says twice', () => {
  const deposits = [
    'Date;Réf;Qté demandée;Qté servie;Montant TTC',
    ...rows((i) => `${day(i)};R${i};5;${i % 3};${i % 3}9,90`),
  ];

  it('asks which of two counts is what was sold, each with its sum, and remembers what was answered', async () => {
    const open = await sent('ventes.csv', deposits);
    expect(open.asked).toEqual(['measure']);
    const [question] = open.questions;
    expect(question?.text).toBe('Quelle colonne compte les pièces ?');
    expect(question?.choices.map(({ label, detail }) => `${label} ${detail}`)).toEqual([
      '« Qté demandée » 60 dans les 12 premières lignes',
      '« Qté servie » 12 dans les 12 premières lignes',
      '« Qté demandée » moins « Qté servie » 48 dans les 12 premières lignes',
    ]);
    const answered = await sent('ventes.csv', deposits, { 'measure:ventes.csv': 'Qté servie' });
    expect(answered.files).toMatchObject([{ kind: 'sales', total_quantity: 12 }]);
  });

  it('counts the pieces of boxes where the file multiplies them, and asks nothing', async () => {
    const boxes = [
      'Réf;Nb colis;Nb par colis;Nb total;Date livraison',
      ...rows((i) => `R${i};${1 + (i % 3)};6;${(1 + (i % 3)) * 6};15/08/2027`),
    ];
    const { asked, files } = await sent('commandes.csv', boxes);
    expect(asked).toEqual([]);
    expect(files).toMatchObject([{ kind: 'orders', total_quantity: 144 }]);
  });

  it('asks whether an amount is of a piece where the same article costs the same however many are sold', async () => {
    const lines = [
      'Date;Réf;Qté;Montant TTC',
      ...rows((i) => `${day(i)};R${i % 3};${1 + (i >> 2)};${20 + (i % 3)},90`),
    ];
    const { asked } = await sent('ventes.csv', lines);
    expect(asked).toEqual(['per_piece']);
    const piece = await sent('ventes.csv', lines, { 'per_piece:ventes.csv': 'piece' });
    expect(piece.files[0]?.total_quantity).toBe(24);
    const [sold] = await piece.read<{ amount: number }>('SELECT sum(amount) AS amount FROM w_sale');
    expect(sold?.amount).toBeCloseTo(
      rows((i) => String((1 + (i >> 2)) * (20.9 + (i % 3)))).reduce((a, b) => a + Number(b), 0),
      2,
    );
    const line = await sent('ventes.csv', lines, { 'per_piece:ventes.csv': 'line' });
    expect(line.files[0]?.total_amount).toBeCloseTo(262.8, 2);
  });

  it('asks which lines were sold where each sale has a line for its payment too', async () => {
    const lines = [
      'Date;Ticket;Nature;Code;Qté;Montant TTC',
      ...rows((i) => `${day(i)};T${i};Article;R${i};1;39,90\n${day(i)};T${i};Règlement;CB;1;39,90`),
    ];
    const { asked, questions } = await sent('ventes.csv', lines);
    expect(asked).toEqual(['line_kinds']);
    expect(questions[0]?.choices.map(({ label }) => label)).toEqual([
      '« Article »',
      '« Règlement »',
      'Toutes',
    ]);
    const kept = await sent('ventes.csv', lines, { 'line_kinds:ventes.csv': 'Article' });
    expect(kept.files).toMatchObject([{ rows_kept: 12, total_quantity: 12, total_amount: 478.8 }]);
    expect(kept.errors[0]).toMatchObject({
      column: 'Nature',
      value: 'Règlement',
      reason: 'ligne d’une autre sorte',
    });
  });

  it('asks whether lines named returns came back when they count above zero', async () => {
    const lines = [
      'Date;Réf;Sens;Qté;Montant TTC',
      ...rows((i) => `${day(i)};R${i};${i % 4 === 3 ? 'Retour' : 'Vente'};1;10,00`),
    ];
    const { asked } = await sent('ventes.csv', lines);
    expect(asked).toEqual(['returns']);
    const back = await sent('ventes.csv', lines, { 'returns:ventes.csv': 'returned' });
    expect(back.files).toMatchObject([{ total_quantity: 6, total_amount: 60 }]);
    const sold = await sent('ventes.csv', lines, { 'returns:ventes.csv': 'sold' });
    expect(sold.files).toMatchObject([{ total_quantity: 12, total_amount: 120 }]);
  });

  it.each([
    ['Sens', 'C', 'D'],
    ['Sens', 'D', 'C'],
    ['D/C', 'D', 'C'],
    ['Débit/Crédit', 'Crédit', 'Débit'],
    ['Sens', 'Sortie', 'Entrée'],
    ['Sens', 'S', 'E'],
  ])(
    'asks whether the fewer lines came back of those written on two sides (%s: %s, %s)',
    async (heading, sale, back) => {
      const lines = [
        `Date;Réf;${heading};Qté;Montant TTC`,
        ...rows((i) => `${day(i)};R${i};${i % 4 === 3 ? back : sale};1;10,00`),
      ];
      const { asked } = await sent('ventes.csv', lines);
      expect(asked).toEqual(['returns']);
      const { files } = await sent('ventes.csv', lines, { 'returns:ventes.csv': 'returned' });
      expect(files).toMatchObject([{ total_quantity: 6, total_amount: 60 }]);
    },
  );

  it('asks of letters beside a row of totals that has none', async () => {
    const lines = [
      'Date;Réf;Type;Qté;Montant TTC',
      ...rows((i) => `${day(i)};R${i};${i % 4 === 3 ? 'R' : 'V'};1;10,00`),
      'Total;;;12;120,00',
    ];
    expect((await sent('ventes.csv', lines)).asked).toEqual(['returns']);
  });

  it('takes back the lines whose sign is in a column of its own, and asks nothing', async () => {
    const lines = [
      'Date;Réf;Qté;Signe;Montant TTC',
      ...rows((i) => `${day(i)};R${i};1;${i % 4 === 3 ? '-' : '+'};10,00`),
    ];
    const { asked, files } = await sent('ventes.csv', lines);
    expect(asked).toEqual([]);
    expect(files).toMatchObject([{ total_quantity: 6, total_amount: 60 }]);
    const dashes = lines.map((line) => line.replace(';+;', ';;'));
    expect((await sent('ventes.csv', dashes)).files).toMatchObject([{ total_quantity: 12 }]);
  });

  it('reads amounts in thousands where their heading says so', async () => {
    const lines = ['Date;Réf;Qté;CA TTC (k€)', ...rows((i) => `${day(i)};R${i};100;1,2345`)];
    const { asked, files } = await sent('ventes.csv', lines);
    expect(asked).toEqual([]);
    expect(files).toMatchObject([{ total_quantity: 1200, total_amount: 14_814 }]);
  });

  it('asks which lines of a stock count where those of products add up those of their sizes', async () => {
    const lines = [
      'Type;Réf;Libellé;Marque;Prix TTC;Stock',
      ...rows((i) => `Produit;R${i}X;Robe;Lune;49,90;7\nTaille;R${i}X-S;;;;3\nTaille;R${i}X-M;;;;4`, 4),
    ];
    const { asked } = await sent('articles.csv', lines);
    expect(asked).toEqual(['line_kinds']);
    const sizes = await sent('articles.csv', lines, { 'line_kinds:articles.csv': 'Taille' });
    expect(sizes.files.find(({ kind }) => kind === 'stock')).toMatchObject({ total_quantity: 28 });
  });

  it('asks whether amounts are in cents where their heading says so', async () => {
    const lines = ['Date;Réf;Qté;Mt_cts', ...rows((i) => `${day(i)};R${i};1;3990`)];
    const { asked } = await sent('ventes.csv', lines);
    expect(asked).toEqual(['cents']);
    const cents = await sent('ventes.csv', lines, { 'cents:ventes.csv': 'cents' });
    expect(cents.files).toMatchObject([{ total_amount: 478.8 }]);
  });
});

describe('[IMPEX-03] shapes that say a thing once', () => {
  it('fills down the shop and day that a pivot table writes once', async () => {
    const { asked, readings, read } = await sent('ventes.csv', [
      'Magasin;Date;Réf;Qté;CA TTC',
      ...rows((i) => `${i % 4 === 0 ? `Boutique ${i};${day(i)}` : ';'};R${i};1;10,00`),
    ]);
    expect(asked).toEqual([]);
    expect(readings).toContain(
      'ventes.csv : « Magasin », « Date »\u202f: les cellules vides prennent la valeur au-dessus.',
    );
    const places = await read(
      'SELECT location_code AS place, sum(quantity) AS units FROM w_sale GROUP BY 1 ORDER BY 1',
    );
    expect(places).toEqual([
      { place: 'Boutique 0', units: 4 },
      { place: 'Boutique 4', units: 4 },
      { place: 'Boutique 8', units: 4 },
    ]);
  });

  it('leaves an attribute that few articles have as it is', async () => {
    const { read } = await sent('articles.csv', [
      'Opération;Réf;Libellé;Prix TTC',
      ...rows((i) => `${i % 4 === 0 ? 'Soldes' : ''};R${i};Robe;10,00`),
    ]);
    expect(
      await read(
        'SELECT count(*)::INTEGER AS all FROM w_item_group WHERE "attributes.operation" IS NOT NULL',
      ),
    ).toEqual([{ all: 3 }]);
  });

  it('reads the stock of shops in bands of sizes, and in columns named after them', async () => {
    const bands = await sent('stock.csv', [';Lyon;;Lille;', 'Réf;S;M;S;M', ...rows((i) => `R${i};1;2;3;4`)]);
    const columns = await sent('articles.csv', [
      'Réf;Libellé;Marque;Prix TTC;Stock Lyon;Stock Lille',
      ...rows((i) => `R${i};Robe;Lune;49,90;3;7`),
    ]);
    // An article is not described twice by its stock in two shops.
    expect(columns.quality.map(({ code }) => code)).not.toContain('duplicate_item');
    for (const { asked, read } of [bands, columns]) {
      expect(asked).toEqual([]);
      expect(
        await read(
          'SELECT inventory_code AS place, sum(quantity) AS units FROM w_stock GROUP BY 1 ORDER BY 1',
        ),
      ).toEqual([
        { place: 'Lille', units: 84 },
        { place: 'Lyon', units: 36 },
      ]);
    }
  });

  it.each<[string, Record<string, number>]>([
    ['Stock M1;Stock M2;Stock M3', { M1: 12, M2: 24, M3: 36 }],
    ['Stock Lyon;Stock Web;Stock Lille', { Lille: 36, Lyon: 12, Web: 24 }],
    ['Stock Lyon;Stock Rue de Rennes;Stock 12', { 12: 36, Lyon: 12, 'Rue de Rennes': 24 }],
    ['Stock Magasin 4;Stock Magasin 5;Stock entrepôt', { 'Magasin 4': 12, 'Magasin 5': 24, entrepôt: 36 }],
    ['Stock magasin;Stock entrepôt;Stock alerte', { entrepôt: 24, magasin: 12 }],
    ['Stock Lyon;Stock Lille;Stock alerte', { Lille: 24, Lyon: 12 }],
    ['Stock Lyon;Stock Lille;Stock SAV', { Lille: 24, Lyon: 12 }],
    ['Stock Lyon;Stock Lille;Stock 30/06', { Lille: 24, Lyon: 12 }],
    ['Stock Lyon;Stock Lille;Stock HT', { Lille: 24, Lyon: 12 }],
  ])('reads all columns of places and no threshold or state as one: %s', async (headings, places) => {
    const { asked, read } = await sent('stock.csv', [`Réf;${headings}`, ...rows((i) => `R${i};1;2;3`)]);
    expect(asked).toEqual([]);
    const found = await read<{ place: string; units: number }>(
      'SELECT inventory_code AS place, sum(quantity) AS units FROM w_stock GROUP BY 1 ORDER BY 1',
    );
    expect(Object.fromEntries(found.map(({ place, units }) => [place, units]))).toEqual(places);
  });

  it('takes no threshold of a stock for a place where nothing else says one', async () => {
    const headings = 'Réf;Stock dispo;Stock alerte;Stock cible';
    const { asked, read } = await sent('stock.csv', [headings, ...rows((i) => `R${i};1;2;3`)]);
    expect(asked).toEqual([]);
    expect(await read('SELECT sum(quantity) AS units FROM w_stock')).toEqual([{ units: 12 }]);
  });

  it('puts together the digits of article numbers written in groups', async () => {
    const { read } = await sent('stock.csv', ['EAN;Stock', ...rows((i) => `3 701234 0000${10 + i};1`)]);
    const [first] = await read<{ code: string }>('SELECT item_id AS code FROM w_stock ORDER BY 1');
    expect(first?.code).toBe('370123400001' + '0');
  });

  it('[IMPEX-03] keeps each price of a list by currency and country, the organisation’s own first', async () => {
    const { asked, read } = await sent('tarif.csv', [
      'Réf;Libellé;VP CHF;VP EUR;gültig ab',
      ...rows((i) => `R${i};Kleid;59,90;39,90;24.06.2026`),
    ]);
    expect(asked).toEqual([]);
    const lists =
      'SELECT price_list_id AS list, currency, max(price) AS price FROM w_price GROUP BY ALL ORDER BY 1';
    expect(await read(lists)).toEqual([
      { list: '', currency: 'EUR', price: 39.9 },
      { list: 'CHF', currency: 'CHF', price: 59.9 },
    ]);
    const countries = await sent('Price Book.csv', [
      'Style;EUR_FR;EUR_DE;CHF_CH;Start date',
      ...rows((i) => `R${i};39.90;44.90;59.90;2026-06-24`),
    ]);
    expect(await countries.read(lists)).toEqual([
      { list: '', currency: 'EUR', price: 39.9 },
      { list: 'CHF', currency: 'CHF', price: 59.9 },
      { list: 'EUR_DE', currency: 'EUR', price: 44.9 },
    ]);
  });
});

describe('[IMPEX-03] what the files of a delivery say of each other', () => {
  const items = ['Réf;Libellé;Prix TTC', ...rows((i) => `R${i};Robe;49,90`, 30)].join('\n');
  const sales = (paid: string): string =>
    ['Date;Réf;Qté;Montant TTC', ...rows((i) => `${10 + (i % 20)}/06/2026;R${i};1;${paid}`, 30)].join('\n');

  it('asks of sales paid far above the list prices, and leaves them aside when told', async () => {
    const { put, send } = await desk();
    const files = [await put('articles.csv', items), await put('ventes.csv', sales('149,90'))];
    const mapping = { accept_likely: false };
    const { report, folder } = await send(files, { mapping });
    expect(folder).toBeNull();
    expect(report.questions).toMatchObject([{ key: 'sold_price:ventes.csv', file: 'ventes.csv' }]);
    expect(report.questions[0]?.text).toMatch(/^Une pièce y est payée 3(,0)? fois son prix de liste/);
    const left = await send(files, {
      mapping: { ...mapping, answers: { 'sold_price:ventes.csv': 'aside' } },
    });
    expect(left.report.ignored_files).toEqual([{ name: 'ventes.csv', reason: 'laissé de côté' }]);
  });

  it('asks nothing of sales at their prices, discounts included', async () => {
    const { put, send } = await desk();
    const files = [await put('articles.csv', items), await put('ventes.csv', sales('24,90'))];
    const { report } = await send(files, { mapping: { accept_likely: false } });
    expect(report.questions).toEqual([]);
  });
});
