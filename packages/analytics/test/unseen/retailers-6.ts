import type { Product, Retailer, Some } from './retailers-tools.ts';
import {
  add,
  at,
  blank,
  cells,
  kept,
  labels,
  later,
  money,
  ofSales,
  products,
  roll,
  sales,
  span,
  table,
  times,
  written,
} from './retailers-tools.ts';
import type { Unseen } from './sheet.ts';

// Quebec chain of outdoor clothing: prices before taxes, “1 234,50 $”, days as 2026-06-12, files of UTF-8.

const range: Some<Product> = products(61, {
  priced: cells(
    'Manteau de pluie Gaspé: 179.99|Polar Mingan: 89.99|Chandail mérinos: 109.99',
    'Pantalon convertible: 84.99|Short de randonnée: 54.99|T-shirt technique: 39.99',
    'Casquette Boréal: 29.99|Tuque d’été: 24.99|Sac à dos 35 L: 149.99|Gourde isotherme: 34.99',
    'Tente 2 places: 449|Sac de couchage 5 °C: 219.99|Matelas gonflable: 129.99|Lampe frontale: 49.99',
    'Réchaud compact: 74.99|Bâtons de marche: 119.99|Sandales de sport: 99.99',
    'Bottes de randonnée: 1199.99|Chaussettes mérinos: 19.99|Gilet de flottaison: 159.99',
    'Pagaie 230 cm: 1299|Chemise anti-UV: 69.99|Maillot une pièce: 79.99|Serviette microfibre: 22.99',
  ),
  code: (index) => `BOR-${3104 + index * 19}`,
}) as [Product, ...Product[]];
const dollars = (cents: number): string => `${written(cents, ',', '\u00a0')}\u00a0$`;
const branches = [
  ['101', 'Québec – Saint-Roch', 'QC', '2011-04-15', '4200'],
  ['102', 'Montréal – Mont-Royal', 'QC', '2014-09-01', '5100'],
  ['103', 'Sherbrooke', 'QC', '2017-05-20', '3000'],
  ['104', 'Gatineau', 'QC', '2019-10-11', '3600'],
  ['105', 'Rimouski', 'QC', '2021-06-05', '2500'],
  ['900', 'Centre de distribution Lévis', 'QC', '2013-02-01', '22000'],
] as const;
const branch = (index: number): string => branches[index % 5]?.[0] ?? '';
const brands = labels('Boréal|Chlorophylle|Kanuk|Nordet');
const utf8 = (text: string): string => `\ufeff${text}`;

/** Selling prices before taxes (“PDSF” is what the maker recommends). */
const articles: Unseen = {
  name: 'Liste_produits_ete2026.csv',
  kind: 'items',
  text: utf8(
    table(';', [
      cells(
        'No produit|CUP|Description (FR)|Description (EN)|Marque|Département|Classe|Saison|Coûtant|PDSF',
        'Prix de détail|Marge brute %|Statut|Date de création',
      ),
      ...range.map(({ code, label, price, cost }, index) =>
        cells(
          `${code}|0627${at([44, 51], index)}${100230 + index * 47}|${label}||${at(brands, index)}`,
          `${at(['Vêtements', 'Plein air', 'Chaussures'], index)}|C${10 + (index % 6)}|E26|${dollars(cost)}`,
          `${dollars(price + at([0, 0, 1000], index))}|${dollars(price)}`,
          `${written(Math.round(((price - cost) / price) * 10_000))}|Actif|${later('2025-11-10', index)}`,
        ),
      ),
    ]),
  ),
  list: money(range, ({ price }) => price),
  code: range[4]?.code ?? '',
};

const lines = sales(63, { range, from: '2026-05-25', days: 42, count: 60, markdown: '2026-06-25' });
const sold = kept(lines);
const gst = (cents: number): number => Math.round(cents * 0.05);
const qst = (cents: number): number => Math.round(cents * 0.09975);

/** Net sales are before taxes, which are beside them; a line “Annulée” was never sold. */
const transactions: Unseen = {
  name: 'Ventes_detaillees_2026-05-25_au_2026-07-05.csv',
  kind: 'sales',
  text: utf8(
    table(';', [
      ['Rapport des ventes détaillées', ...blank(15)],
      ['Du 2026-05-25 au 2026-07-05 – toutes les succursales – dollars canadiens (CAD)', ...blank(15)],
      cells(
        'Succursale|No facture|Date|Heure|Caissier|No produit|Description|Quantité|Prix de détail|Rabais %',
        'Code promo|Ventes nettes avant taxes|TPS|TVQ|Coûtant|Statut',
      ),
      ...lines.map(({ product, day, time, ticket, units, off, paid, cancelled, index }) =>
        cells(
          `${branch(index)}|F${ticket + 70_000}|${day}|${time.replace(':', ' h ')}|${at(['MLG', 'JFT', 'ACB'], index)}`,
          `${product.code}|${product.label}|${units}|${dollars(product.price)}|${off ? `${off} %` : ''}`,
          `${off > 10 ? 'SOLDE-ETE' : off ? 'CLUB' : ''}|${dollars(paid)}|${dollars(gst(paid))}`,
          `${dollars(qst(paid))}|${dollars(product.cost * units)}|${cancelled ? 'Annulée' : 'Complétée'}`,
        ),
      ),
      [
        ...['Grand total', ...blank(6), add(sold, ({ units }) => units), ...blank(3)],
        ...[dollars(add(sold, ({ paid }) => paid)), dollars(add(sold, ({ paid }) => gst(paid)))],
        ...[dollars(add(sold, ({ paid }) => qst(paid)))],
        ...[dollars(add(sold, ({ product, units }) => product.cost * units)), ''],
      ],
    ]),
  ),
  ...ofSales(lines),
  currency: 'CAD',
  code: lines[4]?.product.code ?? '',
};

