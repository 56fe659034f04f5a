import { afterAll, describe, expect, it } from 'vitest';
import { deskKeeper } from './files.ts';

const { desk, clear } = deskKeeper();
afterAll(clear);

const rows = (row: (index: number) => string): string[] =>
  Array.from({ length: 12 }, (_, index) => row(index));

async function sent(name: string, lines: readonly string[]) {
  const { put, send } = await desk();
  const mapping = { accept_likely: false, settings: { date_order: 'day' as const } };
  return (await send([await put(name, `${lines.join('\n')}\n`)], { mapping })).report;
}

/** Files of a lot that no rule was made for, which the first reading took for what they were not. */
describe('[IMPEX-03] a lot never seen', () => {
  it('sells no cancelled order', async () => {
    const report = await sent('commandes-web.csv', [
      'order-id,purchase-date,sku,quantity-purchased,item-price,currency,order-status',
      ...rows(
        (i) =>
          `40${i},2026-06-${10 + i}T10:00:00+00:00,SKU${i},1,39.90,EUR,${i % 3 === 2 ? 'Cancelled' : 'Shipped'}`,
      ),
    ]);
    expect(report.files).toMatchObject([
      { kind: 'sales', rows_kept: 8, rows_rejected: 4, total_quantity: 8 },
    ]);
    expect(report.errors[0]).toMatchObject({ column: 'order-status', reason: 'vente annulée ou remboursée' });
  });

  it('keeps the states of orders that name none cancelled', async () => {
    const report = await sent('ventes.csv', [
      'Date;Statut;Référence;Quantité;Montant TTC',
      ...rows((i) => `${10 + i}/06/2026;Expédiée;R00${i};1;29,90`),
    ]);
    expect(report.files).toMatchObject([{ kind: 'sales', rows_kept: 12 }]);
  });

  it('takes what was counted of an inventory, not what should have been there', async () => {
    const report = await sent('inventaire.csv', [
      'Magasin;EAN;Qté théorique;Qté comptée;Écart',
      ...rows((i) => `M01;37012340000${10 + i};5;4;-1`),
    ]);
    expect(report.files).toMatchObject([{ kind: 'stock', total_quantity: 48 }]);
  });

  it('sells nothing of suppliers’ invoices and of transfers, orders nothing of them, and says so', async () => {
    const bought = await sent('factures.csv', [
      'N° facture;Date facture;Fournisseur;Référence;Qté;PU achat HT;Total HT',
      ...rows((i) => `F${i};${10 + i}/06/2026;DUPONT;R00${i};10;12,53;125,30`),
    ]);
    const moved = await sent('mouvements.csv', [
      'Date;Magasin départ;Magasin arrivée;Article;Quantité',
      ...rows((i) => `${10 + i}/06/2026;M01;M02;R00${i};2`),
    ]);
    for (const { files, ignored_files } of [bought, moved]) {
      expect(files).toEqual([]);
      expect(ignored_files).toHaveLength(1);
    }
  });

  it('takes an amount off for no rate, and a net for what was paid', async () => {
    const report = await sent('caisse.csv', [
      'Jour;Ticket;Ligne;Article;Qté;Brut;Remise;Net',
      ...rows((i) => `${10 + i}/06/2026;50${i};1;R00${i};1;59,90;10,00;49,90`),
    ]);
    expect(report.files).toMatchObject([{ kind: 'sales', total_amount: 598.8 }]);
  });

  it('knows a list of articles by one row, though it shows their stock', async () => {
    const report = await sent('x.csv', [
      'Référence;Désignation;Marque;Prix;Stock',
      'A1;Robe été;Lune;49,90;12',
    ]);
    expect(report.questions).toEqual([]);
    expect(report.files).toMatchObject([{ kind: 'items' }, { kind: 'stock', total_quantity: 12 }]);
  });

  it('asks nothing of the headings of a second table, which it reads too', async () => {
    const table = (headings: string, row: string): string[] => [
      headings,
      ...rows((i) => `R00${i};${row}`).slice(0, 4),
    ];
    const report = await sent('tout.csv', [
      'Articles;;',
      ...table('Code produit;Libellé;Prix TTC', 'Robe;79,90'),
      ';;',
      'Stock;;',
      ...table('Code produit;Magasin;Stock', 'M1;3'),
    ]);
    expect(report.questions).toEqual([]);
    expect(report.files).toMatchObject([
      { kind: 'items', rows_kept: 4 },
      { kind: 'stock', total_quantity: 12 },
    ]);
  });

  it('asks which column says what was paid, and takes no list price for it in silence', async () => {
    const { put, send } = await desk();
    const lines = ['Date;Référence;Quantité;Gros', ...rows((i) => `${13 + i}/06/2026;R00${i};2;119,80`)];
    const read = async (answers?: Record<string, string>) =>
      (
        await send([await put('relevé.csv', `${lines.join('\n')}\n`)], {
          mapping: { accept_likely: false, ...(answers && { answers }) },
        })
      ).report;
    expect((await read()).questions).toMatchObject([
      {
        key: 'missing_column:relevé.csv',
        text: 'Montant payé manquant : désignez une colonne.',
        choices: [
          { value: 'Gros', detail: 'Montant TTC de la ligne' },
          { value: 'Gros\npiece', detail: 'Prix TTC d’une pièce' },
          { value: '' },
          { value: 'aside' },
        ],
      },
    ]);
    expect((await read({ 'missing_column:relevé.csv': '' })).files).toMatchObject([{ total_amount: null }]);
    const paid = await read({ 'missing_column:relevé.csv': 'Gros' });
    expect(paid.files).toMatchObject([{ kind: 'sales', total_quantity: 24, total_amount: 1437.6 }]);
    const each = await read({ 'missing_column:relevé.csv': 'Gros\npiece' });
    expect(each.files).toMatchObject([{ kind: 'sales', total_quantity: 24, total_amount: 2875.2 }]);
  });

  it('keeps prices in each of their currencies', async () => {
    const { put, send } = await desk();
    const text = `${['Référence;Prix EUR;Prix CHF;Valable du', ...rows((i) => `R00${i};59,90;69,90;25/06/2026`)].join('\n')}\n`;
    const items = `code_produit;libellé;prix_ttc\n${rows((i) => `R00${i};Robe;59,90`).join('\n')}\n`;
    const sales = 'date;code_produit;quantité;montant;devise\n26/06/2026;R001;1;69,90;CHF\n';
    const mapping = { accept_likely: false, settings: { date_order: 'day' as const } };
    const { report } = await send(
      [await put('articles.csv', items), await put('tarifs.csv', text), await put('ventes.csv', sales)],
      { mapping },
    );
    expect(report.questions).toEqual([]);
    expect(report.files.filter(({ kind }) => kind === 'prices')).toHaveLength(2);
    expect(report.currency).toBe('EUR');
    expect(report.amounts).toContainEqual({ currency: 'CHF', before: 0, after: 69.9 });
    // As the columns' screen says it: both headings are prices.
    const columns = {
      Référence: 'item_group_id',
      'Prix EUR': 'price',
      'Prix CHF': 'price',
      'Valable du': 'from_date',
    };
    const files = [{ match: 'tarifs2.csv', kind: 'prices' as const, columns }];
    const again = await send([await put('tarifs2.csv', text)], { mapping: { ...mapping, files } });
    expect(again.report.unchanged).toBe(true);
  });
});
