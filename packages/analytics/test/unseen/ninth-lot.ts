import { writeXlsx } from 'hucre/xlsx';
import {
  asked,
  count,
  day,
  english,
  few,
  french,
  held,
  letters,
  one,
  paid,
  price,
  sheet,
  sumOf,
  two,
  type Unseen,
  worth,
} from './sheet.ts';

const JUNE = ['2026-06-04', '2026-06-27'] as const;
const spoken = (i: number): string => `${two(day(i))}/06/2026`;
const open = (i: number): number => asked(i) + 10;
const received = (i: number): number => i % 4;
const isSale = (i: number): boolean => i % 3 !== 2;
const weeks = (i: number): number[] => [i % 3, asked(i), 0, (i * 2) % 5, 1];
const weekSum = (i: number): number => weeks(i).reduce((sum, each) => sum + each, 0);
const packed = (i: number): number => one([6, 12, 10], i);
const reduced = (i: number): number => Number((price(i) * 0.6).toFixed(2));

/** A sheet for each shop, the shop in its name only. */
const byShop = await writeXlsx({
  sheets: ['Lyon', 'Nice'].map((shop, s) => ({
    name: shop,
    rows: [
      [`Ventes ${shop} – juin 2026`],
      ['Date', 'Réf', 'Taille', 'Qté', 'CA TTC'],
      ...count.map((i) => [
        new Date(Date.UTC(2026, 5, day(i))),
        `RF${700 + (i % 8)}`,
        one(letters, i),
        asked(i + s),
        worth(i + s),
      ]),
    ],
  })),
});

