import type { Cell, Product, Retailer, Some } from './retailers-tools.ts';
import {
  add,
  ansi,
  at,
  blank,
  cells,
  dmy,
  kept,
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

// Shoe chain of Lyon, three shops, exports of Cegid Retail opened and saved by Excel in French (ANSI, “;”).

const range = products(11, {
  priced: cells(
    'Derby Armand: 119|Richelieu Basile: 129|Mocassin Capri: 99|Sandale Dorine: 79|Espadrille Élise: 45',
    'Basket Flora: 89.90|Escarpin Gaëlle: 109|Ballerine Hélène: 69.90|Nu-pied Inès: 59.90',
    'Boots Jade: 149|Bottine Karine: 139|Mule Léa: 49.90|Tong Malo: 25|Basket Nino: 95|Derby Octave: 125',
    'Sandale Perle: 75|Babies Quitterie: 55|Salomé Rose: 89|Slipper Sacha: 65|Espadrille Théo: 39',
    'Compensée Uma: 85|Basket Vega: 99|Mocassin Wanda: 95|Sandale Zoé: 69',
  ),
  code: (index) => `LB${40117 + index * 23}`,
});
const shops: Some<readonly [string, string]> = [
  ['012', 'LYON PART-DIEU'],
  ['015', 'VILLEURBANNE'],
  ['021', 'GRENOBLE'],
];
const colours = ['NOIR', 'CAMEL', 'BLANC', 'MARINE', 'ÉCRU'] as const;
const families = ['FEMME', 'HOMME', 'ENFANT'] as const;
const sizes = [36, 37, 38, 39, 40, 41] as const;
const colour = (place: number): string => at(colours, roll(12, place, 5));
const euros = (cents: number): string => written(cents, ',', ' ');

/** A product a line, its cost before its selling prices without and with VAT. */
const articles: Unseen = {
  name: 'Fiche articles PE26.csv',
  kind: 'items',
  text: ansi(
    table(';', [
      ['LISTE DES ARTICLES - Collection PE26', ...blank(13)],
      ['Edité le 06/07/2026 à 07:41 par S.LEBRETON', ...blank(13)],
      blank(14),
      cells(
        'Code article|Libellé|Famille|Sous-famille|Coloris|Collection|Fournisseur',
        'Réf. fournisseur|Dernier PA HT|PV HT|PV TTC|Taux TVA|Coef.|Date création',
      ),
      ...range.map(({ code, label, price, cost }, place) =>
        cells(
          `${code}|${label}|${at(families, place)}|${label.split(' ')[0] ?? ''}|${colour(place)}|PE26`,
          `${at(['MINELLI SPA', 'SHOEMAKERS LDA', 'ATELIERS DU VELAY'], place)}|M-${7000 + place * 11}`,
          `${euros(cost)}|${euros(Math.round(price / 1.2))}|${euros(price)}|20,00`,
          `${written((price / cost) * 100)}|${dmy(later('2025-11-03', place * 2))}`,
        ),
      ),
      blank(14),
      [`Nombre d'articles : ${range.length}`, ...blank(13)],
    ]),
  ),
  list: money(range, ({ price }) => price),
  code: range[5]?.code ?? '',
};

const lines = sales(13, { range, from: '2026-05-18', days: 49, count: 60, markdown: '2026-06-24' });
const ht = (cents: number): number => Math.round(cents / 1.2);
const sold = ofSales(lines);

/** Lines of tickets: those “Annulé” never happened, and the total at the foot does not count them. */
const ventes: Unseen = {
  name: 'VENTES_18052026_05072026.csv',
  kind: 'sales',
  text: ansi(
    table(';', [
      ['Détail des ventes par ticket', ...blank(16)],
      ['Période du 18/05/2026 au 05/07/2026 - Tous établissements', ...blank(16)],
      blank(17),
      cells(
        'Etab.|Libellé établissement|N° ticket|Date|Heure|Vendeur|Code article|Libellé',
        'Taille|Qté|PV TTC|% remise|Motif remise|Net TTC|Net HT|Marge|Etat',
      ),
      ...lines.map(({ index, product, day, time, ticket, units, off, paid, cancelled }) => [
        ...at(shops, index),
        ticket,
        dmy(day),
        time,
        at(['NADIA', 'PAUL', 'INÈS', 'MARC'], index),
        product.code,
        product.label,
        at(sizes, roll(14, index, 6)),
        units,
        euros(product.price),
        off ? `${off},00` : '',
        off > 10 ? 'SOLDES ETE' : off ? 'FIDELITE' : '',
        euros(paid),
        euros(ht(paid)),
        euros(ht(paid) - product.cost * units),
        cancelled ? 'Annulé' : 'Validé',
      ]),
      [
        'TOTAL',
        ...blank(8),
        sold.units ?? 0,
        ...blank(3),
        euros(add(kept(lines), ({ paid }) => paid)),
        euros(add(kept(lines), ({ paid }) => ht(paid))),
        ...blank(2),
      ],
    ]),
  ),
  ...sold,
  code: lines[3]?.product.code ?? '',
};

function held(shop: number, place: number, size: number): number {
  const few = roll(15 + shop, place * 6 + size, 6);
  return few > 3 ? 0 : few;
}
const heldOf = (shop: number, place: number): number =>
  add(
    times(6, (size) => held(shop, place, size)),
    (n) => n,
  );
const places = times(range.length, (place) => place);

/** The shop is the line above its rows, and has its total below. Pieces on hand: the column “Total”. */
const stock: Unseen = {
  name: 'Stock par taille au 05-07-2026.csv',
  kind: 'stock',
  text: ansi(
    table(';', [
      ['Stock par taille au 05/07/2026', ...blank(11)],
      blank(12),
      ['Article', 'Désignation', 'Coloris', ...sizes.map(String), 'Total', 'PAMP', 'Valeur stock'],
      ...[0, 1].flatMap((shop): Cell[][] => {
        const [number, name] = at(shops, shop);
        const total = add(places, (place) => heldOf(shop, place));
        const worth = add(places, (place) => heldOf(shop, place) * (range[place]?.cost ?? 0));
        return [
          [`Etablissement : ${number} - ${name}`, ...blank(11)],
          ...range.map(({ code, label, cost }, place) => [
            code,
            label,
            colour(place),
            ...times(6, (size) => held(shop, place, size) || ''),
            heldOf(shop, place),
            euros(cost),
            euros(cost * heldOf(shop, place)),
          ]),
          [
            `Total ${number} - ${name}`,
            '',
            '',
            ...times(6, (size) => add(places, (place) => held(shop, place, size))),
            total,
            '',
            euros(worth),
          ],
        ];
      }),
    ]),
  ),
  units: add([0, 1], (shop) => add(places, (place) => heldOf(shop, place))),
  code: range[2]?.code ?? '',
};

const marked = range.slice(2, 22);
const off = (index: number): number => at([20, 30, 30, 40], index);
const ninety = (cents: number): number => Math.round(cents / 100) * 100 - 10;

/** Two steps of markdown beside the price that they are counted from. */
const tarif: Unseen = {
  name: 'Soldes été 2026 - étiquettes.csv',
  kind: 'prices',
  text: ansi(
    table(';', [
      cells(
        'Code article|Désignation|Coloris|PV TTC|1ère dém. %|Prix soldé 1|2ème dém. %',
        'Prix soldé 2|Début soldes|Fin soldes',
      ),
      ...marked.map(({ code, label, price }, index) =>
        cells(
          `${code}|${label}|${colour(index + 2)}|${euros(price)} €|-${off(index)}%`,
          `${euros(ninety((price * (100 - off(index))) / 100))} €|-${off(index) + 20}%`,
          `${euros(ninety((price * (80 - off(index))) / 100))} €|24/06/2026|21/07/2026`,
        ),
      ),
    ]),
  ),
  list: money(marked, ({ price }) => price),
  currency: 'EUR',
  code: marked[0]?.code ?? '',
};

interface Awaited {
  product: Product;
  ordered: number;
  received: number;
  given: number;
  day: string;
}
const awaited = times(26, (index): Awaited => {
  const ordered = 12 + roll(16, index, 5) * 6;
  const received = index % 4 === 1 ? ordered / 2 : index % 7 === 3 ? ordered : 0;
  const given = index % 11 === 8 ? ordered - received : 0;
  const product = at(range as [Product, ...Product[]], index * 5);
  return { product, ordered, received, given, day: later('2026-07-16', index * 3) };
});
const left = ({ ordered, received, given }: Awaited): number => ordered - received - given;

/** The rest to be delivered: nothing for orders received, or whose rest was given up. */
const orders: Unseen = {
  name: 'Reste à livrer fournisseurs.csv',
  kind: 'orders',
  text: ansi(
    table(';', [
      cells(
        'N° commande|Date commande|Fournisseur|Code article|Libellé|Qté cdée|Qté reçue',
        'Qté soldée|Reste à livrer|PA HT|Montant restant HT|Date livraison prévue|Etab. livré',
      ),
      ...awaited.map((each, index) =>
        cells(
          `CF26${4100 + Math.floor(index / 3)}|${dmy(later('2026-02-09', Math.floor(index / 3) * 4))}`,
          `${at(['MINELLI SPA', 'SHOEMAKERS LDA', 'ATELIERS DU VELAY'], Math.floor(index / 3))}`,
          `${each.product.code}`,
          `${each.product.label}|${each.ordered}|${each.received}|${each.given}|${left(each)}`,
          `${euros(each.product.cost)}|${euros(each.product.cost * left(each))}|${dmy(each.day)}`,
          '001 - ENTREPOT',
        ),
      ),
      [
        'Total',
        ...blank(4),
        add(awaited, ({ ordered }) => ordered),
        add(awaited, ({ received }) => received),
        add(awaited, ({ given }) => given),
        add(awaited, left),
        '',
        euros(add(awaited, (each) => each.product.cost * left(each))),
        '',
        '',
      ],
    ]),
  ),
  units: add(awaited, left),
  dates: span(awaited.filter((each) => left(each) > 0).map(({ day }) => day)),
  code: awaited[0]?.product.code ?? '',
};

const shifts = ['9h30-18h', '11h-19h30', 'Repos', '9h30-18h', 'CP', '13h-19h30', '9h30-13h'] as const;
const staff = ['NADIA', 'PAUL', 'INÈS', 'MARC', 'JULIE', 'HUGO', 'SARAH', 'TOM'] as const;

/** Who works when: nothing for Palier. */
const planning: Unseen = {
  name: 'Planning vendeurs juillet.csv',
  kind: null,
  text: ansi(
    table(';', [
      cells('Semaine|Boutique|Vendeur|Lundi|Mardi|Mercredi|Jeudi|Vendredi|Samedi|Total h'),
      ...times(32, (index) => [
        `S${28 + Math.floor(index / 8)}`,
        at(shops, index)[1],
        at(staff, index),
        ...times(6, (place) => at(shifts, roll(17, index * 6 + place, 7))),
        written(3500 - roll(18, index, 4) * 350),
      ]),
    ]),
  ),
};

export const SHOES: Retailer = {
  name: 'Chaussures Lebreton',
  files: [articles, ventes, stock, tarif, orders, planning],
};
