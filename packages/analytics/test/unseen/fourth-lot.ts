import { writeXlsx } from 'hucre/xlsx';
import { ean } from '../delivery.ts';
import {
  asked,
  day,
  english,
  few,
  french,
  held,
  letters,
  one,
  paid,
  price,
  ref,
  sheet,
  sumOf,
  two,
  type Unseen,
} from './sheet.ts';

const count = Array.from({ length: 24 }, (_, index) => index);
const JUNE = ['2026-06-04', '2026-06-27'] as const;

const spaced = (code: string): string => `${code.slice(0, 1)} ${code.slice(1, 7)} ${code.slice(7)}`;

/** Three lines a receipt, as the till wrote them: the sale, its article, its payment. */
const receiptLines = count.flatMap((i) => {
  const head = `2026-06-${two(day(i))} 12:00,R-${900 + i}`;
  const sum = english(asked(i) * price(i));
  return [
    `${head},Sale,,,,${asked(i)},${sum},0.00,0,,${sum},,,Main,Anna,Completed,`,
    `${head},Sale Line,,,,${asked(i)},${sum},0.00,0,,${sum},,Linen dress,Main,Anna,Completed,${ref(i)}`,
    `${head},Payment,,,,,,,,,,${sum},Card,Main,Anna,Completed,`,
  ];
});

const settlementLines = count.flatMap((i) => {
  const head = ['7788', '2026-06-01', '2026-06-30', `402-${i}`, 'Order', 'ItemPrice'];
  const tail = [ref(i), String(asked(i)), `2026-06-${two(day(i))}`];
  return [
    [...head, 'Principal', english((asked(i) * price(i)) / 1.2), ...tail],
    [...head, 'Tax', english(asked(i) * price(i) - (asked(i) * price(i)) / 1.2), ...tail],
    [...head.slice(0, 5), 'ItemFees', 'Commission', english(-3.1), ...tail],
  ].map((cells) => cells.join('\t'));
});

const bands = await writeXlsx({
  sheets: [
    {
      name: 'Stock',
      rows: [
        ['Stock magasins au 30/06/2026'],
        [null, null, 'Lyon', null, null, 'Lille', null, null],
        ['Réf', 'Libellé', 'S', 'M', 'L', 'S', 'M', 'L'],
        ...count.map((i) => [`K${4100 + i}`, 'Robe longue', i % 3, 1, held(i), 2, i % 2, 0]),
      ],
    },
  ],
});

const serials = await writeXlsx({
  sheets: [
    {
      name: 'Export',
      rows: [
        ['Jour', 'Article', 'Qté', 'PU TTC', 'Mt TTC'],
        ...count.map((i) => [46_172 + day(i) - 1, ref(i), few(i), price(i), paid(i)]),
        ['TOTAL', null, sumOf(few), null, sumOf(paid)],
        ['Nb tickets', null, 24, null, null],
      ],
    },
  ],
});

