import type { FieldCurrency, FieldType } from '../catalogue/field.ts';

export interface SerieMetric {
  id: string;
  label: string;
  type: FieldType;
  currency?: FieldCurrency;
  /** Tells costs or margins: not there for who may not see costs. */
  needs?: 'costs';
  /** More of it is better. What does not say so is neither: a rate, an outlay, a count. */
  is_gain?: true;
}

/** The figures that series are compared by, in the order of the chooser. */
export const SERIE_METRICS: readonly SerieMetric[] = [
  { id: 'sales', label: 'CA net TTC', type: 'money', currency: 'catalog', is_gain: true },
  {
    id: 'profit',
    label: 'Marge nette',
    type: 'money',
    currency: 'accounting',
    needs: 'costs',
    is_gain: true,
  },
  { id: 'sales_qty', label: 'Ventes unitaires', type: 'number', is_gain: true },
  { id: 'sales_discount_pct', label: 'Taux de démarque moyen', type: 'percent' },
  { id: 'season_sales_qty', label: 'Quantité de la saison', type: 'number', is_gain: true },
  { id: 'discount_budget', label: 'Budget de démarque', type: 'money', currency: 'catalog' },
  { id: 'sell_through_pct', label: 'Taux d’écoulement', type: 'percent', is_gain: true },
  { id: 'stock_qty', label: 'Stock', type: 'number' },
  {
    id: 'stock_cost_value',
    label: 'Stock au coût',
    type: 'money',
    currency: 'accounting',
    needs: 'costs',
  },
  { id: 'stock_retail_value', label: 'Stock au prix de vente', type: 'money', currency: 'catalog' },
  { id: 'day_count', label: 'Nombre de jours', type: 'integer' },
  { id: 'item_group_count', label: 'Nombre de produits', type: 'integer' },
  { id: 'face_discount_pct', label: 'Taux de démarque facial', type: 'percent' },
];
