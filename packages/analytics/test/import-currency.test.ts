import { tmpdir } from 'node:os';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/database/database.ts';
import { inspectFiles } from '../src/import/inspect.ts';
import { attachWarehouse } from '../src/warehouse/previous.ts';
import { deskKeeper, ITEMS } from './files.ts';
import { cells, sheetOf, workbookOf } from './workbook-maker.ts';

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

const BY_CURRENCY = `SELECT coalesce(currency, '-') AS currency, round(sum(amount), 2)::DOUBLE AS amount, sum(quantity)::INTEGER AS units
  FROM w_sale_any GROUP BY 1 ORDER BY 1`;

describe('the currency of an amount', () => {
  it('is that of its column: two are never added', async () => {
    const { put, send } = await desk();
    const sales =
      'Date;Référence;Taille;Qté;Montant TTC;Devise\n2026-06-01;R1;36;1;1310069,68;EUR\n2026-06-01;R1;36;1;557375,29;CHF\n';
    const { report, folder, manifest } = await send(
      [await put('articles.csv', ITEMS), await put('ventes.csv', sales)],
      { mapping: { settings: { currency: 'EUR' } } },
    );
    expect(report.totals).toMatchObject({ sale_quantity: 2, sale_amount: 1310069.68 });
    expect(manifest?.amounts).toEqual({ EUR: 1310069.68, CHF: 557375.29 });
    expect(report.amounts).toEqual([
      { currency: 'EUR', before: 0, after: 1310069.68 },
      { currency: 'CHF', before: 0, after: 557375.29 },
    ]);
    expect(report.files.find(({ kind }) => kind === 'sales')).toMatchObject({
      total_quantity: 2,
      total_amount: 1310069.68,
      currency: 'EUR',
      other_amounts: [{ currency: 'CHF', amount: 557375.29 }],
    });
    expect(await rowsOf(folder, BY_CURRENCY)).toEqual([
      { currency: 'CHF', amount: 557375.29, units: 1 },
      { currency: 'EUR', amount: 1310069.68, units: 1 },
    ]);
    expect(await rowsOf(folder, 'SELECT sum(amount) AS amount FROM w_sale')).toEqual([
      { amount: 1310069.68 },
    ]);
  });

  it('is the unit of its cell', async () => {
    const { put, send } = await desk();
    const cells = [
      '110,00 CHF',
      '100,00 €',
      '€ 50,00',
      'CHF 12,50',
      '20,00 EUR',
      '-10,00 €',
      '5 £',
      '300 kr',
    ];
    const pieces = (cell: string): number => (cell.startsWith('-') ? -1 : 1);
    const rows = cells.slice(0, 7).map((cell, at) => `2026-06-0${at + 1};R1;36;${pieces(cell)};${cell}\n`);
    const { folder, report } = await send([
      await put('articles.csv', ITEMS),
      await put('ventes.csv', `Date;Référence;Taille;Qté;Montant TTC\n${rows.join('')}`),
    ]);
    expect(report.error_count).toBe(0);
    expect(await rowsOf(folder, BY_CURRENCY)).toEqual([
      { currency: 'CHF', amount: 122.5, units: 2 },
      { currency: 'EUR', amount: 160, units: 2 },
      { currency: 'GBP', amount: 5, units: 1 },
    ]);
  });

  it('is what the format of a workbook’s cell shows beside the number', async () => {
    const { put, send } = await desk();
    const formats = [
      ...[
        '[$CHF] #,##0.00',
        '#,##0.00&#160;"€"',
        '#,##0.00\\ [$€-40C]',
        '[$£-809]#,##0.00;[Red]-[$£-809]#,##0.00',
      ],
      ...[
        '_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-',
        '"$"#,##0.00',
        '[$-40C]#,##0.00',
        '#,##0.00 "pièces"',
      ],
    ];
    const styles = `<styleSheet><numFmts>${formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts>
      <cellXfs><xf numFmtId="0"/>${formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('')}</cellXfs></styleSheet>`;
    const text = (value: string): string => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    const rows = formats.map(
      (_, at) =>
        `<row r="${at + 2}">${text(`2026-06-0${at + 1}`)}${text('R1')}${text('36')}<c s="8"><v>1</v></c><c s="${at + 1}"><v>${10 ** at / 100}</v></c></row>`,
    );
    const sheet = sheetOf(cells(1, 'Date', 'Référence', 'Taille', 'Qté', 'Montant TTC'), ...rows);
    const { folder, report } = await send([
      await put('articles.csv', ITEMS),
      await put('ventes.xlsx', workbookOf({ sheet, styles })),
    ]);
    expect(report.error_count).toBe(0);
    expect(await rowsOf(folder, BY_CURRENCY)).toEqual([
      // No unit in the format: in the organisation's currency.
      { currency: '-', amount: 110000, units: 2 },
      { currency: 'CHF', amount: 0.01, units: 1 },
      { currency: 'EUR', amount: 101.1, units: 3 },
      { currency: 'GBP', amount: 10, units: 1 },
      { currency: 'USD', amount: 1000, units: 1 },
    ]);
  });

  it('is that of its heading, of the file as a setting, of the country of the place', async () => {
    const { put, send } = await desk();
    const settings = { currency: 'EUR' };
    const head = (heading: string): string => `Date;Référence;Taille;Magasin;Qté;${heading}\n`;
    const places = 'Code;Nom;Type;Pays\nM1;Lyon;Magasin;France\nGE;Genève;Magasin;Suisse\n';
    const { folder } = await send(
      [
        await put('articles.csv', ITEMS),
        await put('magasins.csv', places),
        await put('a.csv', `${head('Montant TTC (CHF)')}2026-06-01;R1;36;M1;1;10\n`),
        await put('b.csv', `${head('Montant TTC')}2026-06-02;R1;36;M1;1;20\n`),
        await put('c.csv', `${head('CA TTC')}2026-06-03;R1;36;GE;1;40\n2026-06-03;R1;36;M1;1;80\n`),
      ],
      {
        mapping: {
          settings,
          files: [
            {
              match: 'b.csv',
              kind: 'sales',
              columns: {
                Date: 'date',
                Référence: 'item_group_id',
                Taille: 'size',
                Magasin: 'location_code',
                Qté: 'quantity',
                'Montant TTC': 'amount',
              },
              constants: { currency: 'GBP' },
            },
          ],
        },
      },
    );
    expect(await rowsOf(folder, BY_CURRENCY)).toEqual([
      { currency: 'CHF', amount: 50, units: 2 },
      { currency: 'EUR', amount: 80, units: 1 },
      { currency: 'GBP', amount: 20, units: 1 },
    ]);
  });

  it('is that chosen for the file, and for the next of its like, not for those of another country in the same shape', async () => {
    const { put, send } = await desk();
    const head = 'Date;Référence;Taille;Qté;Montant TTC\n';
    const first = await send(
      [
        await put('articles.csv', ITEMS),
        await put('ventes_CH_2026S23.csv', `${head}13/06/2026;R1;36;1;10\n`),
        await put('ventes_FR_2026S23.csv', `${head}13/06/2026;R1;36;1;20\n`),
      ],
      { mapping: { settings: { currency: 'EUR' }, currencies: { 'ventes_CH_2026S23.csv': 'CHF' } } },
    );
    expect(first.manifest?.amounts).toEqual({ EUR: 20, CHF: 10 });
    const remembered = new Map(first.used_mappings.map(({ shape, files }) => [shape, files]));
    const next = [
      await put('ventes_CH_2026S24.csv', `${head}20/06/2026;R1;36;1;30\n`),
      await put('ventes_FR_2026S24.csv', `${head}20/06/2026;R1;36;1;40\n`),
    ];
    const seen = await inspectFiles(next, { temp_folder: tmpdir(), remembered });
    expect(seen.map(({ currency }) => currency)).toEqual(['CHF', null]);
    const { manifest } = await send(next, { remembered });
    expect(manifest?.amounts).toEqual({ EUR: 60, CHF: 40 });
    const again = await put('ventes_CH_2026S25.csv', `${head}27/06/2026;R1;36;1;5\n`);
    const back = await send([again], {
      remembered,
      mapping: { currencies: { 'ventes_CH_2026S25.csv': null } },
    });
    expect(back.manifest?.amounts).toEqual({ EUR: 65, CHF: 40 });
  });

  it('is a question where some amounts say another and these say none, once', async () => {
    const { put, send } = await desk();
    const text =
      'Date;Référence;Taille;Qté;Montant TTC\n2026-06-01;R1;36;1;110,00 CHF\n2026-06-02;R1;36;1;100,00\n2026-06-03;R1;38;1;60,00 €\n';
    const articles = await put('articles.csv', ITEMS);
    const asked = await send([articles, await put('ventes.csv', text)], {
      mapping: { accept_likely: false },
    });
    expect(asked.report.questions).toMatchObject([
      { key: 'currency:ventes.csv:Montant TTC', code: 'currency', column: 'Montant TTC' },
    ]);
    expect(asked.report.questions[0]?.choices.map(({ value }) => value)).toEqual(['EUR', 'CHF']);
    const answers = { 'currency:ventes.csv:Montant TTC': 'CHF' };
    const { folder, used_mappings } = await send([articles, await put('ventes.csv', text)], {
      mapping: { answers, accept_likely: false },
    });
    expect(await rowsOf(folder, BY_CURRENCY)).toEqual([
      { currency: 'CHF', amount: 210, units: 2 },
      { currency: 'EUR', amount: 60, units: 1 },
    ]);
    const remembered = new Map(used_mappings.map(({ shape, files }) => [shape, files]));
    const next = await send([await put('juillet.csv', text.replaceAll('-06-', '-07-'))], {
      remembered,
      mapping: { accept_likely: false },
    });
    expect(next.report.questions).toEqual([]);
    expect(await rowsOf(next.folder, BY_CURRENCY)).toEqual([
      { currency: 'CHF', amount: 420, units: 4 },
      { currency: 'EUR', amount: 120, units: 2 },
    ]);
  });

  it('refuses a row whose currency is none', async () => {
    const { put, send } = await desk();
    const sales =
      'Date;Référence;Taille;Qté;Montant TTC;Devise\n2026-06-01;R1;36;1;10;EUR\n2026-06-02;R1;36;1;10;ZZ\n';
    const { report } = await send([await put('articles.csv', ITEMS), await put('ventes.csv', sales)]);
    expect(report.errors).toMatchObject([{ column: 'Devise', value: 'ZZ', reason: 'devise inconnue' }]);
  });

  it('of a whole first delivery is the organisation’s', async () => {
    const { put, send } = await desk();
    const items = 'Référence;Prix CHF\nR1;80\n';
    const { manifest, report } = await send([
      await put('articles.csv', items),
      await put('ventes.csv', 'Date;Référence;Qté;Montant TTC\n2026-06-01;R1;1;80\n'),
    ]);
    expect([manifest?.currency, manifest?.settings.currency, report.totals.sale_amount]).toEqual([
      'CHF',
      'CHF',
      80,
    ]);
  });
});

