import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../src/database/database.ts';
import { attachWarehouse } from '../src/warehouse/previous.ts';
import { deskKeeper } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const MARA = `MANDT;MATNR;MTART;MATKL;ATTYP;SATNR;SIZE1;COLOR;BRAND_ID;MAKTX
100;2000;HAWA;ROBES;01;;;;B1;Robe Lin
100;2001;HAWA;ROBES;02;2000;36;ECRU;B1;Robe Lin, 36
100;2002;HAWA;ROBES;2;2000;38;ECRU;B1;Robe Lin, 38
100;3000;HAWA;SACS;00;;;NOIR;B1;Sac Toile
`;
const MARD = `MANDT;MATNR;WERKS;LGORT;LABST;INSME
100;2001;M001;0001;4.000;0.000
100;2002;M001;0001;6.000;1.000
100;3000;M001;0001;9.000;0.000
`;
const A304 = `KAPPL;KSCHL;VKORG;VTWEG;MATNR;DATBI;DATAB;KBETR;KONWA;KPEIN;LOEVM_KO
V;VKP0;1000;10;2000;99991231;20260101;49.90;EUR;1;
V;VKA0;1000;10;2000;20260731;20260624;29.90;EUR;1;
V;VKP0;1000;20;2000;99991231;20260101;55.00;EUR;1;
V;VKP0;1000;10;3000;99991231;20260101;35.00;EUR;1;
V;VKP0;1000;10;3000;99991231;20250101;30.00;EUR;1;X
V;K007;1000;10;3000;99991231;20260101;5.00;%;;
V;PR00;1000;10;3000;99991231;20260101;350.00;EUR;10;
`;
const MSEG = `MBLNR;MJAHR;ZEILE;BWART;MATNR;WERKS;SHKZG;MENGE;MEINS;DMBTR;WAERS;BUDAT_MKPF
4900001;2026;0001;101;2001;M001;S;10.000;ST;120.00;EUR;20260601
4900002;2026;0001;251;2001;M001;H;2.000;ST;24.00;EUR;20260602
4900002;2026;0002;251;3000;M001;H;1.000;ST;9.00;EUR;20260602
4900003;2026;0001;252;2001;M001;S;1.000;ST;12.00;EUR;20260603
4900004;2026;0001;601;2002;M001;H;3.000;ST;36.00;EUR;20260604
4900005;2026;0001;653;2002;M001;S;1.000;ST;12.00;EUR;20260605
4900006;2026;0001;301;2002;M001;H;5.000;ST;60.00;EUR;20260606
`;

/** The prices of product 2000, by list. */
async function pricesOf(folder: string, version: string | null): Promise<string[]> {
  const database = await openDatabase({ temp_folder: `${folder}/spill`, memory_limit: '100MB' });
  try {
    return await database.session(async (session) => {
      await attachWarehouse(session, version, 'w_');
      const rows = await session.rows<{ said: string }>(
        "SELECT concat_ws(' ', price_list_id, from_date, coalesce(price::VARCHAR, 'null')) AS said FROM w_price WHERE item_group_id = '2000' ORDER BY price_list_id, from_date",
      );
      return rows.map(({ said }) => said);
    });
  } finally {
    database.close();
  }
}

const options = { mapping: { accept_likely: false }, today: '2026-07-06' } as const;
/** The prices of the shops are the usual ones. */
const answered = {
  ...options,
  mapping: { ...options.mapping, answers: { 'usual_list:*': 'list:1000 10' } },
};

describe('[IMPEX-03] the tables of SAP', () => {
  it('bring products and their variants, stocks, prices by channel and what customers took: all that is asked is whose prices are the usual ones', async () => {
    const { put, send } = await desk();
    const files = await Promise.all(
      Object.entries({ MARA, MARD, A304, MSEG }).map(([name, text]) => put(`${name}.csv`, text)),
    );
    const asked = await send(files, options);
    expect(asked.report.questions).toMatchObject([
      {
        code: 'usual_list',
        choices: [{ value: 'list:1000 10' }, { value: 'list:1000 20' }, { value: 'none' }],
      },
    ]);
    const { report } = await send(files, answered);
    expect(report.totals).toMatchObject({
      ...{ item_group_count: 2, item_count: 3, stock_quantity: 19 },
      // 251: 3, 252: -1, 601: 3, 653: -1.
      ...{ sale_rows: 5, sale_quantity: 4 },
    });
    expect(report.error_count).toBe(0);
  });

  it('never take what a stock is worth for what customers paid, and say which movements were left out', async () => {
    const { put, send } = await desk();
    const { report } = await send([await put('mouvements.csv', MSEG)], options);
    expect(report.files).toMatchObject([{ kind: 'sales', rows_kept: 5, total_amount: null }]);
    expect(report.readings).toEqual(
      expect.arrayContaining([
        expect.stringContaining('251 (2 lignes, 3 pièces), 252 (1 ligne, 1 pièces)'),
        expect.stringContaining('laissés de côté : 101 (1 ligne, 10 pièces), 301 (1 ligne, 5 pièces)'),
      ]),
    );
  });

  it('count no discount from a promotion, nor from a price that is deleted or of ten pieces', async () => {
    const { folder, put, send } = await desk();
    const { report, folder: version } = await send([await put('a304.csv', A304)], answered);
    expect(report.files).toMatchObject([{ kind: 'prices', rows_kept: 4, rows_rejected: 0 }]);
    expect(await pricesOf(folder, version)).toEqual([
      '1000 10 2026-01-01 49.9',
      '1000 20 2026-01-01 55.0',
      'Prix démarqués 1000 10 2026-06-24 29.9',
      'Prix démarqués 1000 10 2026-08-01 null',
    ]);
    expect(report.readings).toEqual(
      expect.arrayContaining([
        expect.stringContaining('VKP0 supprimée (1 ligne), K007 (1 ligne), PR00 par 10 (1 ligne)'),
      ]),
    );
  });
});
