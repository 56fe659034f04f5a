/** The sections of columns, in the order they are shown. The three sales sub-sections follow Ventes. */
export const SECTION_IDS = [
  'product',
  'stock',
  'coverage',
  'sales',
  'sales_qty',
  'sales_value',
  'sales_discount_pct',
  'upcoming',
  'forecast',
  'phase_forecast',
  'discount',
  'results',
  'results_this_phase',
] as const;
export type SectionId = (typeof SECTION_IDS)[number];

export const SECTION_LABELS: Record<SectionId, string> = {
  product: 'Produit',
  stock: 'Stock',
  coverage: 'Couverture',
  sales: 'Ventes',
  sales_qty: 'Ventes (Qté)',
  sales_value: 'Ventes (CA)',
  sales_discount_pct: 'Ventes (Taux dem.)',
  upcoming: 'Atterrissage (avant démarque)',
  forecast: 'Prévision (toutes démarques)',
  phase_forecast: 'Prévision (démarque travaillée)',
  discount: 'Démarque',
  results: 'Performance (toutes démarques)',
  results_this_phase: 'Performance (démarque en cours)',
};

export function sectionLabel(section: SectionId): string {
  return SECTION_LABELS[section];
}
