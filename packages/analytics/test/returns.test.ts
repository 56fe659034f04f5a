import { afterAll, describe, expect, it } from 'vitest';
import { deskKeeper, ITEMS } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const ASKING = { mapping: { accept_likely: false } };
const said = (readings: readonly string[]): string[] =>
  readings.map((reading) => reading.replace(/[\u00a0\u202f]/g, ' '));

describe('what came back', () => {
  it('is taken off what was sold, whatever its sign, where a file says both', async () => {
    const { put, send } = await desk();
    const sales = `Date;Code produit;Taille;Qté vendue;Qté retournée;CA TTC;Montant retours TTC
28/06/2026;R1;36;5;2;400;160\n28/06/2026;R1;38;3;;240;\n29/06/2026;P2;M;1;-1;50;-50\n`;
    const { report } = await send([await put('articles.csv', ITEMS), await put('ventes.csv', sales)], ASKING);
    expect(report.questions).toEqual([]);
    expect(report.totals).toMatchObject({ sale_quantity: 6, sale_amount: 480 });
    expect(said(report.readings)).toContain(
      'ventes.csv : 3 pièces retournées sont retirées de 9 pièces vendues.',
    );
  });

  it('is not taken off twice where the file has a net quantity', async () => {
    const { put, send } = await desk();
    const sales = `Date;Code produit;Taille;Qté vendue;Qté retournée;Qté nette;CA TTC\n28/06/2026;R1;36;5;2;3;240\n`;
    const { report } = await send([await put('articles.csv', ITEMS), await put('ventes.csv', sales)], ASKING);
    expect(report.totals).toMatchObject({ sale_quantity: 3, sale_amount: 240 });
  });

  it('is sold below zero where a file has nothing but returns', async () => {
    const { put, send } = await desk();
    const sales = `Date;Code produit;Taille;Quantité;Montant TTC\n28/06/2026;R1;36;5;400\n`;
    const returns = `Order ID,Return Date,SKU,Qty Returned,Refund Amount\n9001,2026-06-29,R1-36,2,160.00\n`;
    const { report } = await send(
      [await put('articles.csv', ITEMS), await put('ventes.csv', sales), await put('returns.csv', returns)],
      ASKING,
    );
    expect(report.questions).toEqual([]);
    expect(report.totals).toMatchObject({ sale_quantity: 3, sale_amount: 240 });
  });

  it('is known by the name of its file too', async () => {
    const { put, send } = await desk();
    const heading = 'Date;Magasin;Code produit;Taille;Quantité;Montant TTC\n';
    const files = [
      await put('articles.csv', ITEMS),
      await put('ventes_juin.csv', `${heading}28/06/2026;M1;R1;36;5;400\n`),
      await put('retours_juin.csv', `${heading}29/06/2026;M1;R1;36;2;160\n`),
    ];
    const { report } = await send(files, ASKING);
    expect(report.questions).toEqual([]);
    expect(report.totals).toMatchObject({ sale_quantity: 3, sale_amount: 240 });
    expect(said(report.readings)).toContain(
      'retours_juin.csv : 2 pièces retournées sont retirées des ventes.',
    );
  });

  describe('is told by the sign of its amount where its pieces are counted above zero', () => {
    const HEADING = 'Date;Magasin;Ticket;Code produit;Taille;Quantité;Montant TTC\n';
    const sold = (count: number): string =>
      Array.from({ length: count }, (_, at) => `${10 + at}/06/2026;M1;T${at};R1;36;1;80,00\n`).join('');

    it('at a price that its article was sold at, and the report says so', async () => {
      const { put, send } = await desk();
      const sales = `${HEADING}${sold(8)}20/06/2026;M1;T20;R1;36;1;-80,00\n21/06/2026;M1;T21;R1;36;2;-160,00\n`;
      const { report } = await send(
        [await put('articles.csv', ITEMS), await put('ventes.csv', sales)],
        ASKING,
      );
      expect(report.questions).toEqual([]);
      expect(report.totals).toMatchObject({ sale_quantity: 5, sale_amount: 400 });
      expect(said(report.readings)).toContain(
        'ventes.csv : 2 lignes comptent des pièces positives et un montant négatif, au prix des ventes : 3 pièces revenues, retirées des ventes.',
      );
    });

    it('and asked where nothing proves it: a discount may be written so', async () => {
      const { put, send } = await desk();
      const sales = `${HEADING}${sold(8)}20/06/2026;M1;T7;R1;36;1;-8,00\n21/06/2026;M1;T6;R1;36;1;-8,00\n`;
      const sent = [await put('articles.csv', ITEMS), await put('ventes.csv', sales)];
      const asked = await send(sent, { ...ASKING, check: true });
      expect(asked.report.questions).toMatchObject([
        {
          ...{ code: 'returns', column: 'Montant TTC' },
          text: '2 lignes ont des pièces et un montant de signes contraires (1 pièce pour −8)\u202f: sont-elles revenues ?',
          choices: [
            { value: 'money', detail: '8 pièces, 624 en tout' },
            { value: 'returned', detail: '6 pièces, 624 en tout' },
            { value: 'sold', detail: '10 pièces, 656 en tout' },
          ],
        },
      ]);
      const answers = { 'returns:ventes.csv:Montant TTC': 'money' };
      const { report, used_mappings } = await send(sent, { mapping: { accept_likely: false, answers } });
      expect(report.totals).toMatchObject({ sale_quantity: 8, sale_amount: 624 });
      const remembered = new Map(used_mappings.map(({ shape, files }) => [shape, files]));
      const next = await send([await put('ventes 2.csv', sales.replaceAll('/06/', '/05/'))], {
        ...{ ...ASKING, remembered },
      });
      expect(next.report.questions).toEqual([]);
      expect(next.report.totals).toMatchObject({ sale_quantity: 16, sale_amount: 1248 });
    });

    it('of a file that counts what was sold as taken off a stock, most lines are sold', async () => {
      const { put, send } = await desk();
      const sales = `${HEADING}${sold(8).replaceAll(';1;', ';-1;')}20/06/2026;M1;T20;R1;36;1;80,00\n`;
      const sent = [await put('articles.csv', ITEMS), await put('ventes.csv', sales)];
      const asked = await send(sent, { ...ASKING, check: true });
      expect(asked.report.questions).toMatchObject([
        { code: 'returns', choices: [{ value: 'sold' }, {}, {}] },
      ]);
    });

    it.each([
      ['beside an amount, counted below zero', 'PU TTC;Montant TTC', '-1;-80;-80'],
      ['beside an amount, counted above zero', 'PU TTC;Montant TTC', '1;-80;-80'],
      ['alone, counted below zero', 'PU TTC', '-1;-80'],
    ])('or by that of its price, %s', async (_, headings, returned) => {
      const { put, send } = await desk();
      const line = (at: number, cells: string): string => `${10 + at}/06/2026;T${at};R1;36;${cells}\n`;
      const usual = headings.includes('Montant') ? '1;80;80' : '1;80';
      const lines = Array.from({ length: 8 }, (_line, at) => line(at, usual)).join('') + line(9, returned);
      const sales = `Date;Ticket;Code produit;Taille;Quantité;${headings}\n${lines}`;
      const { report } = await send(
        [await put('articles.csv', ITEMS), await put('ventes.csv', sales)],
        ASKING,
      );
      expect([report.questions, report.error_count]).toEqual([[], 0]);
      expect(report.totals).toMatchObject({ sale_quantity: 7, sale_amount: 560 });
    });

    it('but a piece sold at a price below zero is refused, with the reason', async () => {
      const { put, send } = await desk();
      const sales =
        'Date;Code produit;Taille;Quantité;PU TTC\n28/06/2026;R1;36;1;80\n28/06/2026;R1;38;1;-8\n';
      const { report } = await send([await put('articles.csv', ITEMS), await put('ventes.csv', sales)]);
      expect(report.errors).toMatchObject([{ line: 3, column: 'PU TTC', reason: 'nombre négatif' }]);
    });

    it('and an amount above zero beside pieces below it is paid back', async () => {
      const { put, send } = await desk();
      const sales = `${HEADING}${sold(8)}20/06/2026;M1;T20;R1;36;-1;80,00\n`;
      const { report } = await send(
        [await put('articles.csv', ITEMS), await put('ventes.csv', sales)],
        ASKING,
      );
      expect(report.questions).toEqual([]);
      expect(report.totals).toMatchObject({ sale_quantity: 7, sale_amount: 560 });
    });
  });

  it('leaves of an order what was not received yet', async () => {
    const { put, send } = await desk();
    const orders = `N° commande;Code produit;Taille;Qté commandée;Qté reçue;Date livraison\n1;R1;36;100;40;15/09/2027\n1;R1;38;50;;15/09/2027\n2;P2;M;10;12;15/09/2027\n`;
    const { report } = await send(
      [await put('articles.csv', ITEMS), await put('commandes.csv', orders)],
      ASKING,
    );
    expect(report.totals).toMatchObject({ order_quantity: 110 });
  });

  const lettered = (heading: string, sold: string, back: string): string => {
    const rows = Array.from(
      { length: 14 },
      (_, at) => `${14 + at}/06/2026;R1;36;${at % 7 ? sold : back};1;80`,
    );
    return `Date;Code produit;Taille;${heading};Quantité;Montant TTC\n${rows.join('\n')}\n`;
  };

  it.each([
    ['Sens', 'V', 'R'],
    ['Type', 'V', 'R'],
    ['Type ligne', 'VT', 'RT'],
    ['Nature', 'FAC', 'AVO'],
    ['Tran type', 'SALE', 'RTN'],
  ])('is asked about where letters say it of pieces above zero (%s: %s, %s)', async (heading, sold, back) => {
    const { put, send } = await desk();
    const files = [await put('articles.csv', ITEMS), await put('v.csv', lettered(heading, sold, back))];
    const asked = await send(files, ASKING);
    expect(asked.report.questions.map(({ code }) => code)).toEqual(['returns']);
    const answers = { 'returns:v.csv': 'returned' };
    const { report } = await send(files, { mapping: { answers, accept_likely: false } });
    expect(report).toMatchObject({ status: 'completed', error_count: 0 });
    expect(report.totals).toMatchObject({ sale_quantity: 12 - 2, sale_amount: 800 });
  });

  it('is taken off where a column has the sign of each line', async () => {
    const { put, send } = await desk();
    const files = [await put('articles.csv', ITEMS), await put('v.csv', lettered('Sens', '1', '-1'))];
    const { report } = await send(files, ASKING);
    expect([report.questions, report.totals.sale_quantity, report.totals.sale_amount]).toEqual([[], 10, 800]);
  });

  it.each([
    ['Couleur', 'V', 'R'],
    ['Type produit', 'V', 'R'],
    ['Code couleur', 'V', 'R'],
    ['Code promo', 'V', 'R'],
  ])('is nothing that letters of an article say (%s: %s, %s)', async (heading, sold, back) => {
    const { put, send } = await desk();
    const files = [await put('articles.csv', ITEMS), await put('v.csv', lettered(heading, sold, back))];
    const { report } = await send(files, ASKING);
    expect(report.questions.filter(({ code }) => code === 'returns')).toEqual([]);
  });
});

