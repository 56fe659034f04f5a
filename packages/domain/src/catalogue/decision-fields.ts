import { DECISION_LIST } from '../decision/decision.ts';
import { defineField, type FieldDefinition, type FieldEntry } from './field.ts';

const meanOverStock = { aggregation: { kind: 'weighted_mean', weight: 'stock_qty' } } as const;

const computedField = (entry: Omit<FieldEntry, 'section'> & Partial<FieldEntry>): FieldDefinition =>
  defineField({ section: 'discount', source: 'computed', in_rulebook: false, ...entry });

/** What follows from a line's decision, and its curve, at the time of a query. Discounts are points. */
const COMPUTED_FIELDS: readonly FieldDefinition[] = [
  computedField({
    id: 'discount_pct',
    label: 'Démarque',
    description: 'Démarque en vigueur : choisie, optimisée ou automatique.',
    type: 'percent',
    ...meanOverStock,
    groupable: true,
  }),
  computedField({
    id: 'discount_kind',
    label: 'Origine de la démarque',
    description:
      'Choisie, optimisée ou automatique. Une démarque automatique qu’une borne déplace, ou d’un projet qui a des optimisations, compte avec les optimisées.',
    type: 'string',
    groupable: true,
    aggregation: { kind: 'distinct' },
  }),
  computedField({
    id: 'discount_pct_incr',
    label: 'Incrément',
    description: 'Points ajoutés à la démarque précédente.',
    type: 'percent',
    ...meanOverStock,
    unit: 'pts',
  }),
  computedField({
    id: 'previous_discount_pct',
    label: 'Démarque précédente',
    description: 'Démarque de la phase précédente.',
    type: 'percent',
    ...meanOverStock,
    groupable: true,
    in_rulebook: true,
  }),
  computedField({
    id: 'next_discount_pct',
    label: 'Démarque suivante',
    description: 'Démarque prévue à la phase suivante.',
    type: 'percent',
    ...meanOverStock,
  }),
  computedField({
    id: 'changed_since_review',
    label: 'Modifié depuis sa revue',
    description: 'La démarque revue a changé : elle est à revoir.',
    type: 'boolean',
    groupable: true,
  }),
  computedField({
    id: 'discount_budget',
    label: 'Budget de démarque',
    description: 'Remise accordée aux clients sur la démarque travaillée : CA au prix plein moins CA.',
    type: 'money',
    currency: 'catalog',
    section: 'phase_forecast',
  }),
  computedField({
    id: 'label_price',
    label: 'Prix démarqué',
    description:
      'Prix TTC de l’étiquette à la démarque travaillée, au centime : avec la terminaison de l’enseigne, où elle en a une.',
    type: 'money',
    currency: 'catalog',
    aggregation: { kind: 'range' },
  }),
  computedField({
    id: 'real_discount_pct',
    label: 'Taux réel',
    description:
      'Baisse du prix de vente au prix démarqué : la démarque travaillée, sauf là où une terminaison l’en écarte.',
    type: 'percent',
    ...meanOverStock,
  }),
  computedField({
    id: 'signed_price',
    label: 'Prix signé avant',
    description:
      'Prix TTC de l’étiquette signé à la démarque précédente ; vide si elle n’a pas donné de prix au produit.',
    type: 'money',
    currency: 'catalog',
    aggregation: { kind: 'range' },
  }),
  computedField({
    id: 'price_rise',
    label: 'Hausse de prix',
    description:
      'Ce dont le prix démarqué, ou celui d’une variante vendue à un autre prix, dépasse le prix signé à la démarque précédente ; vide quand aucun ne le dépasse.',
    type: 'money',
    currency: 'catalog',
    aggregation: { kind: 'max' },
  }),
  computedField({
    id: 'prior_price',
    label: 'Prix antérieur',
    description:
      'Prix TTC le plus bas des 30 jours qui précèdent la première réduction annoncée ; vide quand il est inconnu. Prévaut le prix le plus bas des tarifs datés, sauf si la caisse en montre un plus bas.',
    type: 'money',
    currency: 'catalog',
    aggregation: { kind: 'range' },
    in_rulebook: true,
  }),
  computedField({
    id: 'prior_price_state',
    label: 'Preuve du prix antérieur',
    description: 'Établi, vu en caisse et à confirmer, en vente depuis moins de 30 jours, ou inconnu.',
    type: 'string',
    groupable: true,
  }),
  computedField({
    id: 'prior_price_date',
    label: 'Jour du prix antérieur',
    description: 'Premier des 30 jours où le prix antérieur a été pratiqué.',
    type: 'date',
    aggregation: { kind: 'range' },
  }),
  computedField({
    id: 'announced_pct',
    label: 'Pourcentage annonçable',
    description:
      'Réduction du prix démarqué sur le prix antérieur, arrondie au point inférieur ; vide quand rien ne peut être annoncé.',
    type: 'percent',
    ...meanOverStock,
    groupable: true,
  }),
  computedField({
    id: 'announcement',
    label: 'Annonce permise',
    description: 'Au taux décidé, à moins, sans annonce, ou prix antérieur inconnu.',
    type: 'string',
    groupable: true,
  }),
  computedField({
    id: 'below_cost',
    label: 'Vendu sous son coût',
    description:
      'Une démarque qui reste, travaillée ou suivante, le vend à un prix hors taxes inférieur à son prix de revient.',
    type: 'boolean',
    section: 'forecast',
    needs: 'costs',
  }),
];

/** What people, rules and optimisations decided for a line, and what follows from it. */
export const DECISION_FIELDS: readonly FieldDefinition[] = [
  ...COMPUTED_FIELDS,
  ...DECISION_LIST.flatMap(({ name, field }) =>
    field
      ? [
          defineField({
            id: name,
            section: 'discount',
            source: 'decision',
            in_rulebook: false,
            ...field,
          }),
        ]
      : [],
  ),
];
