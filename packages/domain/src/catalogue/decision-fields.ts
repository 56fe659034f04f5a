import { defineField, type FieldDefinition, type FieldEntry } from './field.ts';

const decision = (
  id: string,
  label: string,
  description: string,
  type: FieldEntry['type'],
  more: Partial<FieldEntry> = {},
): FieldDefinition =>
  defineField({
    id,
    label,
    description,
    section: 'discount',
    type,
    source: 'decision',
    in_rulebook: false,
    ...more,
  });

const meanOverStock = { aggregation: { kind: 'weighted_mean', weight: 'stock_qty' } } as const;

/** What people, rules and optimisations decided for a line. Discounts are points. */
export const DECISION_FIELDS: readonly FieldDefinition[] = [
  decision('included', 'Inclus', 'Le produit participe à la démarque.', 'boolean', { groupable: true }),
  decision(
    'discount_pct',
    'Démarque',
    'Démarque en vigueur : choisie, optimisée ou automatique.',
    'percent',
    {
      ...meanOverStock,
      source: 'computed',
      groupable: true,
    },
  ),
  decision('discount_pct_user', 'Démarque choisie', 'Démarque choisie à la main.', 'percent', meanOverStock),
  decision(
    'discount_pct_auto',
    'Démarque automatique',
    'Démarque donnée par les règles ou l’optimisation, avant les garde-fous.',
    'percent',
    meanOverStock,
  ),
  decision(
    'discount_pct_opti',
    'Démarque optimale',
    'Démarque que l’optimisation retient.',
    'percent',
    meanOverStock,
  ),
  decision(
    'discount_pct_is_optimal',
    'À l’optimum',
    'La démarque en vigueur est celle de l’optimisation.',
    'boolean',
    { groupable: true },
  ),
  decision(
    'discount_pct_min',
    'Démarque minimale',
    'Plus petite démarque que les règles permettent.',
    'percent',
    {
      aggregation: { kind: 'min' },
    },
  ),
  decision(
    'discount_pct_max',
    'Démarque maximale',
    'Plus grande démarque que les règles permettent.',
    'percent',
    {
      aggregation: { kind: 'max' },
    },
  ),
  decision('discount_kind', 'Origine de la démarque', 'Choisie, optimisée ou automatique.', 'string', {
    source: 'computed',
    groupable: true,
    aggregation: { kind: 'distinct' },
  }),
  decision('discount_pct_incr', 'Incrément', 'Points ajoutés à la démarque précédente.', 'percent', {
    ...meanOverStock,
    unit: 'pts',
    source: 'computed',
  }),
  decision('previous_discount_pct', 'Démarque précédente', 'Démarque de la phase précédente.', 'percent', {
    ...meanOverStock,
    source: 'computed',
    groupable: true,
    in_rulebook: true,
  }),
  decision('next_discount_pct', 'Démarque suivante', 'Démarque prévue à la phase suivante.', 'percent', {
    ...meanOverStock,
    source: 'computed',
  }),
  decision('discount_pct_reviewed', 'Revu', 'La démarque a été relue.', 'boolean', { groupable: true }),
  decision(
    'optimization_goal',
    'Objectif d’optimisation',
    'Objectif ou scénario retenu pour le produit.',
    'string',
    { groupable: true, aggregation: { kind: 'distinct' } },
  ),
  decision('applied_discount_rule_ids', 'Règles appliquées', 'Règles qui ont fixé la démarque.', 'list', {
    filterable: true,
    aggregation: { kind: 'distinct' },
  }),
  decision(
    'discount_pct_update_date',
    'Modifiée le',
    'Jour de la dernière modification de la démarque.',
    'date',
    {
      aggregation: { kind: 'max' },
    },
  ),
  decision('discount_pct_update_user', 'Modifiée par', 'Auteur de la dernière modification.', 'string', {
    groupable: true,
    aggregation: { kind: 'distinct' },
  }),
  decision(
    'discount_pct_update_description',
    'Commentaire',
    'Commentaire de la dernière modification.',
    'string',
  ),
  decision(
    'discount_budget',
    'Budget de démarque',
    'Remise accordée aux clients sur la démarque travaillée : CA au prix plein moins CA.',
    'money',
    {
      source: 'computed',
      currency: 'catalog',
      section: 'phase_forecast',
    },
  ),
];
