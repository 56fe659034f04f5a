import { COVERAGE_STATISTIC_LABELS, COVERAGE_STATISTICS } from '../coverage/score.ts';
import { defineField, type FieldDefinition, type FieldEntry } from './field.ts';

const quantity = (
  id: string,
  label: string,
  description: string,
  more: Partial<FieldEntry> = {},
): FieldDefinition =>
  defineField({
    id,
    label,
    description,
    section: 'stock',
    type: 'integer',
    unit: 'unités',
    ranked: true,
    ...more,
  });

const value = (
  id: string,
  label: string,
  description: string,
  currency: 'catalog' | 'accounting',
  more: Partial<FieldEntry> = {},
): FieldDefinition =>
  defineField({ id, label, description, section: 'stock', type: 'money', currency, ...more });

const couples = (id: string, label: string, which: string): FieldDefinition =>
  quantity(id, label, `Nombre de couples taille × magasin ${which}.`, {
    unit: 'couples',
    ranked: false,
    technical: true,
  });

const OUT_OF_STOCK = {
  kind: 'ratio',
  numerator: 'out_of_stock_couples_count',
  denominator: 'sold_couples_count',
  scale: 100,
} as const;

export const STOCK_FIELDS: readonly FieldDefinition[] = [
  quantity(
    'stock_qty',
    'Stock total',
    'Unités en stock, commandes attendues comprises si le projet les prend en compte.',
  ),
  quantity('stock_qty_on_hand', 'Stock physique', 'Unités en magasin et en entrepôt à la date des données.', {
    ranked: false,
  }),
  quantity('stock_qty_on_order', 'Stock en commande', 'Unités commandées et pas encore reçues.'),
  quantity('in_store_stock_qty', 'Stock magasin', 'Unités présentes en magasin.'),
  quantity('warehouse_stock_qty', 'Stock entrepôt', 'Unités présentes en entrepôt.', { ranked: false }),
  value('stock_cost_value', 'Stock au coût', 'Stock total valorisé au coût moyen pondéré.', 'accounting', {
    ranked: true,
    needs: 'costs',
  }),
  value('stock_retail_value', 'Stock au prix de vente', 'Stock total valorisé au prix TTC.', 'catalog', {
    ranked: true,
  }),
  value(
    'in_store_stock_cost_value',
    'Stock magasin au coût',
    'Stock magasin valorisé au coût.',
    'accounting',
    { needs: 'costs' },
  ),
  value(
    'in_store_stock_retail_value',
    'Stock magasin au prix de vente',
    'Stock magasin au prix TTC.',
    'catalog',
  ),
  value('stock_base_value', 'Stock au prix HT', 'Stock total valorisé au prix HT.', 'accounting', {
    technical: true,
  }),
  value(
    'stock_margin_value',
    'Marge du stock',
    'Stock total multiplié par la marge unitaire.',
    'accounting',
    {
      technical: true,
      needs: 'costs',
    },
  ),
  defineField({
    id: 'in_store_stock_pct',
    label: 'Part en magasin',
    description: 'Part du stock physique présente en magasin.',
    section: 'stock',
    type: 'percent',
    aggregation: {
      kind: 'ratio',
      numerator: 'in_store_stock_qty',
      denominator: 'stock_qty_on_hand',
      scale: 100,
    },
  }),
  defineField({
    id: 'in_store_items_count',
    label: 'Variantes en magasin',
    description: 'Nombre de variantes (tailles) dont il reste au moins une unité en magasin.',
    section: 'stock',
    type: 'integer',
    unit: 'variantes',
    ranked: true,
  }),
  defineField({
    id: 'in_store_items_pct',
    label: 'Variantes en magasin (%)',
    description: 'Part des variantes du produit présentes en magasin.',
    section: 'stock',
    type: 'percent',
    aggregation: { kind: 'ratio', numerator: 'in_store_items_count', denominator: 'items_count', scale: 100 },
  }),
  defineField({
    id: 'items_stats',
    label: 'Répartition par taille',
    description: 'Pour chaque taille : stock total et stock magasin.',
    section: 'stock',
    type: 'list',
    aggregation: { kind: 'bucket_sum' },
  }),
  couples('sold_couples_count', 'Couples taille × magasin', 'qui ont vendu le produit en 180 jours'),
  couples('out_of_stock_couples_count', 'Couples en rupture', 'qui ont vendu le produit et n’en ont plus'),
  defineField({
    id: 'out_of_stock_rate',
    label: 'Taux de rupture',
    description:
      'Part des couples taille × magasin sans stock, parmi ceux qui ont vendu le produit en 180 jours.',
    section: 'stock',
    type: 'percent',
    aggregation: OUT_OF_STOCK,
    ranked: true,
  }),
  defineField({
    id: 'availability_pct',
    label: 'Disponibilité',
    description: '100 % moins le taux de rupture.',
    section: 'stock',
    type: 'percent',
    aggregation: { ...OUT_OF_STOCK, complement: true },
  }),
];

const COVERAGE_MEANING =
  'Nombre de semaines nécessaires pour vendre 75 % du stock restant, d’après la prévision à la démarque en cours (sans prévision : au rythme des quatre dernières semaines)';
const STORE_COVERAGE_MEANING =
  'Nombre de semaines nécessaires à un magasin pour vendre 75 % de son stock, au rythme de ses quatre dernières semaines';

const coverage = (suffix: string, label: string, meaning: string, where = ''): FieldDefinition[] => [
  defineField({
    id: `stock_coverage.${suffix}weeks`,
    ...(suffix === '' && { alias: 'stock_coverage' }),
    label,
    description: `${meaning}${where} ; 52 au plus. D’un groupe : son stock au rythme de toutes ses ventes.`,
    section: 'coverage',
    type: 'number',
    unit: 'semaines',
    lazy: true,
    in_rulebook: true,
    aggregation: { kind: 'harmonic_mean', weight: 'stock_qty' },
    ranked: suffix === '',
  }),
  defineField({
    id: `stock_coverage.${suffix}cv_score`,
    ...(suffix === '' && { alias: 'cv_score' }),
    label: `${label} : note`,
    description: `A jusqu’à 8 semaines, B jusqu’à 16, C au-delà${where}.`,
    section: 'coverage',
    type: 'score',
    lazy: true,
    in_rulebook: true,
    groupable: suffix === '',
  }),
];

/** Total coverage, then the quartiles over stores. A group's grade is that of its weeks. */
export const COVERAGE_FIELDS: readonly FieldDefinition[] = [
  ...coverage('', 'Couverture totale', COVERAGE_MEANING),
  ...COVERAGE_STATISTICS.flatMap((statistic) =>
    coverage(
      `stores_${statistic}_`,
      `Couverture magasins (${statistic.toUpperCase()})`,
      STORE_COVERAGE_MEANING,
      `, ${COVERAGE_STATISTIC_LABELS[statistic].toLowerCase()}`,
    ),
  ),
];
