import {
  amount,
  type ColumnSpec,
  CURRENCY,
  date,
  exact,
  GROUP_ID,
  INVENTORY,
  ITEM_ID,
  type KindSpec,
  price,
  QUANTITY,
  SIZE,
  text,
} from './column-spec.ts';

const TICKET = [
  ...['ticket', 'numero_ticket', 'no_ticket', 'num_ticket', 'id_ticket', 'ticket_number', 'ticket_id'],
  ...['numero_de_ticket', 'ticket_caisse', 'receipt', 'receipt_id', 'receipt_no', 'receipt_number'],
  ...['invoice', 'invoice_no', 'invoice_number', 'facture', 'numero_facture', 'no_facture'],
  ...['transaction_id', 'transaction_number', 'order_id', 'order_number', 'numero_commande'],
];
const TICKET_LINE = [
  ...['ligne_ticket', 'numero_ligne', 'no_ligne', 'num_ligne', 'ligne_de_ticket', 'line_number', 'line_no'],
  ...['ticket_line', 'receipt_line', 'line_item_id', 'line_id', 'num_ligne_ticket'],
];

const MOVEMENT = [
  ...['type', 'nature', 'sens', 'type_mouvement', 'type_de_mouvement', 'mouvement', 'nature_mouvement'],
  ...['code_mouvement', 'type_mvt', 'mvt', 'movement_type', 'movement', 'entry_type', 'transaction_type'],
  ...['type_operation', 'operation', 'type_transaction', 'type_ecriture', 'bewegungsart', 'tipo_movimiento'],
];

const STATE = [
  ...[
    'statut',
    'status',
    'etat',
    'order_status',
    'statut_commande',
    'etat_commande',
    'statut_de_la_commande',
  ],
  ...['order_state', 'financial_status', 'line_status', 'statut_ligne', 'payment_status', 'estado', 'stato'],
];

/** The kind of a line's reduction: whether everybody had it. */
const REDUCTION = [
  ...['motif_remise', 'motif_de_remise', 'type_remise', 'type_de_remise', 'nature_remise', 'genre_remise'],
  ...['genre_de_remise', 'nature_de_remise', 'motif_reduction', 'type_reduction', 'type_de_reduction'],
  ...['nature_reduction', 'genre_reduction', 'type_promo', 'type_promotion', 'nature_promotion'],
  ...['discount_type', 'discount_reason', 'discount_kind', 'promotion_type', 'promo_type'],
];

/** Whether a line was cancelled, by a yes or a no. */
const CANCELLED = [
  ...[
    'void',
    'voided',
    'is_void',
    'annule',
    'annulee',
    'annulation',
    'canceled',
    'is_cancelled',
    'ligne_annulee',
  ],
  ...['storno', 'storniert', 'annullato', 'anulado', 'cancelado', 'geannuleerd'],
];

const WEEK: ColumnSpec = {
  name: 'week_number',
  type: 'week',
  synonyms: [
    ...['semaine', 'week', 'no_semaine', 'num_semaine', 'numero_semaine', 'numero_de_semaine', 'semaine_iso'],
    ...['iso_week', 'week_no', 'week_num', 'sem', 'yearweek', 'year_week', 'annee_semaine'],
    ...['fiscal_week', 'semaine_fiscale', 'retail_week', 'trading_week', 'semaine_commerciale', 'fiscal_wk'],
  ],
};
const YEAR: ColumnSpec = {
  name: 'year',
  type: 'week',
  synonyms: [
    ...[
      'annee',
      'year',
      'jaar',
      'jahr',
      'ano',
      'anno',
      'annee_iso',
      'iso_year',
      'exercice',
      'fiscal_year',
      'annee_fiscale',
      'fy',
    ],
    ...['exercice_fiscal', 'retail_year', 'trading_year'],
  ],
};
/** Of a calendar of whole weeks: the period whose week is counted. */
const PERIOD: ColumnSpec = {
  name: 'period_number',
  type: 'week',
  synonyms: [
    ...['period', 'periode', 'fiscal_period', 'periode_fiscale', 'retail_period', 'trading_period'],
    ...['fiscal_month', 'mois_fiscal', 'period_no', 'no_periode', 'numero_periode', 'period_number'],
  ],
};

/** Beside a year: a month by its number or its name, and a day of it. Their headings alone say a date (`recognition/months.ts`). */
const MONTH: ColumnSpec = { name: 'month_number', type: 'month', synonyms: [] };
const DAY: ColumnSpec = { name: 'day_number', type: 'week', synonyms: [] };

