import { tmpdir } from 'node:os';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/database/database.ts';
import { attachWarehouse } from '../src/warehouse/previous.ts';
import { deskKeeper, ITEMS } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

async function rowsOf(folder: string | null, query: string): Promise<Record<string, unknown>[]> {
  const database = await openDatabase({ temp_folder: tmpdir(), memory_limit: '200MB', connections: 1 });
  try {
    return await database.session(async (session) => {
      await attachWarehouse(session, folder, 'w_');
      return session.rows<Record<string, unknown>>(query);
    });
  } finally {
    database.close();
  }
}

const HT_SALES =
  'Date;Référence;Taille;Qté;Montant (HT)\n01/06/2026;R1;36;1;66,67\n02/06/2026;R1;38;2;100,00\n';

describe('amounts given without taxes', () => {
  it.each(['Montant (HT)', 'Montant [HT]', 'Montant H.T.', 'CA HT', 'Net amount', 'Amount (excl. tax)'])(
    'takes « %s » for what it is and adds the taxes, instead of the list price',
    async (heading) => {
      const { put, send } = await desk();
      const { report, folder } = await send([
        await put('articles.csv', ITEMS),
        await put('ventes.csv', HT_SALES.replace('Montant (HT)', heading)),
      ]);
      expect(report.totals).toMatchObject({ sale_quantity: 3, sale_amount: 200 });
      expect(report.files.find(({ kind }) => kind === 'sales')).toMatchObject({
        total_amount: 166.67,
        amount_tax: 'excl',
      });
      expect(report.readings).toContain(
        'ventes.csv : 2 montants hors taxes (166,67 en tout), TVA ajoutée : celle du lieu, sinon du produit, sinon de l’enseigne.',
      );
      expect(await rowsOf(folder, 'SELECT count(*)::INTEGER AS n FROM w_sale WHERE amount IS NULL')).toEqual([
        { n: 0 },
      ]);
    },
  );

  it('takes the amount with taxes where a file has both', async () => {
    const { put, send } = await desk();
    const text =
      'Date;Référence;Taille;Qté;Montant (HT);Montant (TTC)\n01/06/2026;R1;36;1;66,67;80,00\n02/06/2026;R1;36;1;66,67;80,00\n';
    const { report } = await send([await put('articles.csv', ITEMS), await put('ventes.csv', text)]);
    expect(report.totals.sale_amount).toBe(160);
    expect(report.files.find(({ kind }) => kind === 'sales')).toMatchObject({ amount_tax: 'incl' });
  });

  it('gives products whose file has a price without taxes alone the price that shops show', async () => {
    const { put, send } = await desk();
    const { folder } = await send([
      await put('articles.csv', 'Code produit;Prix (HT);Prix de revient\nR1;66,66;20\nP2;41,67;10\n'),
    ]);
    expect(
      await rowsOf(folder, 'SELECT item_group_id, price, base_price FROM w_item_group ORDER BY 1'),
    ).toEqual([
      { item_group_id: 'P2', price: 50, base_price: 41.67 },
      { item_group_id: 'R1', price: 79.99, base_price: 66.66 },
    ]);
  });

  it('accepts a price list that is without taxes', async () => {
    const { put, send } = await desk();
    const { report, folder } = await send([
      await put('articles.csv', ITEMS),
      await put('tarifs.csv', 'Référence;Tarif;Date début;Prix (HT)\nR1;FR;01/06/2026;66,66\n'),
    ]);
    expect(report.files.map(({ kind }) => kind)).toEqual(['items', 'prices']);
    expect(await rowsOf(folder, 'SELECT price, base_price FROM w_price')).toEqual([
      { price: 79.99, base_price: 66.66 },
    ]);
  });

  it('takes the rate of the place abroad, else of the product, else of the organisation', async () => {
    const { put, send } = await desk();
    const items = 'Référence;Libellé;Prix TTC;TVA\nR1;Robe;80;20 %\nL1;Livre;21,10;5,5\n';
    const places = 'Code;Nom;Type;Taux TVA\nM1;Lyon;Magasin;20\nGE;Genève;Magasin;8,1\nM2;Lille;Magasin;\n';
    const sales =
      'Date;Référence;Magasin;Qté;Montant HT\n01/06/2026;R1;M1;1;100\n01/06/2026;L1;M1;1;100\n01/06/2026;R1;GE;1;100\n01/06/2026;L1;GE;1;100\n01/06/2026;L1;M2;1;100\n';
    const { folder } = await send([
      await put('articles.csv', items),
      await put('magasins.csv', places),
      await put('ventes.csv', sales),
    ]);
    const amounts = await rowsOf(
      folder,
      'SELECT location_code, item_group_id, round(amount, 4) AS amount FROM w_sale ORDER BY 1, 2',
    );
    expect(amounts).toEqual([
      { location_code: 'GE', item_group_id: 'L1', amount: 108.1 },
      { location_code: 'GE', item_group_id: 'R1', amount: 108.1 },
      { location_code: 'M1', item_group_id: 'L1', amount: 105.5 },
      { location_code: 'M1', item_group_id: 'R1', amount: 120 },
      { location_code: 'M2', item_group_id: 'L1', amount: 105.5 },
    ]);
    expect(
      await rowsOf(
        folder,
        "SELECT round(base_price, 6) AS base_price FROM w_item_group WHERE item_group_id = 'L1'",
      ),
    ).toEqual([{ base_price: 20 }]);
  });
});

