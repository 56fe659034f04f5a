import { afterAll, describe, expect, it } from 'vitest';
import { deskKeeper } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

async function sent(name: string, lines: readonly string[]) {
  const { put, send } = await desk();
  const mapping = { accept_likely: false, settings: { date_order: 'day' as const } };
  return (await send([await put(name, `${lines.join('\n')}\n`)], { mapping })).report;
}

const rows = (row: (index: number) => string): string[] =>
  Array.from({ length: 12 }, (_, index) => row(index));

describe('[IMPEX-03] a ledger of stock', () => {
  it('sells what it says sold, whatever its sign, and refuses the rest with the reason', async () => {
    const report = await sent('ecritures.csv', [
      'Date écriture,Type écriture,Code article,Magasin,Quantité,Montant TTC',
      '2026-06-01,Purchase,R001,M01,20,0',
      '2026-06-02,Sale,R001,M01,-2,59.80',
      '2026-06-03,Sale,R001,M01,-1,29.90',
      '2026-06-04,Sale,R001,M01,1,-29.90',
      '2026-06-05,Transfer,R001,M01,-5,0',
    ]);
    expect(report.files).toMatchObject([
      { kind: 'sales', rows_kept: 3, rows_rejected: 2, total_quantity: 2, total_amount: 59.8 },
    ]);
    expect(report.errors).toMatchObject([
      { line: 2, column: 'Type écriture', value: 'Purchase', reason: 'mouvement qui n’est pas une vente' },
      { line: 6, value: 'Transfer' },
    ]);
    expect(report.totals).toMatchObject({ sale_quantity: 2, sale_amount: 59.8 });
  });

  it('may count what was sold above zero', async () => {
    const report = await sent('mouvements.csv', [
      'Date;Type;Référence;Quantité;Emplacement',
      ...rows((i) => `${10 + i}/06/2026;${['VTE', 'RÉC', 'Trf.'][i % 3]};R00${i};2;M01`),
    ]);
    expect(report.files).toMatchObject([{ kind: 'sales', rows_kept: 4, total_quantity: 8 }]);
  });

  it('is no matter of columns that only share the name', async () => {
    const report = await sent('ventes.csv', [
      'Date;Type;Référence;Quantité;Montant TTC',
      ...rows((i) => `${10 + i}/06/2026;Robe;R00${i};1;29,90`),
    ]);
    expect(report.files).toMatchObject([{ kind: 'sales', rows_kept: 12, rows_rejected: 0 }]);
  });
});

describe('[IMPEX-03] a file that looks of a kind which it lacks a column for', () => {
  it('is not taken for a stock: tickets without their day', async () => {
    const report = await sent('extrait.csv', [
      'ETAB;CODE;N°;QTE;MT',
      ...rows((i) => `LYO;R00${i};8100${i >> 1};${i % 5 === 0 ? -1 : 1};29,90`),
    ]);
    expect(report.files).toEqual([]);
    expect(report.ignored_files[0]?.reason).toContain('pour des ventes, il manque la date');
  });

  it('is asked about where it can be read as another', async () => {
    const report = await sent('bilan.csv', [
      'Réf;Qté semaine;Qté cumul;Stock;CA',
      ...rows((i) => `R00${i};2;20;${i};59,80`),
    ]);
    expect(report.questions).toMatchObject([
      { code: 'kind', text: expect.stringContaining('il manque la date') },
    ]);
    expect(report.totals.stock_quantity).toBe(0);
  });
});

it('[IMPEX-03] dates a sale of the day that it was made, not of the day that its record was last touched', async () => {
  const report = await sent('extrait.csv', [
    'Date création;Date modification;SKU;Qty;Store',
    ...rows((i) => `${10 + i}/06/2026;30/06/2026;R00${i};1;LYO`),
  ]);
  expect(report.files).toMatchObject([{ kind: 'sales', first_date: '2026-06-10', last_date: '2026-06-21' }]);
});

describe('[IMPEX-03] exports of known systems, by their public layout', () => {
  it('sells what the item ledger of Business Central says sold, whose amounts are without taxes', async () => {
    const report = await sent('itemLedgerEntries.csv', [
      'entryNo,entryType,documentNo,postingDate,itemNo,variantCode,locationCode,quantity,remainingQuantity,salesAmountActual',
      '1,Purchase,P1,2026-06-01,1896-S,M,BLUE,20,15,0',
      '2,Sale,103001,2026-06-02,1896-S,M,BLUE,-2,0,100.00',
      '3,Positive_x0020_Adjmt_x002E_,A1,2026-06-03,1896-S,M,BLUE,3,3,0',
      '4,Consumption,C1,2026-06-03,1896-S,M,BLUE,-1,0,0',
    ]);
    expect(report.files).toMatchObject([
      { kind: 'sales', rows_kept: 1, total_quantity: 2, amount_tax: 'excl' },
    ]);
    expect(report.totals).toMatchObject({ sale_quantity: 2, sale_amount: 120 });
  });

  it('reads the stock on hand of Oracle Retail, not what is reserved or in transit', async () => {
    const report = await sent('item_loc_soh.csv', [
      'ITEM,ITEM_PARENT,LOC,LOC_TYPE,STOCK_ON_HAND,IN_TRANSIT_QTY,TSF_RESERVED_QTY,AV_COST',
      '100000011,100000003,1001,S,4,2,1,12.5000',
      '100000012,100000003,1001,S,5,0,0,12.5000',
    ]);
    expect(report.files).toMatchObject([{ kind: 'stock', rows_kept: 2, total_quantity: 9 }]);
  });
});