describe('figures of whole months', () => {
  it('are spread over the days of their month, to the unit and the cent, and the report says so', async () => {
    const { put, send } = await desk();
    const sales = `Mois;Code produit;Taille;Quantité;Montant TTC\n2026-05;R1;36;7;500,01\n2026-06;R1;36;45;3600\n2026-06;P2;M;-1;-50\n`;
    const { report } = await send([await put('articles.csv', ITEMS), await put('mensuel.csv', sales)], {
      ...ASKING,
      today: '2026-07-10',
    });
    expect(report.questions).toEqual([]);
    expect(report.totals).toMatchObject({
      ...{ sale_quantity: 51, sale_amount: 4050.01 },
      ...{ first_sale_date: '2026-05-05', last_sale_date: '2026-06-30' },
    });
    expect(report.files.find(({ kind }) => kind === 'sales')).toMatchObject({
      ...{ rows_read: 3, rows_kept: 3, total_quantity: 51, total_amount: 4050.01 },
      ...{ first_date: '2026-05-01', last_date: '2026-06-30' },
    });
    expect(said(report.readings)).toContain(
      'mensuel.csv : 3 lignes sont des mois entiers ; leurs 51 pièces sont réparties également sur les jours de chaque mois.',
    );
  });

  it('stop at the day of the import in the month that is not over', async () => {
    const { put, send } = await desk();
    const sales = 'Mois;Code produit;Taille;Quantité\n05/2026;R1;36;31\n06/2026;R1;36;10\n';
    const { report } = await send(
      [await put('articles.csv', ITEMS), await put('ventes mensuelles.csv', sales)],
      {
        ...ASKING,
        today: '2026-06-10',
      },
    );
    expect(report.totals).toMatchObject({ sale_quantity: 41, last_sale_date: '2026-06-10' });
  });

  it.each([
    ['by number', 'Année;Mois', ['2026;5', '2026;06', '2026;6']],
    ['by name', 'Année;Mois', ['2026;mai', '2026;Juin', '2026;juin']],
    ['in another language', 'Jahr;Monat', ['2026;Mai', '2026;Juni', '2026;Juni']],
  ])('are read of a month %s beside its year, and shown to be so', async (_, heading, months) => {
    const { put, send } = await desk();
    const [first, second, third] = months;
    const sales = `${heading};Code produit;Taille;Quantité;Montant TTC\n${first};R1;36;7;500,01\n${second};R1;36;45;3600\n${third};P2;M;-1;-50\n`;
    const sent = [await put('articles.csv', ITEMS), await put('mensuel.csv', sales)];
    const shown = await send(sent, { ...ASKING, today: '2026-07-10', looks: true, check: true });
    const [look] = shown.report.questions;
    expect(said(look?.examples ?? []).join(' ')).toContain('Le 1er mai 2026, vente de 7 × R1');
    expect(said(look?.examples ?? []).join(' ')).toContain(
      `période : « ${heading.split(';')[0]} », « ${heading.split(';')[1]} »`,
    );
    const { report } = await send(sent, { ...ASKING, today: '2026-07-10' });
    expect([report.questions, report.ignored_files, report.error_count]).toEqual([[], [], 0]);
    expect(report.totals).toMatchObject({
      ...{ sale_quantity: 51, sale_amount: 4050.01 },
      ...{ first_sale_date: '2026-05-05', last_sale_date: '2026-06-30' },
    });
    expect(said(report.readings)).toContain(
      'mensuel.csv : 3 lignes sont des mois entiers ; leurs 51 pièces sont réparties également sur les jours de chaque mois.',
    );
  });

  it('are days where a year, a month and a day stand in columns of their own', async () => {
    const { put, send } = await desk();
    const sales = `Année;Mois;Jour;Code produit;Taille;Quantité\n2026;5;31;R1;36;7\n2026;6;2;R1;36;4\n2026;6;31;R1;36;4\n`;
    const { report } = await send([await put('articles.csv', ITEMS), await put('ventes.csv', sales)], ASKING);
    expect(report.totals).toMatchObject({
      ...{ sale_quantity: 11, first_sale_date: '2026-05-31', last_sale_date: '2026-06-02' },
    });
    expect(report.errors).toMatchObject([
      { line: 4, column: 'Mois', reason: 'mois sans année, ou que son année n’a pas' },
    ]);
  });

  it.each([
    ['Année;Mois', '2026;5', '2026;6'],
    ['Mois', '2026-05', '2026-06'],
    ['Mois', 'mai 2026', 'juin 2026'],
  ])('of a stock are counts of their own, never added up: %s, %s', async (heading, before, now) => {
    const { put, send } = await desk();
    const stock = `${heading};Code produit;Taille;Magasin;Stock\n${before};R1;36;M1;9\n${before};P2;M;M1;7\n${now};R1;36;M1;5\n${now};P2;M;M1;4\n`;
    const { report } = await send([await put('articles.csv', ITEMS), await put('stock.csv', stock)], ASKING);
    expect([report.questions, report.error_count]).toEqual([[], 0]);
    expect(report.totals.stock_quantity).toBe(9);
    expect(report.files.find(({ kind }) => kind === 'stock')).toMatchObject({
      ...{ first_date: '2026-05-01', last_date: '2026-06-01' },
    });
  });

  it('are not those of a fiscal year, nor of days that may be those of a week', async () => {
    const { put, send } = await desk();
    const line = 'Code produit;Taille;Quantité\n2026;5;3;R1;36;7\n2026;6;2;R1;36;4\n';
    const { report } = await send([
      await put('articles.csv', ITEMS),
      await put('ventes.csv', `Année;Mois;Jour;${line}`),
      await put('ventes fiscales.csv', `Année fiscale;Mois;Nb jours;${line}`),
    ]);
    expect(report.totals.sale_quantity).toBe(0);
  });

  it('leaves a file of days that happen to be firsts of a month as they are', async () => {
    const { put, send } = await desk();
    const sales = 'Date;Code produit;Taille;Quantité\n01/06/2026;R1;36;31\n';
    const { report } = await send([await put('articles.csv', ITEMS), await put('ventes.csv', sales)]);
    expect(report.totals).toMatchObject({ sale_quantity: 31, last_sale_date: '2026-06-01' });
  });
});
