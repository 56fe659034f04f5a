import { writeXlsx } from 'hucre/xlsx';
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
const worth = (i: number): number => asked(i) * price(i);

const days = await writeXlsx({
  sheets: [
    {
      name: 'Feuil1',
      rows: [
        ['Ventes quotidiennes'],
        ['Article', 'Magasin', 46_178, 46_179, 46_180, 46_181],
        ...count.map((i) => [`K${4100 + i}`, 'Lyon', asked(i), 0, i % 3, 1]),
      ],
    },
  ],
});

/** Subtotals within the lines: the shop's name says them, and no code. */
const shops = ['Lyon', 'Lille', 'Nice'] as const;
const byShop = shops.flatMap((shop, s) => {
  const own = count.filter((i) => i % 3 === s);
  return [
    ...own.map((i) => `${two(day(i))}/06/2026;${shop};${ref(i)};${asked(i)};${french(worth(i))}`),
    `;Total ${shop};;${own.reduce((sum, i) => sum + asked(i), 0)};${french(own.reduce((sum, i) => sum + worth(i), 0))}`,
  ];
});

/** The fifth lot, written with the fourth, read once what the fourth taught was mended. */
export const FIFTH_LOT: readonly Unseen[] = [
  sheet({
    name: 'Ventas por artículo.csv',
    kind: 'sales',
    headings: 'Tienda;Fecha;Artículo;Talla;Unidades;Base imponible;IVA;Total',
    row: (i) => [
      ...['Bilbao', `${two(day(i))}/06/2026`, ref(i), one(letters, i), few(i)],
      ...[french(paid(i) / 1.21), french(paid(i) - paid(i) / 1.21), french(paid(i))],
    ],
    units: few,
    amount: paid,
    dates: JUNE,
    code: 'K4100',
  }),
  sheet({
    name: 'Corrispettivi giugno.csv',
    kind: 'control',
    headings: 'Data;Negozio;N. scontrini;Pezzi;Incasso',
    row: (i) => [`${two(day(i))}/06/2026`, 'Torino', 20 + i, 30 + i, french((30 + i) * 40)],
    units: (i) => 30 + i,
    amount: (i) => (30 + i) * 40,
  }),
  sheet({
    name: 'Försäljning v24.csv',
    kind: 'sales',
    headings: 'Datum;Butik;Artikelnummer;Storlek;Antal;Försäljning exkl moms;Moms;Försäljning inkl moms',
    row: (i) => [
      ...[`2026-06-${two(day(i))}`, 'Malmö', ref(i), one(letters, i), few(i)],
      ...[french(paid(i) / 1.25), french(paid(i) - paid(i) / 1.25), french(paid(i))],
    ],
    units: few,
    amount: paid,
    dates: JUNE,
    code: 'K4100',
  }),
  sheet({
    name: 'inventory-levels.csv',
    kind: 'items',
    by: ',',
    headings:
      'id,handle,sku,name,product_category,supply_price,retail_price,tax_name,brand_name,supplier_name,active,inventory_Main_Outlet,reorder_point_Main_Outlet,restock_level_Main_Outlet,inventory_Soho,reorder_point_Soho,restock_level_Soho',
    row: (i) => [
      ...[
        `a1b${i}`,
        `linen-${i}`,
        `K${4100 + i}`,
        'Linen dress',
        'Dresses',
        english(14.2),
        english(price(i)),
      ],
      ...['Default', 'Maison', 'ACME', 1, held(i), 5, 20, i % 3, 2, 8],
    ],
    units: (i) => held(i) + (i % 3),
    list: price,
    code: 'K4100',
  }),
  {
    name: 'products-2026-07-01.csv',
    kind: 'items',
    text: `Item Type,Product ID,Product Name,Product Code/SKU,Brand Name,Price,Cost Price,Retail Price,Sale Price,Current Stock Level,Category\n${count
      .filter((i) => i % 3 === 0)
      .map((i) => {
        const head = `Product,${700 + i},Linen dress ${i},K${4100 + i},Maison,${english(price(i))},14.20,,,${held(i) + 3},Dresses`;
        const sku = (size: string, units: number): string =>
          `  SKU,,[S]Size=${size},K${4100 + i}-${size},,,,,,${units},`;
        return [head, sku('S', held(i)), sku('M', 3)].join('\n');
      })
      .join('\n')}\n`,
    units: count.filter((i) => i % 3 === 0).reduce((sum, i) => sum + held(i) + 3, 0),
  },
  sheet({
    name: 'MITBAL.csv',
    kind: 'stock',
    headings: 'MBCONO;MBWHLO;MBITNO;MBSTQT;MBREQT;MBORQT;MBAPPR',
    row: (i) => [100, 'W01', `${ref(i)}-${one(letters, i)}`, held(i), 1, 20, french(14.2)],
    units: held,
    code: 'K4100-S',
  }),
  sheet({
    name: 'stock valorisé.csv',
    kind: 'stock',
    headings:
      'Dépôt;Référence article;Désignation;Gamme 1;Gamme 2;Quantité;PRU;Valeur stock;Qté réservée;Qté commandée',
    row: (i) => [
      ...['Siège', ref(i), 'Robe longue', 'Bleu', one(letters, i), held(i), '14,20'],
      ...[french(held(i) * 14.2), 1, 12],
    ],
    units: held,
    code: 'K4100',
  }),
  {
    name: 'quotidien.xlsx',
    kind: 'sales',
    text: days,
    units: sumOf((i) => asked(i) + (i % 3) + 1),
    dates: ['2026-06-05', '2026-06-08'],
    code: 'K4100',
  },
  {
    name: 'journal caisse S24.csv',
    kind: 'sales',
    text: `VENTES\nDate;Réf;Qté;Montant TTC\n${count
      .map((i) => `${two(day(i))}/06/2026;${ref(i)};${asked(i)};${french(worth(i))}`)
      .join(
        '\n',
      )}\n\nRETOURS\nDate;Réf;Qté;Montant TTC\n05/06/2026;K4100;1;39,90\n06/06/2026;K4101;1;59,90\n`,
    units: sumOf(asked) - 2,
    amount: Math.round((sumOf(worth) - 99.8) * 100) / 100,
    dates: JUNE,
    code: 'K4100',
  },
  sheet({
    name: 'Relevé concession.csv',
    kind: 'sales',
    headings: 'Semaine;Magasin;Article;Qté brute;Retours;Qté nette;CA brut TTC;Remises;CA net TTC;CA net HT',
    row: (i) => [
      ...[`2026-S${22 + (i % 4)}`, 'Nation', `K${4100 + i}`, asked(i) + 1, 1, asked(i)],
      ...[french((asked(i) + 1) * price(i)), french(price(i) + 2), french(worth(i) - 2)],
      french((worth(i) - 2) / 1.2),
    ],
    units: asked,
    amount: (i) => worth(i) - 2,
    code: 'K4100',
  }),
  sheet({
    name: 'Zettle-Sales-By-Product.csv',
    kind: 'sales',
    by: ',',
    above: ['Period,2026-06-01 - 2026-06-30'],
    headings: 'Name,Variant,SKU,Barcode,Quantity,Final Price (EUR),Discount (EUR),VAT %,VAT (EUR)',
    row: (i) => [
      ...['Linen dress', one(letters, i), `K${4100 + i}`, '', asked(i), english(worth(i)), '0.00', 20],
      english(worth(i) - worth(i) / 1.2),
    ],
    units: asked,
    amount: worth,
    code: 'K4100',
  }),
  sheet({
    name: 'Price Book FW26.csv',
    kind: 'prices',
    headings: 'Style;Colour;EUR_FR;EUR_DE;GBP_UK;CHF_CH;Start',
    row: (i) => [
      ...[`K${4100 + i}`, 'Navy', french(price(i)), french(price(i) + 5), french(price(i) - 8)],
      ...[french(price(i) + 20), '01/09/2026'],
    ],
    list: price,
    currency: 'EUR',
    code: 'K4100',
  }),
  sheet({
    name: 'MD event wk25.csv',
    kind: 'prices',
    by: ',',
    headings: 'Style,Orig Retail,Curr Retail,MD %,New Retail,Eff Date',
    row: (i) => [
      ...[`K${4100 + i}`, english(price(i)), english(price(i) * 0.8), 40, english(price(i) * 0.6)],
      '2026-06-24',
    ],
    list: price,
    code: 'K4100',
  }),
  sheet({
    name: 'Order form FW26.csv',
    kind: 'orders',
    headings: 'Style;Colour;XS;S;M;L;XL;Total units;Pack qty;Packs;Unit cost;Ex-factory',
    row: (i) => [`K${4100 + i}`, 'Navy', 2, 4, 4 + (i % 2), 2, 0, 12 + (i % 2), 12, 1, '14,20', '20/08/2026'],
    units: (i) => 12 + (i % 2),
    code: 'K4100',
  }),
  sheet({
    name: 'Bestandsverlauf.csv',
    kind: 'stock',
    headings: 'Stichtag;Artikel;Bestand Stk.;Bestand EUR',
    row: (i) => [
      `${one(['14', '21', '28'], i)}.06.2026`,
      `K${4100 + ((i / 3) | 0)}`,
      held(i),
      french(held(i) * 14.2),
    ],
    units: held,
    dates: ['2026-06-14', '2026-06-28'],
    code: 'K4100',
  }),
  {
    name: 'Ventes par magasin.csv',
    kind: 'sales',
    text: `Date;Magasin;Réf;Qté;CA TTC\n${byShop.join('\n')}\n;Total général;;${sumOf(asked)};${french(sumOf(worth))}\n`,
    units: sumOf(asked),
    amount: sumOf(worth),
    dates: JUNE,
    code: 'K4100',
  },
  sheet({
    name: 'JRNL0626.TXT',
    kind: 'sales',
    by: '\t',
    headings: 'DATE\tMAG\tART\tQTE\tMNT_CTS',
    row: (i) => [`2606${two(day(i))}`, 12, ref(i), asked(i), Math.round(worth(i) * 100)],
    units: asked,
    amount: worth,
    dates: JUNE,
    code: 'K4100',
  }),
  sheet({
    name: 'Demand plan.csv',
    kind: 'forecasts',
    by: ',',
    headings: 'SKU,Location,2026-W28,2026-W29,2026-W30',
    row: (i) => [`K${4100 + i}`, 'Paris', 4 + i, 3, i % 5],
    units: (i) => 7 + i + (i % 5),
    code: 'K4100',
  }),
  {
    name: 'Journal des ventes.csv',
    kind: 'sales',
    text: `Date;Ticket;Type ligne;Code;Libellé;Qté;Montant\n${count
      .map((i) => {
        const head = `${two(day(i))}/06/2026;${5000 + i}`;
        return `${head};ART;${ref(i)};Robe longue;${asked(i)};${french(worth(i))}\n${head};REG;CB;Carte bancaire;1;${french(worth(i))}`;
      })
      .join('\n')}\n`,
    units: sumOf(asked),
    amount: sumOf(worth),
    dates: JUNE,
    code: 'K4100',
  },
  sheet({
    name: 'Standorte.csv',
    kind: 'places',
    headings: 'Fil.-Nr.;Bezeichnung;Strasse;PLZ;Ort;Land;Fläche m2;Eröffnet am;Umsatz Vorjahr',
    row: (i) => [
      ...[`F${two(i)}`, `Filiale ${i}`, 'Hauptstr. 1', 20_095, 'Hamburg', 'DE', 140, '01.03.2019'],
      '1.250.000,00',
    ],
  }),
];
