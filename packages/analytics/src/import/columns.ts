import type { FileKind } from './types.ts';

export type ColumnType = 'string' | 'number' | 'date' | 'week';

export type ColumnSpec = {
  name: string;
  type: ColumnType;
  /** Headings that mean this column, normalised: lower case, no accents, `_` between words. */
  synonyms: readonly string[];
  /** Smallest value allowed for a number. */
  minimum?: number;
  /** An unreadable value refuses the row; otherwise it is left out with a warning. */
  strict?: boolean;
};

export type KindSpec = {
  kind: FileKind;
  columns: readonly ColumnSpec[];
  /** Each entry: at least one of these columns must be there (and filled in each row). */
  required: readonly (readonly string[])[];
  /** Words in a file's name that speak for the kind. */
  file_words: readonly string[];
};

const text = (name: string, ...synonyms: string[]): ColumnSpec => ({ name, type: 'string', synonyms });
const amount = (name: string, ...synonyms: string[]): ColumnSpec => ({ name, type: 'number', synonyms });
const exact = (name: string, ...synonyms: string[]): ColumnSpec => ({
  name,
  type: 'number',
  synonyms,
  strict: true,
});
const price = (name: string, ...synonyms: string[]): ColumnSpec => ({
  name,
  type: 'number',
  synonyms,
  minimum: 0,
  strict: true,
});
const date = (name: string, ...synonyms: string[]): ColumnSpec => ({ name, type: 'date', synonyms });

const GROUP_ID = text(
  'item_group_id',
  ...[
    'code_produit',
    'reference',
    'ref',
    'ref_produit',
    'reference_produit',
    'produit',
    'product',
    'product_id',
  ],
  ...[
    'product_code',
    'modele',
    'code_modele',
    'style',
    'style_id',
    'article',
    'reference_coloris',
    'ref_coloris',
    'pid',
  ],
);
const ITEM_ID = text(
  'item_id',
  ...[
    'sku',
    'code_article',
    'code_sku',
    'id_article',
    'ean',
    'ean13',
    'gencod',
    'code_barre',
    'variant',
    'variant_id',
    'upc',
    'upc_id',
  ],
);
const SIZE = text('size', 'taille', 'pointure', 'taille_pointure');
const QUANTITY = ['quantite', 'qte', 'qty', 'units', 'unites', 'nb', 'nombre', 'pieces', 'volume'];
const INVENTORY = [
  ...[
    'code_entrepot',
    'entrepot',
    'depot',
    'code_depot',
    'warehouse',
    'inventory',
    'code_inventaire',
    'inventaire',
  ],
  ...[
    'location',
    'code_magasin',
    'magasin',
    'store',
    'store_id',
    'location_code',
    'lieu',
    'code_lieu',
    'site',
    'boutique',
  ],
];

const ITEMS: KindSpec = {
  kind: 'items',
  required: [['item_group_id']],
  file_words: ['item', 'article', 'produit', 'product', 'catalog', 'referentiel', 'assortiment'],
  columns: [
    GROUP_ID,
    ITEM_ID,
    text('name', 'nom', 'nom_court', 'designation', 'product_name'),
    text('title', 'libelle', 'titre', 'libelle_produit', 'description', 'intitule', 'libelle_long'),
    text('brand', 'marque', 'brand_name', 'manufacturer', 'griffe'),
    text(
      'section',
      'rayon',
      'secteur',
      'department',
      'departement',
      'univers',
      'main_category',
      'category_1',
    ),
    text('family', 'famille', 'category', 'categorie', 'category_2'),
    text(
      'subfamily',
      'sous_famille',
      'sub_family',
      'sub_category',
      'subcategory',
      'sous_categorie',
      'category_3',
    ),
    text('color', 'couleur', 'coloris', 'colour'),
    SIZE,
    text('supplier', 'fournisseur', 'vendor', 'code_fournisseur'),
    text('release_season', 'saison', 'season', 'saison_de_lancement', 'saison_lancement', 'saison_creation'),
    text('last_season', 'derniere_saison', 'saison_fin'),
    date(
      'on_sale_date',
      ...[
        'date_mise_en_vente',
        'date_de_mise_en_vente',
        'mise_en_vente',
        'release_date',
        'date_lancement',
        'date_de_lancement',
        'launch_date',
      ],
    ),
    price(
      'price',
      'prix_ttc',
      'prix',
      'pvc',
      'prix_de_vente',
      'prix_vente',
      'prix_public',
      'prix_vente_ttc',
      'rrp',
      'list_price',
      'pvp',
      'retail_price',
    ),
    price('base_price', 'prix_ht', 'prix_vente_ht', 'pv_ht', 'net_price'),
    price(
      'cost',
      'cout',
      'prix_revient',
      'prix_de_revient',
      'pamp',
      'cump',
      'prix_achat',
      'prix_d_achat',
      'unit_cost',
      'cost_price',
      'pr',
    ),
    amount('supplier_rebate_pct', 'remise_fournisseur', 'rfa', 'remise_fournisseur_pct', 'supplier_rebate'),
    text('image_url', 'image', 'photo', 'url_image', 'url_photo', 'picture', 'visuel'),
    text('tags', 'etiquettes', 'tag', 'mots_cles', 'libelles_libres'),
    text('ranking_key', 'cle_de_classement', 'cle_classement', 'cle_rang'),
    exact(
      'stock_qty',
      'stock',
      'stock_total',
      'qte_stock',
      'quantite_stock',
      'stock_disponible',
      'stock_quantity',
    ),
  ],
};