describe('a first delivery that says another currency in a part of its files', () => {
  it('asks which is the organisation’s, and takes nothing for it in silence', async () => {
    const { put, send } = await desk();
    const other = await desk();
    const head = 'Date;Référence;Taille;Qté;Montant TTC';
    const files = [
      await put('articles.csv', ITEMS),
      await put('ventes_FR.csv', `${head}\n2026-06-01;R1;36;1;20\n`),
      await put('ventes_CH.csv', `${head};Devise\n2026-06-01;R1;36;1;10;CHF\n`),
    ];
    const asked = await send(files, { check: true, mapping: { accept_likely: false } });
    expect(asked.report.questions).toMatchObject([
      { code: 'currency', key: 'currency:articles.csv', choices: [{ value: 'CHF' }, { value: 'EUR' }] },
    ]);
    const answers = { 'currency:articles.csv': 'EUR' };
    const { manifest } = await other.send(files, { mapping: { answers } });
    expect([manifest?.currency, manifest?.amounts]).toEqual(['EUR', { EUR: 20, CHF: 10 }]);
  });

  it('asks too where the data in place say none: they are not turned into another currency', async () => {
    const { put, send } = await desk();
    const head = 'Date;Référence;Taille;Qté;Montant TTC';
    await send([
      await put('articles.csv', ITEMS),
      await put('ventes.csv', `${head}\n2026-06-01;R1;36;1;20\n`),
    ]);
    const later = await put('ventes_CH.csv', `${head};Devise\n2026-06-02;R1;36;1;10;CHF\n`);
    const { report, manifest } = await send([later]);
    expect(report.questions).toMatchObject([
      { code: 'currency', choices: [{ value: 'EUR' }, { value: 'CHF' }] },
    ]);
    expect([manifest?.currency, manifest?.amounts]).toEqual(['EUR', { EUR: 20, CHF: 10 }]);
  });

  it('takes the usual one as likely where a currency was chosen for a file', async () => {
    const { put, send } = await desk();
    const sales = 'Date;Référence;Taille;Qté;Montant TTC\n2026-06-01;R1;36;1;10\n';
    const { report } = await send([await put('articles.csv', ITEMS), await put('ventes_CH.csv', sales)], {
      mapping: { currencies: { 'ventes_CH.csv': 'CHF' } },
    });
    expect(report.questions[0]?.choices.map(({ value }) => value)).toEqual(['EUR', 'CHF']);
  });
});