/** The fourth lot, written with the fifth before either was read, to measure what doubts are worth. */
export const FOURTH_LOT: readonly Unseen[] = [
  sheet({
    name: 'Salgsrapport juni.csv',
    kind: 'sales',
    headings: 'Bilag;Dato;Butik;Varenr.;Beskrivelse;Størrelse;Antal;Salgspris inkl. moms;Beløb',
    row: (i) => [
      ...[20_400 + i, `${two(day(i))}-06-2026`, one(['Aarhus', 'Odense'], i), ref(i), 'Kjole'],
      ...[one(letters, i), few(i), french(price(i)), french(paid(i))],
    ],
    units: few,
    amount: paid,
    dates: JUNE,
    code: 'K4100',
  }),
  {
    name: 'vend-sales-history.csv',
    kind: 'sales',
    text: `Date,Receipt Number,Line Type,Customer Code,Customer Name,Note,Quantity,Subtotal,Sales Tax,Discount,Loyalty,Total,Paid,Details,Register,User,Status,Sku\n${receiptLines.join('\n')}\n`,
    units: sumOf(asked),
    amount: sumOf((i) => asked(i) * price(i)),
    dates: JUNE,
    code: 'K4100',
  },
  sheet({
    name: 'items-2026-06-01-2026-06-30.csv',
    kind: 'sales',
    by: ',',
    headings:
      'Date,Time,Time Zone,Category,Item,Qty,Price Point Name,SKU,Modifiers Applied,Gross Sales,Discounts,Net Sales,Tax,Transaction ID,Device Name,Event Type,Location',
    row: (i) => [
      ...[`6/${day(i)}/26`, '14:02:10', 'Paris', 'Dresses', 'Linen dress', asked(i), 'Regular', ref(i), ''],
      ...[`$${english(asked(i) * price(i))}`, '-$5.00', `$${english(asked(i) * price(i) - 5)}`, '$0.00'],
      ...[`tx${i}`, 'Till 1', 'Payment', 'Marais'],
    ],
    units: asked,
    amount: (i) => asked(i) * price(i) - 5,
    dates: JUNE,
    currency: 'USD',
    code: 'K4100',
  }),
  sheet({
    name: 'pos.order.line.csv',
    kind: 'sales',
    by: ',',
    headings:
      'Order Ref,Order Ref/Date,Product/Internal Reference,Product/Name,Quantity,Unit Price,Discount (%),Subtotal w/o Tax,Subtotal',
    row: (i) => [
      ...(i % 2 === 0 ? [`Shop/00${i}`, `2026-06-${two(day(i))} 10:12:00`] : ['', '']),
      ...[ref(i), 'Linen dress', asked(i), english(price(i)), '0.00'],
      ...[english((asked(i) * price(i)) / 1.2), english(asked(i) * price(i))],
    ],
    units: asked,
    amount: (i) => asked(i) * price(i),
    code: 'K4100',
  }),
  sheet({
    name: 'ItemLocationResults.csv',
    kind: 'stock',
    by: ',',
    headings:
      'Internal ID,Name,Inventory Location,Location On Hand,Location Available,Location Committed,Location On Order,Location Average Cost',
    row: (i) => [5000 + i, `${ref(i)}-${one(letters, i)}`, 'Paris DC', held(i) + 2, held(i), 2, 40, '14.20'],
    units: (i) => held(i) + 2,
    code: 'K4100-S',
  }),
  sheet({
    name: 'export_catalog_product.csv',
    kind: 'items',
    by: ',',
    headings:
      'sku,store_view_code,attribute_set_code,product_type,categories,product_websites,name,price,special_price,visibility,qty,is_in_stock,additional_attributes',
    row: (i) => [
      ...[`M-${i}`, '', 'Clothing', 'simple', 'Women/Dresses', 'base', 'Linen dress', english(price(i)), ''],
      ...['"Catalog, Search"', held(i), 1, '"color=Navy,size=M"'],
    ],
    units: held,
    list: price,
    code: 'M-0',
  }),
  sheet({
    name: 'SLSDTL.TXT',
    kind: 'sales',
    by: '|',
    headings: 'STRNUM|TRNDTE|TRNNUM|SKUNBR|QTYSLD|EXTRTL|EXTCST',
    row: (i) => [
      ...[12, `12606${two(day(i))}`, 7700 + i, 410_000 + (i % 9), asked(i)],
      ...[english(asked(i) * price(i)), english(asked(i) * 14.2)],
    ],
    units: asked,
    amount: (i) => asked(i) * price(i),
    dates: JUNE,
    code: '410000',
  }),
  sheet({
    name: 'MB52.txt',
    kind: 'stock',
    by: '|',
    above: ['Bestandsliste 30.06.2026', '-'.repeat(72)],
    headings: '|Material|Werk|LOrt|Frei verwendbar|ME|Wert frei verw.|Währg|',
    row: (i) => ['', ref(i), 1000 + (i % 3), '0001', `${held(i)} `, 'ST', french(held(i) * 14.2), 'EUR', ''],
    below: [`|*||||${sumOf(held)}||${french(sumOf((i) => held(i) * 14.2))}|EUR|`],
    units: held,
    code: 'K4100',
  }),
  {
    name: 'stock magasins.xlsx',
    kind: 'stock',
    text: bands,
    units: sumOf((i) => (i % 3) + 1 + held(i) + 2 + (i % 2)),
    code: 'K4100',
  },
  {
    name: 'ventes 2026 par semaine.csv',
    kind: 'sales',
    text: `Article;Mesure;S22;S23;S24;S25\n${count
      .map((i) => {
        const sold = [asked(i), 1, i % 3, 2];
        const code = `K${4100 + i}`;
        return `${code};Qté;${sold.join(';')}\n${code};CA TTC;${sold.map((q) => french(q * price(i))).join(';')}`;
      })
      .join('\n')}\n`,
    units: sumOf((i) => asked(i) + 3 + (i % 3)),
    amount: sumOf((i) => (asked(i) + 3 + (i % 3)) * price(i)),
    code: 'K4100',
  },
  sheet({
    name: 'Décompte franchisé juin.csv',
    kind: 'sales',
    headings: 'Date vente;Magasin franchisé;Article;Taille;Qté;PVC TTC;CA TTC;Redevance 5 %;Net à reverser',
    row: (i) => [
      ...[`${two(day(i))}/06/2026`, one(['Pau', 'Dax'], i), ref(i), one(letters, i), few(i)],
      ...[french(price(i)), french(paid(i)), french(paid(i) * 0.05), french(paid(i) * 0.95)],
    ],
    units: few,
    amount: paid,
    dates: JUNE,
    code: 'K4100',
  }),
  {
    name: '7788V2.txt',
    kind: 'sales',
    text: `settlement-id\tsettlement-start-date\tsettlement-end-date\torder-id\ttransaction-type\tamount-type\tamount-description\tamount\tsku\tquantity-purchased\tposted-date\n${settlementLines.join('\n')}\n`,
    units: sumOf(asked),
    amount: sumOf((i) => asked(i) * price(i)),
    dates: JUNE,
    code: 'K4100',
  },
  sheet({
    name: 'Retouren_Juni.csv',
    kind: 'sales',
    headings: 'Retourendatum;Auftragsnr.;Artikelnr.;Menge;Retourengrund;Erstattungsbetrag',
    row: (i) => [`${two(day(i))}.06.2026`, 88_000 + i, ref(i), 1, 'zu klein', french(price(i))],
    units: () => -1,
    amount: (i) => -price(i),
    dates: JUNE,
    code: 'K4100',
  }),
  sheet({
    name: 'Inventar 30.06.csv',
    kind: 'stock',
    headings: 'Artikel;Filiale;Bestand;Bestandeswert CHF',
    row: (i) => [ref(i), one(['Bern', 'Basel', 'Genf'], i), `1'${two(held(i))}0`, `18'450.00`],
    units: (i) => 1000 + held(i) * 10,
    code: 'K4100',
  }),
  {
    name: 'ventes avril.xlsx',
    kind: 'sales',
    text: serials,
    units: sumOf(few),
    amount: sumOf(paid),
    dates: ['2026-06-02', '2026-06-25'],
    code: 'K4100',
  },
  sheet({
    name: 'Preisliste Sommer.csv',
    kind: 'prices',
    headings: 'Artikel;Bezeichnung;VP EUR;VP CHF;gültig ab',
    row: (i) => [`K${4100 + i}`, 'Kleid lang', french(price(i)), french(price(i) + 20), '01.07.2026'],
    list: price,
    currency: 'EUR',
    code: 'K4100',
  }),
  sheet({
    name: 'catalogue AH26.csv',
    kind: 'items',
    headings: 'Référence;Désignation;Saison;PV HT;PV TTC;PA HT;PA remisé HT',
    row: (i) => [
      ...[`K${4100 + i}`, 'Robe longue', 'AH26', french(price(i) / 1.2), french(price(i))],
      ...[french(12 + i), french(11 + i)],
    ],
    list: price,
    code: 'K4100',
  }),
  sheet({
    name: 'carnet de commandes.csv',
    kind: 'orders',
    headings: 'N° cde;Réf;Désignation;Nb colis;PCB;Qté totale;Date liv.',
    row: (i) => [4500 + (i >> 3), ref(i), 'Robe longue', 2 + (i % 3), 6, (2 + (i % 3)) * 6, '15/08/2026'],
    units: (i) => (2 + (i % 3)) * 6,
    dates: ['2026-08-15', '2026-08-15'],
    code: 'K4100',
  }),
  sheet({
    name: 'cumul ventes.csv',
    kind: 'sales',
    headings: 'Date;Code;Qté jour;Cumul mois;Cumul saison;CA jour TTC;CA cumul TTC',
    row: (i) => [
      ...[`${two(day(i))}/06/2026`, ref(i), asked(i), 10 + i, 40 + i],
      ...[french(asked(i) * price(i)), french((40 + i) * price(i))],
    ],
    units: asked,
    amount: (i) => asked(i) * price(i),
    dates: JUNE,
    code: 'K4100',
  }),
  sheet({
    name: 'inventaire boutique.csv',
    kind: 'stock',
    headings: 'EAN;Libellé;Stock théorique;Stock compté;Écart',
    row: (i) => [spaced(ean(i)), 'Robe', held(i) + 1, held(i), -1],
    units: held,
    code: ean(0),
  }),
];
