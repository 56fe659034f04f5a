import type { Cell, Product, Retailer, Sale, Some } from './retailers-tools.ts';
import {
  add,
  ansi,
  at,
  blank,
  cells,
  dmy,
  kept,
  labels,
  later,
  money,
  ofSales,
  products,
  roll,
  sales,
  table,
  times,
  written,
} from './retailers-tools.ts';
import type { Unseen } from './sheet.ts';

// Italian fashion chain, shops of Milan and Turin, an Italian management system, each shop sending its file.

const range: Some<Product> = products(51, {
  priced: cells(
    'Abito lino lungo: 189|Camicia popeline: 79.90|Gonna plissé: 89|Pantalone palazzo: 99',
    'T-shirt jersey: 29.90|Blazer cotone: 179|Top seta: 95|Maglia traforata: 69.90|Jeans mom: 85',
    'Shorts denim: 49.90|Abito chemisier: 149|Tuta viscosa: 139|Trench leggero: 199|Camicia righe: 79.90',
    'Gonna midi: 75|Pantalone chino: 89.90|Canotta costine: 25.90|Giacca lino: 169|Abito stampa: 129',
    'Cardigan cotone: 65|Bermuda sartoriale: 59.90|Kimono raso: 109|Polo piquet: 55',
    'Vestito sottoveste: 119',
  ),
  code: (index) => `VA${2610 + index}-${at(['045', '110', '999', '302'], index)}`,
}) as [Product, ...Product[]];
const colours = labels('blu|bianco|nero|verde salvia');
const euros = (cents: number): string => written(cents, ',', '.');
const net = (cents: number): number => Math.round(cents / 1.22);

/** The cost, its mark-up, the price with VAT, and a code of the maker's that is not the shop's. */
const articles: Unseen = {
  name: 'Anagrafica articoli PE26.csv',
  kind: 'items',
  text: ansi(
    table(';', [
      cells(
        'Cod. articolo|Descrizione|Colore|Stagione|Linea|Composizione|Fornitore|Art. fornitore',
        'Costo|Ricarico|Prezzo vendita IVA incl.|Aliq. IVA|Data inserimento',
      ),
      ...range.map(({ code, label, price, cost }, index) =>
        cells(
          `${code}|${label}|${at(colours, index)}|PE26|${at(['Donna', 'Basic', 'Cerimonia'], index)}`,
          `${at(['100% CO', '55% LI 45% VI', '100% SE'], index)}|${at(['Tessil Prato', 'Conf. Carpi'], index)}`,
          `TP.${880 + index * 3}|€ ${euros(cost)}|${written(Math.round((price / cost) * 100))}|€ ${euros(price)}`,
          `22%|${dmy(later('2025-12-01', index))}`,
        ),
      ),
    ]),
  ),
  list: money(range, ({ price }) => price),
  currency: 'EUR',
  code: range[6]?.code ?? '',
};

const from = { range, from: '2026-06-06', days: 30, markdown: '2026-07-04' };
const milan = sales(52, { ...from, count: 44 });
const turin = sales(57, { ...from, count: 34 });

/** A shop's receipts: those “Annullato” are not in the total at the foot; RESO is a return. */
function receipts(name: string, shop: string, lines: readonly Sale[], staff: Some<string>): Unseen {
  const sold = kept(lines);
  return {
    name,
    kind: 'sales',
    text: ansi(
      table(';', [
        [`Negozio: ${shop}`, ...blank(14)],
        ['Dettaglio vendite dal 06/06/2026 al 05/07/2026', ...blank(14)],
        blank(15),
        cells(
          'Data|Ora|N. scontrino|Causale|Cod. articolo|Descrizione|Taglia|Q.tà|Prezzo listino|Sconto %',
          'Importo|Imponibile|IVA|Addetto|Stato',
        ),
        ...lines.map(({ product, day, time, ticket, units, off, paid, cancelled, index }) =>
          cells(
            `${dmy(day, '/', 2)}|${time.replace(':', '.')}|${String((ticket % 1000) + staff.length * 61).padStart(4, '0')}`,
            `${units < 0 ? 'RESO' : 'VENDITA'}|${product.code}|${product.label}|${40 + roll(53, index, 5) * 2}`,
            `${units}|${euros(product.price)}|${off || ''}|${euros(paid)}|${euros(net(paid))}`,
            `${euros(paid - net(paid))}|${at(staff, index)}`,
            cancelled ? 'Annullato' : '',
          ),
        ),
        [
          ...['Totale', ...blank(6), add(sold, ({ units }) => units), '', ''],
          ...[euros(add(sold, ({ paid }) => paid)), euros(add(sold, ({ paid }) => net(paid)))],
          ...[euros(add(sold, ({ paid }) => paid - net(paid))), '', ''],
        ],
      ]),
    ),
    ...ofSales(lines),
    code: sold[2]?.product.code ?? '',
  };
}