export const SALES: KindSpec = {
  kind: 'sales',
  required: [
    ['date', 'week_number', 'month_number'],
    ['item_group_id', 'item_id'],
    ['quantity', 'returned_quantity'],
  ],
  file_words: [
    ...['vente', 'sale', 'ticket', 'ca_', 'transaction', 'verkauf', 'umsatz', 'venta', 'vendit'],
    ...['corrispettiv', 'verkoop', 'omzet', 'sprzeda', 'paragon', 'salg', 'forsaljning'],
  ],
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
      ...['week_ending', 'week_ending_date', 'week_end', 'week_end_date', 'fin_de_semaine'],
      ...['semaine_finissant_le', 'semaine_se_terminant_le', 'mois', 'month', 'periode', 'period'],
      ...['fiscal_period', 'periode_fiscale', 'fiscal_month', 'mois_fiscal'],
    ),
    WEEK,
    YEAR,
    MONTH,
    DAY,
    PERIOD,
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
      'revenue',
      'chiffre_d_affaires',
      'sales_amount',
      ...['net', 'montant_net', 'total_net', 'ca_net', 'net_ttc', 'net_a_payer', 'net_paye'],
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
    exact(
      'base_amount',
      ...['montant_ht', 'ca_ht', 'total_ht', 'ventes_ht', 'net_amount', 'amount_excl_tax', 'sales_excl_tax'],
    ),
    price(
      'base_unit_price',
      ...['prix_ht', 'pu_ht', 'prix_unitaire_ht', 'prix_vente_ht', 'net_price', 'price_excl_tax'],
    ),
    exact('returned_quantity', ...['qte_retournee', 'quantite_retournee', 'returned_qty', 'qty_returned']),
    exact('returned_amount', ...['montant_retours', 'montant_rembourse', 'refund_amount', 'refunded_amount']),
    amount('discount_pct', 'remise', 'taux_remise', 'demarque', 'taux_demarque', 'remise_pct', 'discount'),
    text('reduction', ...REDUCTION),
    CURRENCY,
    text('ticket', ...TICKET),
    text('ticket_line', ...TICKET_LINE),
    // Of a ledger of stock: the rows that are no sales are refused, with the reason.
    text('movement', ...MOVEMENT),
    // Of orders: those that were cancelled are refused, with the reason.
    text('state', ...STATE),
    text('cancelled', ...CANCELLED),
  ],
};

export const STOCK: KindSpec = {
  kind: 'stock',
  required: [['item_group_id', 'item_id'], ['quantity']],
  file_words: [
    ...['stock', 'inventaire', 'inventory', 'inventar', 'bestand', 'lager', 'giacenz', 'existencia'],
    ...['voorraad', 'magazyn'],
  ],
  columns: [
    // Of the day of the import, a row would be all the stock there is.
    {
      ...date(
        'date',
        ...['jour', 'date_stock', 'date_inventaire', 'stock_date', 'date_de_stock', 'day'],
        ...['mois', 'month', 'monat', 'mes', 'mese', 'maand'],
      ),
      strict: true,
    },
    WEEK,
    YEAR,
    MONTH,
    DAY,
    PERIOD,
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
      'stock_physique',
      'stock_disponible',
      ...[
        'qte_comptee',
        'quantite_comptee',
        'compte',
        'comptee',
        'counted',
        'counted_qty',
        'qte_inventoriee',
      ],
      ...QUANTITY,
    ),
  ],
};

export const ORDERS: KindSpec = {
  kind: 'orders',
  required: [['item_group_id', 'item_id'], ['expected_date'], ['quantity']],
  file_words: ['commande', 'order', 'reception', 'arrivage', 'livraison', 'deliver'],
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
    exact('quantity', 'reste_a_livrer', 'en_commande', ...QUANTITY, 'quantite_commandee', 'qte_commandee'),
    exact(
      'received_quantity',
      ...['qte_recue', 'quantite_recue', 'qte_livree', 'received_qty', 'qty_received'],
    ),
    text('inventory_code', ...INVENTORY),
    // Those that were cancelled, or of which nothing more will come, are refused, with the reason.
    text('state', ...STATE),
    text('cancelled', ...CANCELLED, 'closed', 'is_closed', 'cloture', 'cloturee', 'solde', 'soldee'),
  ],
};