const SALES: KindSpec = {
  kind: 'sales',
  required: [['date', 'week_number'], ['item_group_id', 'item_id'], ['quantity']],
  file_words: ['vente', 'sale', 'ticket', 'ca_', 'transaction'],
  columns: [
    date(
      'date',
      'jour',
      'date_vente',
      'date_de_vente',
      'semaine_du',
      'day',
      'sale_date',
      'date_ticket',
      'week_start',
      'lundi',
    ),
    { name: 'week_number', type: 'week', synonyms: ['week_number'] },
    GROUP_ID,
    ITEM_ID,
    SIZE,
    text(
      'location_code',
      'code_magasin',
      'magasin',
      'store',
      'store_id',
      'location',
      'lieu',
      'code_lieu',
      'boutique',
      'point_de_vente',
      'site',
    ),
    exact(
      'quantity',
      ...QUANTITY,
      'quantite_vendue',
      'qte_vendue',
      'ventes',
      'ventes_qte',
      'purchases',
      'units_sold',
      'sales_qty',
    ),
    exact(
      'amount',
      'montant',
      'ca',
      'ca_ttc',
      'montant_ttc',
      'spend',
      'net_amount',
      'revenue',
      'chiffre_d_affaires',
      'sales_amount',
    ),
    price(
      'unit_price',
      'prix_unitaire',
      'prix_paye',
      'prix_vente',
      'prix',
      'paid_price',
      'price_per_unit',
      'price',
      'pu_ttc',
      'prix_ttc',
    ),
    amount('discount_pct', 'remise', 'taux_remise', 'demarque', 'taux_demarque', 'remise_pct', 'discount'),
  ],
};

const STOCK: KindSpec = {
  kind: 'stock',
  required: [['item_group_id', 'item_id'], ['quantity']],
  file_words: ['stock', 'inventaire', 'inventory'],
  columns: [
    date('date', 'jour', 'date_stock', 'date_inventaire', 'stock_date', 'date_de_stock', 'day'),
    { name: 'week_number', type: 'week', synonyms: ['week_number'] },
    GROUP_ID,
    ITEM_ID,
    SIZE,
    text('inventory_code', ...INVENTORY),
    exact(
      'quantity',
      'stock',
      'stock_qty',
      'qte_stock',
      'quantite_stock',
      'stock_disponible',
      'stock_physique',
      ...QUANTITY,
    ),
  ],
};

const PRICES: KindSpec = {
  kind: 'prices',
  required: [['item_group_id', 'item_id'], ['price']],
  file_words: ['prix', 'price', 'tarif'],
  columns: [
    GROUP_ID,
    ITEM_ID,
    SIZE,
    text('price_list_id', 'liste_de_prix', 'tarif', 'code_tarif', 'price_list', 'liste_prix', 'grille'),
    date(
      'from_date',
      'date_debut',
      'debut',
      'date_de_debut',
      'date_effet',
      'date',
      'valid_from',
      'a_partir_du',
      'date_application',
    ),
    price('price', 'prix_ttc', 'prix', 'pvc', 'prix_de_vente', 'prix_vente', 'montant', 'list_price'),
    price('base_price', 'prix_ht', 'prix_vente_ht', 'pv_ht'),
  ],
};

const ORDERS: KindSpec = {
  kind: 'orders',
  required: [['item_group_id', 'item_id'], ['expected_date'], ['quantity']],
  file_words: ['commande', 'order', 'reception', 'arrivage'],
  columns: [
    GROUP_ID,
    ITEM_ID,
    SIZE,
    date(
      'expected_date',
      'date_livraison',
      'date_prevue',
      'date_reception',
      'date_de_livraison',
      'livraison',
      'eta',
      'delivery_date',
      'date_attendue',
      'date',
    ),
    exact('quantity', ...QUANTITY, 'quantite_commandee', 'qte_commandee', 'reste_a_livrer', 'en_commande'),
    text('inventory_code', ...INVENTORY),
  ],
};

const PLACES: KindSpec = {
  kind: 'places',
  required: [['code']],
  file_words: ['magasin', 'lieu', 'place', 'store', 'site', 'entrepot', 'boutique'],
  columns: [
    text(
      'code',
      'code_magasin',
      'code_lieu',
      'code_entrepot',
      'code_site',
      'id_magasin',
      'store_id',
      'location_code',
      'magasin',
      'site',
    ),
    text('name', 'nom', 'libelle', 'enseigne', 'nom_magasin', 'libelle_magasin'),
    text('kind', 'type', 'nature', 'type_lieu', 'type_de_lieu'),
    text('country', 'pays', 'code_pays'),
    text('city', 'ville', 'commune'),
  ],
};

/** Project definitions are recognised here and read by the server. */
const PROJECTS: KindSpec = {
  kind: 'projects',
  required: [['name'], ['phase_1', 'start_date', 'phases']],
  file_words: ['projet', 'project', 'operation'],
  columns: [
    text('name', 'nom', 'projet', 'nom_projet', 'operation'),
    date('start_date', 'date_debut', 'debut'),
    date('end_date', 'date_fin', 'fin'),
    date('phase_1', 'demarque_1', 'date_demarque_1', 'debut_demarque_1', 'phase1'),
    text('phases', 'demarques'),
  ],
};

export const KINDS: readonly KindSpec[] = [ITEMS, SALES, STOCK, PRICES, ORDERS, PLACES, PROJECTS];

export const kindSpec = (kind: FileKind): KindSpec => {
  const found = KINDS.find((spec) => spec.kind === kind);
  if (!found) throw new RangeError(`unknown kind: ${kind}`);
  return found;
};

export const columnSpec = (kind: FileKind, name: string): ColumnSpec | undefined =>
  kindSpec(kind).columns.find((column) => column.name === name);