describe('list prices', () => {
  it('stand in for a missing amount, and measure discounts, in the currency of the sale alone', async () => {
    const { put, send } = await desk();
    const prices =
      'Référence;Tarif;Date début;Prix TTC;Devise\nR1;FR;2026-01-01;80;EUR\nR1;CH;2026-01-01;95;CHF\n';
    const sales =
      'Date;Référence;Taille;Qté;Montant TTC;Devise\n2026-06-01;R1;36;1;76;CHF\n2026-06-02;R1;36;2;;CHF\n2026-06-03;R1;36;1;10;GBP\n';
    const { folder } = await send(
      [await put('articles.csv', ITEMS), await put('tarifs.csv', prices), await put('ventes.csv', sales)],
      { mapping: { settings: { currency: 'EUR' } } },
    );
    expect(await rowsOf(folder, 'SELECT currency, amount, list_price FROM w_sale_any ORDER BY date')).toEqual(
      [
        { currency: 'CHF', amount: 76, list_price: 95 },
        { currency: 'CHF', amount: 190, list_price: 95 },
        { currency: 'GBP', amount: 10, list_price: null },
      ],
    );
  });

  it('that change come with the sales already there, whose amounts stay in their currency', async () => {
    const { put, send } = await desk();
    const sales =
      'Date;Référence;Taille;Qté;Montant TTC;Devise\n2026-06-01;R1;36;1;76;CHF\n2026-06-01;R1;38;1;50;EUR\n';
    await send([await put('articles.csv', ITEMS), await put('ventes.csv', sales)], {
      mapping: { settings: { currency: 'EUR' } },
    });
    const later = 'Date;Référence;Taille;Qté;Montant TTC;Devise\n2026-06-02;R1;36;1;70;CHF\n';
    const { folder, report } = await send([
      await put('articles.csv', ITEMS.replaceAll('80', '90')),
      await put('suite.csv', later),
    ]);
    expect(await rowsOf(folder, BY_CURRENCY)).toEqual([
      { currency: 'CHF', amount: 146, units: 2 },
      { currency: 'EUR', amount: 50, units: 1 },
    ]);
    expect(report.amounts).toEqual([
      { currency: 'EUR', before: 50, after: 50 },
      { currency: 'CHF', before: 76, after: 146 },
    ]);
  });
});
