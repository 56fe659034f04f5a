import { defineField, type FieldDefinition, type FieldEntry } from './field.ts';

const text = (
  id: string,
  label: string,
  description: string,
  more: Partial<FieldEntry> = {},
): FieldDefinition =>
  defineField({
    id,
    label,
    description,
    section: 'product',
    type: 'string',
    aggregation: { kind: 'distinct' },
    groupable: true,
    ...more,
  });

/** What a product is. */
export const IDENTITY_FIELDS: readonly FieldDefinition[] = [
  text('item_group_id', 'Code produit', 'Code du produit (toutes tailles réunies).', { groupable: false }),
  text('item_id', 'SKU', 'Codes SKU des variantes du produit.', {
    type: 'list',
    filterable: true,
    groupable: false,
    aggregation: { kind: 'none' },
  }),
  text('name', 'Nom', 'Nom court du produit.', { groupable: false }),
  text('title', 'Libellé', 'Libellé du produit tel qu’il est affiché.', { groupable: false }),
  text('brand', 'Marque', 'Marque du produit.'),
  text('section', 'Rayon', 'Rayon du produit.'),
  text('family', 'Famille', 'Famille du produit.'),
  text('subfamily', 'Sous-famille', 'Sous-famille du produit.'),
  text('color', 'Couleur', 'Couleur du produit.'),
  text('size', 'Taille', 'Tailles du produit.', {
    type: 'list',
    filterable: true,
    groupable: false,
    aggregation: { kind: 'none' },
  }),
  text('supplier', 'Fournisseur', 'Fournisseur du produit.'),
  text('release_season', 'Saison de lancement', 'Saison où le produit a été lancé.', { names_season: true }),
  text('last_season', 'Dernière saison', 'Dernière saison où le produit a été proposé.', {
    names_season: true,
  }),
  text('tags', 'Étiquettes', 'Étiquettes posées sur le produit.', {
    type: 'list',
    filterable: true,
    groupable: false,
    aggregation: { kind: 'distinct' },
  }),
  // A group shows the picture of one of its products.
  text('image_url', 'Image', 'Adresse de la photo du produit.', {
    groupable: false,
    filterable: false,
    in_rulebook: false,
    aggregation: { kind: 'min' },
  }),
  // Said by the retailer for the ranks alone: products are chosen by their family.
  text('ranking_key', 'Clé de classement', 'Clé de regroupement qui sert aux rangs par déciles.', {
    groupable: false,
    filterable: false,
    in_rulebook: false,
  }),
  defineField({
    id: 'on_sale_date',
    label: 'Date de mise en vente',
    description: 'Premier jour de mise en vente du produit.',
    section: 'product',
    type: 'date',
    aggregation: { kind: 'range' },
  }),
  defineField({
    id: 'items_count',
    label: 'Variantes',
    description: 'Nombre de variantes (SKU) du produit.',
    section: 'product',
    type: 'integer',
    unit: 'variantes',
  }),
  defineField({
    id: 'variants',
    label: 'Prix par variante',
    description: 'SKU, taille et prix TTC de chaque variante, pour le fichier de prix.',
    section: 'product',
    type: 'list',
    technical: true,
  }),
];

const catalogMoney = { type: 'money', currency: 'catalog' } as const;
const accountingMoney = { type: 'money', currency: 'accounting' } as const;
const percent = { type: 'percent', section: 'product' } as const;

/** What a product costs and earns before any markdown. */
export const PRICE_FIELDS: readonly FieldDefinition[] = [
  defineField({
    id: 'price',
    label: 'Prix TTC',
    description: 'Prix de vente TTC en vigueur, dans la devise du catalogue.',
    section: 'product',
    ...catalogMoney,
    aggregation: { kind: 'range' },
    ranked: true,
  }),
  defineField({
    id: 'prices',
    label: 'Prix TTC des variantes',
    description: 'Prix de vente TTC différents des variantes.',
    section: 'product',
    type: 'list',
    technical: true,
  }),
  ...(['min', 'max'] as const).map((end) =>
    defineField({
      id: `${end}_price`,
      label: end === 'min' ? 'Prix TTC le plus bas' : 'Prix TTC le plus haut',
      description: `Prix de vente TTC le plus ${end === 'min' ? 'bas' : 'haut'} des variantes.`,
      section: 'product',
      ...catalogMoney,
      aggregation: { kind: end },
      technical: true,
    }),
  ),
  defineField({
    id: 'base_price',
    label: 'Prix HT',
    description: 'Prix de vente HT en vigueur, dans la devise comptable.',
    section: 'product',
    ...accountingMoney,
    aggregation: { kind: 'range' },
  }),
  defineField({
    id: 'gross_base_price',
    label: 'Prix HT initial',
    description: 'Premier prix de vente HT du produit, dans la devise comptable.',
    section: 'product',
    ...accountingMoney,
    aggregation: { kind: 'range' },
  }),
  defineField({
    id: 'cost',
    label: 'Coût',
    description: 'Coût moyen pondéré unitaire (par le stock de chaque variante), dans la devise comptable.',
    section: 'product',
    ...accountingMoney,
    aggregation: { kind: 'weighted_mean', weight: 'stock_qty' },
    ranked: true,
    needs: 'costs',
  }),
  defineField({
    id: 'margin',
    label: 'Marge unitaire',
    description: 'Prix HT moins coût, par unité, dans la devise comptable.',
    section: 'product',
    ...accountingMoney,
    aggregation: { kind: 'weighted_mean', weight: 'stock_qty' },
    ranked: true,
    needs: 'costs',
  }),
  defineField({
    id: 'margin_pct',
    label: 'Marge (%)',
    description: 'Marge unitaire rapportée au prix HT (taux de marque).',
    ...percent,
    aggregation: {
      kind: 'ratio',
      numerator: 'stock_margin_value',
      denominator: 'stock_base_value',
      scale: 100,
    },
    ranked: true,
    needs: 'costs',
  }),
  defineField({
    id: 'markup_pct',
    label: 'Marge sur coût (%)',
    description: 'Marge unitaire rapportée au coût (taux de marge).',
    ...percent,
    aggregation: {
      kind: 'ratio',
      numerator: 'stock_margin_value',
      denominator: 'stock_cost_value',
      scale: 100,
    },
    ranked: true,
    needs: 'costs',
  }),
  defineField({
    id: 'supplier_rebate_pct',
    label: 'Remise fournisseur (%)',
    description: 'Remise consentie par le fournisseur, en pourcentage du coût.',
    ...percent,
    aggregation: { kind: 'weighted_mean', weight: 'stock_cost_value' },
    needs: 'costs',
  }),
  defineField({
    id: 'sales_boost',
    label: 'Accélération des ventes',
    description:
      'Ventes prévues à la démarque choisie, rapportées aux ventes prévues sans démarque, sur la démarque travaillée (1,5 = moitié plus).',
    section: 'product',
    type: 'number',
    source: 'computed',
    lazy: true,
    aggregation: {
      kind: 'ratio',
      numerator: 'phase_forecast.sales_qty',
      denominator: 'phase_forecast.undiscounted_sales_qty',
    },
  }),
];