const held = range.flatMap((product, index) =>
  [index % 5, (index + 2) % 5, 5].map((place) => {
    const onHand = roll(64 + place, index, place === 5 ? 40 : 9);
    const reserved = index % 7 === 2 ? Math.min(1, onHand) : 0;
    return { product, index, branch: branches[place]?.[0] ?? '', onHand, reserved };
  }),
);

/** On hand: “En main”, of which “Réservé”; what is in transit or on order is not there yet. */
const stock: Unseen = {
  name: 'Inventaire_2026-07-05.csv',
  kind: 'stock',
  text: utf8(
    table(';', [
      cells(
        'Succursale|No produit|Description|Marque|En main|Réservé|Disponible|En transit|En commande|Min|Max',
        'Coûtant moyen|Valeur au coûtant|Dernier décompte',
      ),
      ...held.map(({ product, index, branch, onHand, reserved }) =>
        cells(
          `${branch}|${product.code}|${product.label}|${at(brands, index)}|${onHand}|${reserved}`,
          `${onHand - reserved}|${index % 6 === 4 ? 3 : 0}|${index % 4 ? 0 : 12}|2|${branch === '900' ? 48 : 10}`,
          `${dollars(product.cost)}|${dollars(product.cost * onHand)}|${later('2026-02-02', index)}`,
        ),
      ),
    ]),
  ),
  units: add(held, ({ onHand }) => onHand),
  code: range[11]?.code ?? '',
};

const awaited = times(28, (index) => {
  const ordered = at([12, 24, 36, 60], roll(70, index, 4));
  const received = index % 4 === 3 ? ordered / 3 : 0;
  const product = at(range, index * 5);
  return { product, index, ordered, received, left: ordered - received, day: later('2026-07-15', index * 4) };
});

/** What purchase orders still bring. */
const orders: Unseen = {
  name: 'Bons de commande ouverts.csv',
  kind: 'orders',
  text: utf8(
    table(';', [
      cells(
        'No BC|Date BC|Fournisseur|No produit|No prod. fournisseur|Description|Qté commandée|Qté reçue',
        'Solde à recevoir|Coûtant unitaire|Total|Devise|Date de livraison prévue|Livrer à|Statut',
      ),
      ...awaited.map(({ product, index, ordered, received, left, day }) =>
        cells(
          `BC-${10850 + Math.floor(index / 4)}|${later('2026-03-02', Math.floor(index / 4) * 5)}`,
          `${at(brands, Math.floor(index / 4))}|${product.code}|${600_100 + index * 7}|${product.label}|${ordered}`,
          `${received}|${left}|${dollars(product.cost)}|${dollars(product.cost * left)}|CAD|${day}|900`,
          received ? 'Partiel' : 'Ouvert',
        ),
      ),
    ]),
  ),
  units: add(awaited, ({ left }) => left),
  dates: span(awaited.map(({ day }) => day)),
  currency: 'CAD',
  code: awaited[2]?.product.code ?? '',
};

const flyer = range.filter((_, index) => index % 3 !== 2);
const cut = (index: number): number => at([20, 25, 30, 40], index);

/** The flyer's: “Prix courant” is what “Économisez” is counted from. */
const promotion: Unseen = {
  name: 'Circulaire semaine du 9 juillet.csv',
  kind: 'prices',
  text: utf8(
    table(';', [
      ['Circulaire – en vigueur du 9 au 22 juillet 2026', ...blank(8)],
      cells('No produit|Description|Marque|Coûtant|Prix courant|Prix circulaire|Économisez|Début|Fin'),
      ...flyer.map(({ code, label, price, cost }, index) => {
        const asked = Math.round((price * (100 - cut(index))) / 10_000) * 100 - 1;
        return cells(
          `${code}|${label}|${at(brands, index)}|${dollars(cost)}|${dollars(price)}|${dollars(asked)}`,
          `${dollars(price - asked)}|2026-07-09|2026-07-22`,
        );
      }),
    ]),
  ),
  list: money(flyer, ({ price }) => price),
  code: flyer[5]?.code ?? '',
};

/** The shops, and the warehouse that sells nothing. */
const places: Unseen = {
  name: 'Succursales.csv',
  kind: 'places',
  text: utf8(
    table(';', [
      cells('No succ.|Nom|Type|Adresse|Ville|Province|Téléphone|Gérant(e)|Superficie (pi²)|Ouverture'),
      ...branches.map(([number, name, province, opened, area], index) =>
        cells(
          `${number}|${name}|${number === '900' ? 'Entrepôt' : 'Magasin'}|${120 + index * 35}, rue Principale`,
          `${number === '900' ? 'Lévis' : name.split(' – ')[0]}|${province}|418 555-01${20 + index}|${at(['M. Gagnon', 'A. Roy', 'L. Côté'], index)}`,
          `${area}|${opened}`,
        ),
      ),
    ]),
  ),
};

export const OUTDOORS: Retailer = {
  name: 'Boréal Plein Air',
  files: [articles, transactions, stock, orders, promotion, places],
};