const shops = labels('MI01 Milano|TO02 Torino|MAG Magazzino');
const held = (shop: number, index: number, size: number): number =>
  Math.max(0, roll(54 + shop, index * 5 + size, 7) - 3);
const heldIn = (shop: number, index: number): number =>
  add([0, 1, 2, 3, 4], (size) => held(shop, index, size));
const stocked = range.flatMap((product, index) =>
  [0, 1, 2].map((shop) => ({ product, index, shop, total: heldIn(shop, index) })),
);

/** Sizes in columns, a line for each shop and product. On hand: “Giac. totale”; “Impegnato” is still there. */
const stock: Unseen = {
  name: 'Giacenze al 05.07.2026.csv',
  kind: 'stock',
  text: ansi(
    table(';', [
      [
        ...cells(
          'Deposito|Cod. articolo|Descrizione|Colore|40|42|44|46|48|Giac. totale|Impegnato|Disponibile|Costo',
        ),
        '',
      ],
      ...stocked.map(({ product, index, shop, total }): Cell[] => {
        const bound = shop === 2 && index % 4 === 1 ? Math.min(1, total) : 0;
        return [
          ...[at(shops, shop), product.code, product.label, at(colours, index)],
          ...times(5, (size) => held(shop, index, size) || ''),
          ...[total, bound, total - bound, euros(product.cost), ''],
        ];
      }),
    ]),
  ),
  units: add(stocked, ({ total }) => total),
  code: range[9]?.code ?? '',
};

const marked = range.slice(0, 20);
const cut = (index: number): number => at([30, 20, 30, 40, 50], index);

/** “Prezzo pieno” is that of the season; “Prezzo saldo” is asked from the first day of the sales. */
const listino: Unseen = {
  name: 'Listino saldi estivi 2026.csv',
  kind: 'prices',
  text: ansi(
    table(';', [
      ['LISTINO SALDI ESTIVI 2026', ...blank(7)],
      ['Valido in tutti i negozi', ...blank(7)],
      cells('Cod. articolo|Descrizione|Colore|Prezzo pieno|Sconto|Prezzo saldo|Dal|Al'),
      ...marked.map(({ code, label, price }, index) =>
        cells(
          `${code}|${label}|${at(colours, index)}|${euros(price)}|${cut(index)}%`,
          `${euros(Math.round((price * (100 - cut(index))) / 1000) * 10)}|04/07/2026|01/09/2026`,
        ),
      ),
    ]),
  ),
  list: money(marked, ({ price }) => price),
  code: marked[8]?.code ?? '',
};

const months = labels('Luglio|Agosto|Settembre|Ottobre|Novembre|Dicembre');

/** Turnover hoped for, by shop and month, of no product: nothing for Palier. */
const budget: Unseen = {
  name: 'Budget 2° semestre 2026 negozi.csv',
  kind: null,
  text: ansi(
    table(';', [
      cells('Mese|Negozio|Fatturato 2025|Budget 2026|Var. %|Ore lavoro|Costo personale|Affitto'),
      ...months.flatMap((month, place) =>
        ['MI01 Milano', 'TO02 Torino', 'BG03 Bergamo', 'Online'].map((shop, index) => {
          const last = 3_800_000 + roll(58, place * 4 + index, 900) * 1000;
          const growth = 2 + roll(59, place * 4 + index, 6);
          return cells(
            `${month}|${shop}|${euros(last)}|${euros(Math.round((last * (100 + growth)) / 100))}|${growth}%`,
            `${320 + index * 20}|${euros(512_000 + index * 24_000)}|${euros(380_000)}`,
          );
        }),
      ),
    ]),
  ),
};

export const FASHION: Retailer = {
  name: 'Moda Valsecchi',
  files: [
    articles,
    receipts(
      'Vendite giugno-luglio Milano.csv',
      'MI01 Milano - Corso Buenos Aires',
      milan,
      labels('Giulia|Marta|Luca'),
    ),
    receipts('Vendite giugno-luglio Torino.csv', 'TO02 Torino - Via Garibaldi', turin, labels('Sara|Enrico')),
    stock,
    listino,
    budget,
  ],
};
