import { date, exact, INVENTORY, type KindSpec, QUANTITY, text } from './column-spec.ts';

/** What the retailer's till says of a month, in a place or in all of them: to compare with, never added to the sales. */
export const CONTROL: KindSpec = {
  kind: 'control',
  required: [['date'], ['revenue', 'quantity', 'stock']],
  file_words: ['controle', 'caisse', 'control', 'totaux', 'kasse', 'kassa', 'cassa', 'caja'],
  columns: [
    date('date', 'mois', 'month', 'periode', 'jour', 'day'),
    text('place', ...INVENTORY, 'etablissement', 'code_etablissement', 'boutique', 'point_de_vente'),
    exact(
      'revenue',
      ...['ca', 'ca_ttc', 'montant', 'montant_ttc', 'chiffre_d_affaires', 'chiffre_affaires', 'total_ttc'],
      ...['sales_amount', 'turnover', 'total'],
    ),
    exact('quantity', ...QUANTITY, 'pieces_vendues', 'quantite_vendue', 'qte_vendue', 'units_sold'),
    exact('stock', 'stock_fin', 'stock_fin_de_mois', 'pieces_en_stock', 'stock_qty', 'closing_stock'),
  ],
};