/** The ninth lot: written before any of it was read, once eight lots had been. */
export const NINTH_LOT: readonly Unseen[] = [
  sheet({
    name: 'Sale lines 07-01.csv',
    kind: 'sales',
    by: ',',
    headings:
      'Date,Sale ID,Description,System ID,Custom SKU,Employee,Qty,Retail,Subtotal,Discount,Tax,Total,Cost',
    row: (i) => [
      ...[
        `2026-06-${two(day(i))}T11:20:00+02:00`,
        8800 + i,
        'Linen dress',
        21_000_000_0001 + i,
        `LS-${i % 8}`,
      ],
      ...['Zoé', asked(i), english(price(i)), english(worth(i)), '0.00', english(worth(i) / 6)],
      ...[english(worth(i)), english(asked(i) * 14.2)],
    ],
    units: asked,
    amount: worth,
    dates: JUNE,
  }),
  sheet({
    name: 'stany magazynowe.csv',
    kind: 'stock',
    headings: 'Magazyn;Indeks;Nazwa;Rozmiar;Ilość;Rezerwacja;Dostępne;Wartość zakupu',
    row: (i) => [
      ...['Kraków', `PL${60 + (i >> 2)}`, 'Sukienka', one(letters, i), held(i) + 2, 2, held(i)],
      french((held(i) + 2) * 61),
    ],
    units: (i) => held(i) + 2,
  }),
  sheet({
    name: 'Vendas por artigo junho.csv',
    kind: 'sales',
    headings: 'Data;Loja;Referência;Cor;Tam.;Quant.;Desc. %;Valor c/ IVA',
    row: (i) => [
      ...[`${two(day(i))}-06-2026`, 'Porto', `PT${10 + (i % 8)}`, 'Azul', one(letters, i), few(i), '0,00'],
      `${french(paid(i))} €`,
    ],
    units: few,
    amount: paid,
    dates: JUNE,
    currency: 'EUR',
  }),
  sheet({
    name: 'DAGOMZET.csv',
    kind: 'sales',
    headings: 'Filiaal;Datum;Artikelnummer;Maat;Aantal;Omzet incl. BTW;Omzet excl. BTW',
    row: (i) => [
      ...[12, `${two(day(i))}-06-2026`, `NL${10 + (i % 8)}`, one(letters, i), asked(i), french(worth(i))],
      french(worth(i) / 1.21),
    ],
    units: asked,
    amount: worth,
    dates: JUNE,
  }),
  sheet({
    name: 'catalogue fournisseur HIVER.csv',
    kind: 'items',
    headings: 'Marque;Référence;Désignation;Coloris;Taille;Gencod;PA HT;Coef;PVC TTC;Composition',
    row: (i) => [
      ...['Aigle', `AG${30 + i}`, 'Parka', 'Kaki', one(letters, i), 3_607_180_100_000 + i, '31,00', '2,7'],
      ...[french(price(i)), '100% polyester'],
    ],
    list: price,
    code: 'AG30',
  }),
  sheet({
    name: 'Satış raporu.csv',
    kind: 'sales',
    headings: 'Tarih;Mağaza;Ürün Kodu;Renk;Beden;Adet;Tutar (KDV dahil)',
    row: (i) => [
      ...[`${two(day(i))}.06.2026`, 'İzmir', `TR${10 + (i % 8)}`, 'Siyah', one(letters, i), few(i)],
      french(paid(i) * 30),
    ],
    units: few,
    amount: (i) => paid(i) * 30,
    dates: JUNE,
  }),
  sheet({
    name: 'inventaire tournant.csv',
    kind: 'stock',
    headings: 'Date comptage;Emplacement;Code-barres;Libellé;Qté théorique;Qté comptée;Écart',
    row: (i) => [
      ...['30/06/2026', `A-${10 + (i % 6)}`, 3_607_180_012_340 + 7 * i, 'Robe', held(i), held(i) + (i % 2)],
      i % 2,
    ],
    units: (i) => held(i) + (i % 2),
  }),
  sheet({
    name: 'open PO report.csv',
    kind: 'orders',
    by: ',',
    headings: 'PO Number,Vendor,Item No.,Ordered,Received,Open Qty,Unit Cost,Promise Date',
    row: (i) => [
      ...[
        `PO${4400 + (i >> 2)}`,
        'Opus',
        `OP${30 + i}`,
        open(i),
        received(i),
        open(i) - received(i),
        '14.20',
      ],
      `2026-09-${two(day(i))}`,
    ],
    units: (i) => open(i) - received(i),
  }),
  sheet({
    name: 'LPN_INVENTORY.csv',
    kind: 'stock',
    by: ',',
    headings: 'Facility,LPN,Item,Item Size,Lock Code,On Hand Qty,Allocated Qty',
    row: (i) => [
      ...[
        'DC1',
        `LPN00${7000 + i}`,
        `WM${40 + (i >> 2)}`,
        one(letters, i),
        i % 4 === 2 ? 'DAMAGED' : '',
        held(i),
      ],
      i % 2,
    ],
    units: (i) => (i % 4 === 2 ? 0 : held(i)),
  }),
  sheet({
    name: 'paiements CB juin.csv',
    kind: null,
    headings: 'Date opération;Date valeur;N° transaction;Carte;Montant brut;Commission;Montant net;Boutique',
    row: (i) => [
      ...[spoken(i), spoken(i), 'TX'.concat(String(88_000 + i)), '****4242', french(worth(i)), '0,35'],
      ...[french(worth(i) - 0.35), 'Lyon'],
    ],
  }),
  sheet({
    name: 'grille tarifaire export.csv',
    kind: 'prices',
    headings: 'Modèle;Coloris;FR (EUR);UK (GBP);CH (CHF)',
    row: (i) => [`GT${300 + i}`, 'Écru', french(price(i)), french(price(i) * 0.9), french(price(i) + 15)],
    list: price,
  }),
  sheet({
    name: 'mouvements de stock.csv',
    kind: 'sales',
    headings: 'Horodatage;Magasin;Article;Taille;Type mvt;Qté;Valeur TTC;Stock après',
    row: (i) => [
      ...[`${spoken(i)} 15:${two(10 + i)}`, 'Lyon', `MV${10 + (i % 8)}`, one(letters, i)],
      ...[
        isSale(i) ? 'VTE' : 'REC',
        isSale(i) ? -asked(i) : 12,
        isSale(i) ? french(worth(i)) : '0,00',
        held(i),
      ],
    ],
    units: (i) => (isSale(i) ? asked(i) : 0),
    amount: (i) => (isSale(i) ? worth(i) : 0),
  }),
  sheet({
    name: 'returns_report.csv',
    kind: 'sales',
    by: ',',
    headings: 'Return date,Order,SKU,Qty returned,Refund amount,Reason',
    row: (i) => [
      ...[`2026-06-${two(day(i))}`, `#${1200 + i}`, `WS-${20 + (i % 8)}`, asked(i), english(worth(i))],
      one(['Too small', 'Damaged', 'Changed mind'], i),
    ],
    units: (i) => -asked(i),
    amount: (i) => -worth(i),
    dates: JUNE,
  }),
  {
    name: 'Ventes par semaine.csv',
    kind: 'sales',
    text: `Ventes en pièces – toutes boutiques;;;;;;\nRéf;Coloris;2026-S22;2026-S23;2026-S24;2026-S25;2026-S26\n${count.map((i) => [`VS${200 + i}`, 'Noir', ...weeks(i)].join(';')).join('\n')}\n`,
    units: sumOf(weekSum),
    dates: ['2026-05-25', '2026-06-22'],
  },
  sheet({
    name: 'stock colis.csv',
    kind: 'stock',
    headings: 'Entrepôt;Réf;Libellé;PCB;Colis;Stock UVC',
    row: (i) => ['Orly', `CO${300 + i}`, 'Chaussettes', packed(i), held(i), held(i) * packed(i)],
    units: (i) => held(i) * packed(i),
  }),
  sheet({
    name: 'Salgsrapport uke 25.csv',
    kind: 'sales',
    headings: 'Butikk;Varenummer;Størrelse;Antall;Netto;Mva;Brutto',
    row: (i) => [
      ...['Bergen', `NO${300 + i}`, one(letters, i), asked(i), french(worth(i) * 8), french(worth(i) * 2)],
      french(worth(i) * 10),
    ],
    units: asked,
    amount: (i) => worth(i) * 10,
  }),
  {
    name: 'Ventes boutiques juin.xlsx',
    kind: 'sales',
    text: byShop,
    units: sumOf((i) => asked(i) + asked(i + 1)),
    amount: sumOf((i) => worth(i) + worth(i + 1)),
    dates: JUNE,
  },
  sheet({
    name: 'étiquettes 2e démarque.csv',
    kind: 'prices',
    headings: 'Réf.;Désignation;Prix barré;Remise;Prix soldé;Nb étiquettes',
    row: (i) => [`ET${300 + i}`, 'Robe', `${french(price(i))} €`, '-40 %', `${french(reduced(i))} €`, 4],
    list: price,
  }),
  sheet({
    name: 'carnet wholesale.csv',
    kind: null,
    headings: 'Client;Pays;Réf;Taille;Qté commandée;PU HT;Montant HT;Livraison',
    row: (i) => [
      ...['Galerie Kaufhof', 'DE', `WH${30 + (i >> 2)}`, one(letters, i), open(i), french(price(i) / 2.4)],
      ...[french((open(i) * price(i)) / 2.4), '15/09/2026'],
    ],
  }),
  sheet({
    name: 'cenik.csv',
    kind: 'prices',
    headings: 'Kód;Název;Cena bez DPH;Cena s DPH;Platnost od',
    row: (i) => [`CZ${200 + i}`, 'Šaty', french((price(i) * 25) / 1.21), french(price(i) * 25), '24.6.2026'],
    list: (i) => price(i) * 25,
  }),
];
