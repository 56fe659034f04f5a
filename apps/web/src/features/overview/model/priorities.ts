import { ALLOCATION_PRIORITIES, type AllocationPriority } from '@palier/domain';

/** What decides which products take the deepest discounts, as the list shows it. */
export const priorityLabels: Record<AllocationPriority, string> = {
  stock_coverage: 'Couverture, décroissante',
  stock_qty: 'Stock, décroissant',
  stock_cost_value: 'Valeur du stock, décroissante',
  season_sell_through_pct: 'Écoulement, croissant',
  margin_pct: 'Taux de marge, décroissant',
};

export const priorityOptions = ALLOCATION_PRIORITIES.map((value) => ({
  value,
  label: priorityLabels[value],
}));