describe('amounts whose heading says nothing of taxes', () => {
  const odd = (index: number): string => (41.67 + index * 0.37).toFixed(2).replace('.', ',');
  const rows = (cents: (index: number) => string): string =>
    Array.from({ length: 20 }, (_, index) => `2026-06-0${(index % 9) + 1};R1;36;1;${cents(index)}\n`).join(
      '',
    );
  const HEAD = 'Date;Référence;Taille;Qté;Montant\n';

  it('asks nothing of prices as shops show them', async () => {
    const { put, send } = await desk();
    const text = HEAD + rows((index) => `${40 + index},${index % 2 === 0 ? '00' : '99'}`);
    const { report } = await send([await put('articles.csv', ITEMS), await put('ventes.csv', text)], {
      mapping: { accept_likely: false },
    });
    expect(report.questions).toEqual([]);
  });

  it('asks once, with what each reading makes, and remembers the answer', async () => {
    const { put, send } = await desk();
    const articles = await put('articles.csv', ITEMS);
    const text = HEAD + rows(odd);
    const asked = await send([articles, await put('ventes.csv', text)], {
      mapping: { accept_likely: false },
    });
    expect(asked.folder).toBeNull();
    expect(asked.report.questions).toMatchObject([
      { key: 'tax_basis:ventes.csv', code: 'tax_basis', column: 'Montant' },
    ]);
    expect(asked.report.questions[0]?.choices.map(({ value }) => value)).toEqual(['incl', 'excl']);
    const answered = await send([articles, await put('ventes.csv', text)], {
      mapping: { answers: { 'tax_basis:ventes.csv': 'excl' }, accept_likely: false },
    });
    const total = Array.from({ length: 20 }, (_, index) => Number(odd(index).replace(',', '.')));
    const sum = total.reduce((left, right) => left + right, 0);
    expect(answered.report.totals.sale_amount).toBeCloseTo(sum * 1.2, 2);
    const remembered = new Map(answered.used_mappings.map(({ shape, files }) => [shape, files]));
    const next = await send([await put('juillet.csv', text.replaceAll('-06-', '-07-'))], {
      remembered,
      mapping: { accept_likely: false },
    });
    expect(next.report.questions).toEqual([]);
    expect(next.report.totals.sale_amount).toBeCloseTo(2 * sum * 1.2, 2);
  });

  it('asks nothing where there is no tax', async () => {
    const { put, send } = await desk();
    const { report } = await send(
      [await put('articles.csv', ITEMS), await put('ventes.csv', HEAD + rows(odd))],
      {
        mapping: { settings: { vat_rate: 0 }, accept_likely: false },
      },
    );
    expect(report.questions).toEqual([]);
  });
});

describe('a net amount beside a gross one', () => {
  const OFF = [0, 0.1, 0.3, 0.5, 0.7];
  const made = (headings: string, net: (gross: number, at: number) => number) => {
    const lines = Array.from({ length: 40 }, (_, at) => {
      const gross = 19.99 + at;
      return { gross, net: Math.round(100 * net(gross, at)) / 100, day: 1 + (at % 28) };
    });
    const rows = lines.map(
      (line) => `2026-06-${String(line.day).padStart(2, '0')},R1,36,1,${line.net},${line.gross.toFixed(2)}`,
    );
    const sum = (name: 'net' | 'gross') => lines.reduce((total, line) => total + line[name], 0);
    return { text: `date,product_code,size,quantity,${headings}\n${rows.join('\n')}\n`, sum };
  };

  it.each(['net_amount,gross_amount', 'Net amount,Gross amount', 'Umsatz netto,Umsatz brutto'])(
    'is what was paid where markdowns stand between the two, and its taxes are asked about (%s)',
    async (headings) => {
      const { put, send } = await desk();
      const { text, sum } = made(headings, (gross, at) => gross * (1 - (OFF[at % 5] ?? 0)));
      const files = [await put('articles.csv', ITEMS), await put('sales.csv', text)];
      const asked = await send(files, { mapping: { accept_likely: false } });
      expect(asked.report.questions.map(({ key }) => key)).toEqual(['tax_basis:sales.csv']);
      const paid = async (answer: string) => {
        const { report } = await send(files, { mapping: { answers: { 'tax_basis:sales.csv': answer } } });
        return report.totals.sale_amount;
      };
      expect(await paid('incl')).toBeCloseTo(sum('net'), 2);
      expect(await paid('excl')).toBeCloseTo(sum('net') * 1.2, 0);
    },
  );

  it('is without taxes where its heading says so, whatever the gross one says', async () => {
    const { put, send } = await desk();
    const { text, sum } = made(
      'Montant net HT,Montant brut TTC',
      (gross, at) => (gross / 1.2) * (1 - (OFF[at % 5] ?? 0)),
    );
    const { report } = await send([await put('articles.csv', ITEMS), await put('sales.csv', text)], {
      mapping: { accept_likely: false },
    });
    expect([report.questions, report.totals.sale_amount]).toEqual([[], expect.closeTo(sum('net') * 1.2, 0)]);
  });

  it('has no taxes where they alone stand between the two', async () => {
    const { put, send } = await desk();
    const { text, sum } = made('net_amount,gross_amount', (gross, at) => gross / (at % 3 ? 1.2 : 1.055));
    const { report } = await send([await put('articles.csv', ITEMS), await put('sales.csv', text)], {
      mapping: { accept_likely: false },
    });
    expect([report.questions, report.totals.sale_amount]).toEqual([[], expect.closeTo(sum('gross'), 2)]);
  });
});
