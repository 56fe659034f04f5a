import { COVERAGE_STATISTICS } from '../coverage/score.ts';
import { type ColumnDefinition, defineColumn } from './column.ts';

const GRADES = 'A : 8 semaines au plus ; B : 16 au plus ; C : au-delà.';

export const STOCK_COLUMNS: readonly ColumnDefinition[] = [
  defineColumn({
    id: 'stockTotal',
    section: 'stock',
    label: 'Stock total',
    width: 104,
    tooltip: 'Unités en stock, commandes attendues comprises si le projet les prend en compte.',
    product_view: 'quantity',
    fields: ['stock_qty', 'stock_qty_on_order'],
  }),
  defineColumn({
    id: 'stockDistribution',
    section: 'stock',
    label: 'Répartition du stock',
    width: 160,
    sort_field: 'in_store_stock_pct',
    tooltip: 'Stock en magasin, en entrepôt, en commande et en ligne ; par taille dans la fiche du produit.',
    product_view: 'stock_distribution',
    fields: [
      'items_stats',
      'in_store_stock_qty',
      'warehouse_stock_qty',
      'stock_qty_on_hand',
      'stock_qty_on_order',
      'stock_qty',
      'in_store_stock_pct',
    ],
  }),
  defineColumn({
    id: 'stockCostValue',
    section: 'stock',
    label: 'Stock au coût',
    width: 120,
    product_view: 'money',
    fields: ['stock_cost_value'],
  }),
  defineColumn({
    id: 'stockRetailValue',
    section: 'stock',
    label: 'Stock au prix de vente',
    width: 136,
    product_view: 'money',
    fields: ['stock_retail_value'],
  }),
  defineColumn({
    id: 'inStoreItems',
    section: 'stock',
    label: 'Variantes en magasin',
    width: 128,
    tooltip: 'Variantes (tailles) présentes en magasin, sur toutes les variantes du produit.',
    product_view: 'variants',
    fields: ['in_store_items_count', 'items_count', 'in_store_items_pct'],
  }),
  defineColumn({
    id: 'availability',
    section: 'stock',
    label: 'Disponibilité',
    width: 112,
    tooltip: '100 % moins le taux de rupture : couples taille × magasin qui ont encore du stock.',
    product_view: 'availability',
    fields: ['availability_pct', 'out_of_stock_rate'],
  }),
];

export const COVERAGE_COLUMNS: readonly ColumnDefinition[] = [
  defineColumn({
    id: 'coverageScore',
    section: 'coverage',
    label: 'Couverture totale',
    width: 120,
    tooltip: `Nombre de semaines nécessaires pour vendre 75 % du stock restant, d’après la prévision à la démarque en cours. ${GRADES}`,
    product_view: 'coverage',
    fields: ['stock_coverage.weeks', 'stock_coverage.cv_score'],
  }),
  defineColumn({
    id: 'coverageStoreScore',
    section: 'coverage',
    label: 'Couverture magasins',
    width: 128,
    sort_field: 'stock_coverage.stores_q2_weeks',
    tooltip: `Nombre de semaines nécessaires à un magasin pour vendre 75 % de son stock, au rythme de ses quatre dernières semaines : quartile des magasins choisi dans la vue. ${GRADES}`,
    product_view: 'store_coverage',
    fields: COVERAGE_STATISTICS.flatMap((statistic) => [
      `stock_coverage.stores_${statistic}_weeks`,
      `stock_coverage.stores_${statistic}_cv_score`,
    ]),
  }),
];
