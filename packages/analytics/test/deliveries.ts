import type { FileKind } from '../src/import/types.ts';

/** A file as a retailer could send it, and what it is. */
export interface Delivery {
  name: string;
  kind: FileKind;
  headings: string[];
  rows: string[][];
  /** Our column → their heading, for those that matter. */
  columns: Record<string, string>;
}

const COUNT = 40;

function rowsOf(row: (index: number) => (string | number)[]): string[][] {
  return Array.from({ length: COUNT }, (_, index) => row(index).map(String));
}

function pick<T>(values: readonly T[], index: number): T {
  const found = values[index % values.length];
  if (found === undefined) throw new RangeError('nothing to pick from');
  return found;
}

const pad = (number: number, width: number): string => String(number).padStart(width, '0');
const code = (index: number): string => `R${pad(1000 + (index % 30), 5)}`;

function ean(index: number): string {
  const body = `3701234${pad(index % 30, 5)}`;
  const sum = [...body]
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

const day = (index: number): string => `${pad((index % 28) + 1, 2)}/06/2026`;
const isoDay = (index: number): string => `2026-06-${pad((index % 28) + 1, 2)}`;
const size = (index: number): string => pick(['36', '38', '40', '42', '44'], index);
const letter = (index: number): string => pick(['S', 'M', 'L', 'XL'], index);
const shop = (index: number): string => pick(['LYO', 'PAR', 'LIL', 'BOR'], index);
const name = (index: number): string =>
  pick(['Robe longue en lin', 'Pull col rond mérinos', 'Jean droit brut', 'Chemise rayée coton'], index);
const family = (index: number): string => pick(['Robes', 'Mailles', 'Denim', 'Chemises'], index);
const money = (index: number): string =>
  `${(29 + ((index * 7) % 90)).toString()},${pick(['90', '00', '50'], index)}`;
const point = (index: number): string => money(index).replace(',', '.');
const few = (index: number): number => pick([1, 1, 1, 2, 1, -1, 1, 1], index);

/**
 * Deliveries unlike those of the other tests: what tills, web shops, head offices and weighty systems write, in five
 * languages.
 */
export const DELIVERIES: readonly Delivery[] = [
  {
    name: 'export_20260630.csv',
    kind: 'sales',
    headings: [
      'N° pièce',
      'Etablissement',
      'Date pièce',
      'Code article',
      'Libellé',
      'Taille',
      'Qté',
      'Total TTC',
    ],
    rows: rowsOf((i) => [169_546_000 + i, shop(i), day(i), code(i), name(i), size(i), few(i), money(i)]),
    columns: {
      quantity: 'Qté',
      amount: 'Total TTC',
      location_code: 'Etablissement',
      date: 'Date pièce',
      size: 'Taille',
    },
  },
  {
    name: 'lignes.csv',
    kind: 'sales',
    headings: ['Ticket', 'Ligne', 'Caisse', 'Jour', 'Article', 'Quantité', 'PU TTC', 'Remise'],
    rows: rowsOf((i) => [40_000 + (i >> 1), (i % 2) + 1, 2, day(i), ean(i), few(i), money(i), 0]),
    columns: { quantity: 'Quantité', date: 'Jour', unit_price: 'PU TTC' },
  },
  {
    name: 'extraction.csv',
    kind: 'sales',
    headings: ['Date comptable', 'Point de vente', 'EAN', 'Quantité facturée', 'Prix public', 'Net payé'],
    rows: rowsOf((i) => [isoDay(i), shop(i), ean(i), few(i), money(i), money(i + 1)]),
    columns: {
      quantity: 'Quantité facturée',
      amount: 'Net payé',
      item_id: 'EAN',
      location_code: 'Point de vente',
    },
  },
  {
    name: 'hebdo.csv',
    kind: 'sales',
    headings: ['Semaine du', 'Boutique', 'Référence', 'Ventes Qté', 'Ventes CA TTC'],
    rows: rowsOf((i) => [
      pick(['01/06/2026', '08/06/2026', '15/06/2026', '22/06/2026'], i),
      shop(i),
      code(i),
      i % 9,
      money(i),
    ]),
    columns: { quantity: 'Ventes Qté', amount: 'Ventes CA TTC', location_code: 'Boutique' },
  },
  {
    name: 'orders_export_1.csv',
    kind: 'sales',
    headings: [
      'Name',
      'Email',
      'Financial Status',
      'Created at',
      'Currency',
      'Lineitem quantity',
      'Lineitem name',
      'Lineitem price',
      'Lineitem sku',
      'Shipping City',
    ],
    rows: rowsOf((i) => [
      `#${1000 + i}`,
      `a${i}@example.com`,
      'paid',
      `${isoDay(i)} 10:2${i % 10}:00 +0200`,
      'EUR',
      1,
      name(i),
      point(i),
      `${code(i)}-${letter(i)}`,
      'Lyon',
    ]),
    columns: {
      quantity: 'Lineitem quantity',
      unit_price: 'Lineitem price',
      item_id: 'Lineitem sku',
      date: 'Created at',
    },
  },
  {
    name: 'Online Retail.csv',
    kind: 'sales',
    headings: [
      'InvoiceNo',
      'StockCode',
      'Description',
      'Quantity',
      'InvoiceDate',
      'UnitPrice',
      'CustomerID',
      'Country',
    ],
    rows: rowsOf((i) => [
      536_365 + (i >> 2),
      85_000 + (i % 30),
      name(i),
      (i % 12) + 1,
      `12/${(i % 28) + 1}/2010 8:26`,
      point(i),
      17_850,
      'United Kingdom',
    ]),
    columns: {
      quantity: 'Quantity',
      unit_price: 'UnitPrice',
      date: 'InvoiceDate',
      item_group_id: 'StockCode',
    },
  },
  {
    name: 'Umsaetze.csv',
    kind: 'sales',
    headings: ['Belegnummer', 'Verkaufsdatum', 'Filiale', 'Artikelnummer', 'Größe', 'Menge', 'Umsatz brutto'],
    rows: rowsOf((i) => [
      900_100 + i,
      day(i).replaceAll('/', '.'),
      shop(i),
      code(i),
      size(i),
      few(i),
      money(i),
    ]),
    columns: { quantity: 'Menge', amount: 'Umsatz brutto', location_code: 'Filiale', date: 'Verkaufsdatum' },
  },
  {
    name: 'informe.csv',
    kind: 'sales',
    headings: ['Fecha', 'Tienda', 'Artículo', 'Talla', 'Unidades vendidas', 'Importe con IVA incluida'],
    rows: rowsOf((i) => [day(i), shop(i), code(i), letter(i), few(i), money(i)]),
    columns: { quantity: 'Unidades vendidas', amount: 'Importe con IVA incluida', location_code: 'Tienda' },
  },
  {
    name: 'etat.csv',
    kind: 'stock',
    headings: ['Etablissement', 'Code article', 'Coloris', 'Taille', 'Physique', 'Réservé', 'Disponible'],
    rows: rowsOf((i) => [shop(i), code(i), 'Bleu', size(i), i % 7, 0, i % 7]),
    columns: { inventory_code: 'Etablissement', size: 'Taille' },
  },
  {
    name: 'extract_2.csv',
    kind: 'stock',
    headings: ['Date', 'Dépôt', 'Référence', 'Désignation', 'Taille', 'Stock fin de mois', 'Valeur stock'],
    rows: rowsOf((i) => ['30/06/2026', shop(i), code(i), name(i), size(i), i % 11, money(i)]),
    columns: { quantity: 'Stock fin de mois', inventory_code: 'Dépôt', date: 'Date' },
  },
  {
    name: 'SOH_by_location.csv',
    kind: 'stock',
    headings: ['Location', 'SKU', 'Description', 'On Hand', 'In Transit', 'Unit Cost'],
    rows: rowsOf((i) => [shop(i), `${code(i)}-${letter(i)}`, name(i), i % 8, 0, point(i)]),
    columns: { quantity: 'On Hand', inventory_code: 'Location', item_id: 'SKU' },
  },
  {
    name: 'Bestand.csv',
    kind: 'stock',
    headings: ['Artikel', 'Größe', 'Lagerort', 'Bestand'],
    rows: rowsOf((i) => [code(i), size(i), shop(i), i % 9]),
    columns: { quantity: 'Bestand', inventory_code: 'Lagerort', size: 'Größe' },
  },
  {
    name: 'giacenze_negozi.csv',
    kind: 'stock',
    headings: ['Negozio', 'Codice articolo', 'Taglia', 'Giacenza'],
    rows: rowsOf((i) => [shop(i), code(i), letter(i), i % 6]),
    columns: { quantity: 'Giacenza', inventory_code: 'Negozio' },
  },
  {
    name: 'collection_ete.csv',
    kind: 'items',
    headings: [
      'Modèle',
      'Coloris',
      'Désignation',
      'Famille',
      'Saison',
      'PV TTC',
      'PAMP HT',
      '1ère mise en vente',
    ],
    rows: rowsOf((i) => [`M${pad(i, 4)}`, 'Bleu', name(i), family(i), 'E26', money(i), money(i + 2), day(i)]),
    columns: {
      item_group_id: 'Modèle',
      price: 'PV TTC',
      cost: 'PAMP HT',
      on_sale_date: '1ère mise en vente',
    },
  },
  {
    name: 'master.csv',
    kind: 'items',
    headings: [
      'Style',
      'EAN/UPC',
      'Style Name',
      'Department',
      'Class',
      'Colour',
      'Size',
      'RRP',
      'Landed Cost',
    ],
    rows: rowsOf((i) => [
      `S${i >> 2}`,
      ean(i),
      name(i),
      'Women',
      family(i),
      'Navy',
      letter(i),
      point(i),
      point(i + 3),
    ]),
    columns: { item_group_id: 'Style', item_id: 'EAN/UPC', price: 'RRP', cost: 'Landed Cost', size: 'Size' },
  },
  {
    name: 'liste.csv',
    kind: 'items',
    headings: ['Référence', 'Libellé', 'Prix de vente', 'Prix de revient'],
    rows: rowsOf((i) => [`A${i}`, name(i), money(i), money(i + 1)]),
    columns: { item_group_id: 'Référence', price: 'Prix de vente', cost: 'Prix de revient' },
  },
  {
    name: 'Artikelstamm.csv',
    kind: 'items',
    headings: ['Artikelnummer', 'Bezeichnung', 'Warengruppe', 'Lieferant', 'VK Preis', 'EK Preis'],
    rows: rowsOf((i) => [`A${i}`, name(i), family(i), 'Muster GmbH', money(i), money(i + 1)]),
    columns: { item_group_id: 'Artikelnummer', price: 'VK Preis', cost: 'EK Preis', supplier: 'Lieferant' },
  },
  {
    name: 'PV_ete.csv',
    kind: 'prices',
    headings: ['Code article', 'Date début validité', 'Date fin validité', 'Nouveau PV TTC', 'Code tarif'],
    rows: rowsOf((i) => [code(i), '24/06/2026', '21/07/2026', money(i), 'FR']),
    columns: { price: 'Nouveau PV TTC', from_date: 'Date début validité', price_list_id: 'Code tarif' },
  },
  {
    name: 'country_pricing.csv',
    kind: 'prices',
    headings: ['Style', 'Country', 'Currency', 'Valid from', 'Retail price'],
    rows: rowsOf((i) => [code(i), pick(['FR', 'BE', 'LU'], i), 'EUR', '2026-06-24', point(i)]),
    columns: { price: 'Retail price', from_date: 'Valid from', price_list_id: 'Country' },
  },
  {
    name: 'reassorts.csv',
    kind: 'orders',
    headings: [
      'N° commande',
      'Fournisseur',
      'Référence',
      'Taille',
      'Qté commandée',
      'Reste à livrer',
      'Date commande',
      'Livraison prévue le',
    ],
    rows: rowsOf((i) => [
      4500 + i,
      'Textil SA',
      code(i),
      size(i),
      100 + i,
      50 + i,
      '02/03/2026',
      `15/0${7 + (i % 2)}/2026`,
    ]),
    columns: { expected_date: 'Livraison prévue le', quantity: 'Reste à livrer' },
  },
  {
    name: 'open_po.csv',
    kind: 'orders',
    headings: ['PO Number', 'Vendor', 'SKU', 'Order date', 'ETA', 'Open qty', 'Unit cost'],
    rows: rowsOf((i) => [
      4500 + (i >> 2),
      'ACME',
      `${code(i)}-${letter(i)}`,
      '2026-02-01',
      '2026-09-01',
      40 + i,
      point(i),
    ]),
    columns: { expected_date: 'ETA', quantity: 'Open qty', item_id: 'SKU' },
  },
  {
    name: 'previs.csv',
    kind: 'forecasts',
    headings: ['Référence', 'Semaine du', 'Démarque %', 'Demande prévue'],
    rows: rowsOf((i) => [code(i), '06/07/2027', pick([0, 20, 30, 40, 50], i), i * 3]),
    columns: { quantity: 'Demande prévue', from_date: 'Semaine du' },
  },
  {
    name: 'reseau.csv',
    kind: 'places',
    headings: ['Code étab.', 'Enseigne', 'Libellé', 'Ville', 'Pays', 'Surface m²', 'Date ouverture'],
    rows: rowsOf((i) => [`E${pad(i, 3)}`, 'Maison', `Boutique ${i}`, 'Lyon', 'FR', 80 + i, '01/03/2015']),
    columns: { code: 'Code étab.', city: 'Ville', country: 'Pays' },
  },
  {
    name: 'tills_w26.csv',
    kind: 'sales',
    headings: ['Week ending', 'Store', 'Style', 'Size', 'Units sold', 'Net sales inc VAT', 'Closing stock'],
    rows: rowsOf((i) => [
      pick(['2026-06-07', '2026-06-14', '2026-06-21'], i),
      shop(i),
      code(i),
      letter(i),
      i % 5,
      point(i),
      i % 12,
    ]),
    columns: { quantity: 'Units sold', amount: 'Net sales inc VAT', location_code: 'Store' },
  },
  {
    name: 'export (3).csv',
    kind: 'sales',
    headings: ['Date', 'Magasin', 'Produit', 'Taille', 'Quantité'],
    rows: rowsOf((i) => [day(i), shop(i), code(i), size(i), few(i)]),
    columns: { quantity: 'Quantité', location_code: 'Magasin' },
  },
  {
    name: 'donnees.csv',
    kind: 'stock',
    headings: ['Magasin', 'Produit', 'Taille', 'Quantité'],
    rows: rowsOf((i) => [shop(i), code(i), size(i), i % 13]),
    columns: { quantity: 'Quantité', inventory_code: 'Magasin' },
  },
  {
    name: 'dump.csv',
    kind: 'sales',
    headings: ['DATE_TRT', 'CODE_SITE', 'EAN13', 'QTE', 'CA_TTC', 'MARGE'],
    rows: rowsOf((i) => ['20260601', shop(i), ean(i), few(i), point(i), point(i + 1)]),
    columns: { location_code: 'CODE_SITE', item_id: 'EAN13', quantity: 'QTE', amount: 'CA_TTC' },
  },
  {
    name: 'stk_mag.csv',
    kind: 'stock',
    headings: ['CODE MAG', 'CODE ART', 'TAI', 'QTE STK', 'PAMP', 'VALEUR'],
    rows: rowsOf((i) => [shop(i), code(i), size(i), i % 9, money(i), money(i + 1)]),
    columns: { inventory_code: 'CODE MAG', item_group_id: 'CODE ART', quantity: 'QTE STK', size: 'TAI' },
  },
];

export function csvOf({ headings, rows }: Pick<Delivery, 'headings' | 'rows'>): string {
  return `${[headings, ...rows].map((row) => row.join(';')).join('\n')}\n`;
}
