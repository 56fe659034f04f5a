import type { FileKind } from '../src/import/types.ts';

/** A file of a kind that no rule was written for, what it is, and its totals as its maker would count them. */
export interface Unseen {
  name: string;
  text: string;
  kind: FileKind;
  /** Pieces sold, stocked or ordered; prices and articles: none. */
  units?: number;
  /** As the file has it, with its taxes or without. */
  amount?: number;
  /** Sum of the prices that discounts are counted from. */
  list?: number;
}

type Cell = string | number;

const COUNT = 24;

interface Sheet {
  name: string;
  kind: FileKind;
  by?: string;
  above?: string[];
  headings: string;
  row: (index: number) => Cell[];
  below?: string[];
  units?: (index: number) => number;
  amount?: (index: number) => number;
  list?: (index: number) => number;
}

const sumOf = (value: (index: number) => number): number =>
  Math.round(
    Array.from({ length: COUNT }, (_, index) => value(index)).reduce((sum, each) => sum + each, 0) * 100,
  ) / 100;

function sheet({
  name,
  kind,
  by = ';',
  above = [],
  headings,
  row,
  below = [],
  units,
  amount,
  list,
}: Sheet): Unseen {
  const rows = Array.from({ length: COUNT }, (_, index) => row(index).join(by));
  return {
    ...{ name, kind, text: `${[...above, headings, ...rows, ...below].join('\n')}\n` },
    ...(units && { units: sumOf(units) }),
    ...(amount && { amount: sumOf(amount) }),
    ...(list && { list: sumOf(list) }),
  };
}

const two = (number: number): string => String(number).padStart(2, '0');
const one = <T>(values: readonly [T, ...T[]], index: number): T => values[index % values.length] ?? values[0];
const french = (value: number): string => value.toFixed(2).replace('.', ',');
const english = (value: number): string => value.toFixed(2);
const day = (index: number): number => (index % 24) + 4;
const ref = (index: number): string => `K${4100 + (index % 9)}`;
const letters = ['S', 'M', 'L', 'XL'] as const;
const few = (index: number): number => one([1, 1, 2, 1, 1, 1, -1, 1], index);
const price = (index: number): number => one([39.9, 59.9, 79.9, 25, 119], index);
const paid = (index: number): number => few(index) * price(index);
const held = (index: number): number => (index * 5) % 13;

/** The first lot, written before any of its files was read. */
export const FIRST_LOT: readonly Unseen[] = [
  sheet({
    name: 'Kassabonregels_juni.csv',
    kind: 'sales',
    headings: 'Bonnr;Datum;Filiaal;Artikelnr;Omschrijving;Maat;Aantal;Prijs incl. BTW;Korting;Bedrag',
    row: (i) => [
      ...[
        88_000 + i,
        `${two(day(i))}-06-2026`,
        one(['Utrecht', 'Gent'], i),
        ref(i),
        'Jurk lang',
        one(letters, i),
      ],
      ...[few(i), french(price(i)), '0,00', french(paid(i))],
    ],
    units: few,
    amount: paid,
  }),
  sheet({
    name: 'sprzedaz_06.csv',
    kind: 'sales',
    headings: 'Data sprzedaży;Nr dokumentu;Symbol;Nazwa;Rozmiar;Ilość;Wartość brutto',
    row: (i) => [
      ...[`2026-06-${two(day(i))}`, `PA ${i}/06/2026`, ref(i), 'Sukienka', one(letters, i), few(i)],
      french(paid(i)),
    ],
    units: few,
    amount: paid,
  }),
  sheet({
    name: 'Existencias_loja.csv',
    kind: 'stock',
    headings: 'Loja;Referência;Descrição;Tamanho;Cor;Qtd. em stock',
    row: (i) => [one(['Porto', 'Lisboa'], i), ref(i), 'Vestido', one(letters, i), 'Azul', held(i)],
    units: held,
  }),
  sheet({
    name: 'zalando_partner_2026-06.csv',
    kind: 'sales',
    by: ',',
    headings:
      'Order Number,Order Date,Shipment Country,EAN,Partner Article Number,Size,Items Sold,Items Returned,Price (Gross)',
    row: (i) => [
      ...[10_200_300 + i, `2026-06-${two(day(i))}`, one(['FR', 'DE'], i), `37012340${4100 + i}5`, ref(i)],
      ...[one(letters, i), 1, i % 4 === 0 ? 1 : 0, english(price(i))],
    ],
    units: (i) => (i % 4 === 0 ? 0 : 1),
    amount: (i) => (i % 4 === 0 ? 0 : price(i)),
  }),
  sheet({
    name: 'eBay-OrdersReport.csv',
    kind: 'sales',
    by: ',',
    headings:
      'Sales Record Number,Item Number,Item Title,Custom Label,Quantity,Sold For,Total Price,Sale Date,Buyer Country',
    row: (i) => [
      ...[900 + i, 275_300_400_100 + (i % 9), 'Linen dress', ref(i), 1, `$${english(price(i))}`],
      ...[`$${english(price(i))}`, `Jun-${two(day(i))}-26`, 'United States'],
    ],
    units: () => 1,
    amount: price,
  }),
  sheet({
    name: 'items-2026-06-01-2026-07-01.csv',
    kind: 'sales',
    by: ',',
    headings:
      'Date,Time,Time Zone,Category,Item,Qty,Price Point Name,SKU,Modifiers Applied,Gross Sales,Discounts,Net Sales,Tax,Transaction ID,Payment ID,Device Name,Location',
    row: (i) => [
      ...[`2026-06-${two(day(i))}`, '14:05:11', 'Paris', 'Dresses', 'Linen dress', 1, 'Regular', ref(i), ''],
      ...[
        `$${english(price(i))}`,
        '-$5.00',
        `$${english(price(i) - 5)}`,
        `$${english(2)}`,
        `Tx${i}a`,
        `Py${i}b`,
      ],
      ...['Till 1', 'Main street'],
    ],
    units: () => 1,
    amount: (i) => price(i) - 5,
  }),
  sheet({
    name: 'lightspeed_inventory.csv',
    kind: 'items',
    by: ',',
    headings: 'System ID,UPC,EAN,Custom SKU,Manufact. SKU,Item,Qty,Default Cost,MSRP,Price,Category,Brand',
    row: (i) => [
      ...[
        210_000_000_100 + i,
        '',
        '',
        `${ref(i)}-${i}`,
        ref(i),
        `Linen dress ${i}`,
        held(i),
        english(12 + i),
      ],
      ...[english(price(i)), english(price(i)), 'Dresses', 'Maison'],
    ],
    units: held,
  }),
  sheet({
    name: 'cahier de caisse Nantes.csv',
    kind: 'sales',
    above: ['Ventes boutique de Nantes – juin 2026;;;;', ';;;;'],
    headings: 'Jour;Réf.;Taille;Nb vendus;Encaissé',
    row: (i) => [`${day(i)} juin 2026`, ref(i), one(letters, i), few(i), `${french(paid(i))} €`],
    below: [`Total;;;${sumOf(few)};${french(sumOf(paid))} €`],
    units: few,
    amount: paid,
  }),
  sheet({
    name: 'ventes semaine 24.csv',
    kind: 'sales',
    headings: 'Référence;Désignation;Lyon;Paris;Lille;Total',
    row: (i) => [`K${4100 + i}`, 'Robe longue', i % 3, 1, i % 2, (i % 3) + 1 + (i % 2)],
    units: (i) => (i % 3) + 1 + (i % 2),
  }),
  sheet({
    name: 'stock au 30-06-2026.csv',
    kind: 'stock',
    headings: 'Ref;Libellé;Dépôt;Lyon;Paris;Total',
    row: (i) => [`K${4100 + i}`, 'Robe longue', held(i), i % 3, 1, held(i) + (i % 3) + 1],
    units: (i) => held(i) + (i % 3) + 1,
  }),
  sheet({
    name: 'WKSLS.csv',
    kind: 'sales',
    by: ',',
    headings: 'STORE#,SKU#,WKENDDATE,SLS U,SLS $,OH U,OO U',
    row: (i) => [
      100 + (i % 4),
      55_100 + i,
      one(['06/13/2026', '06/20/2026'], i),
      1 + (i % 3),
      english(price(i)),
      held(i),
      6,
    ],
    units: (i) => 1 + (i % 3),
    amount: price,
  }),
  sheet({
    name: 'Artikelposten.csv',
    kind: 'sales',
    headings: 'Buchungsdatum;Postenart;Belegnr.;Artikelnr.;Variantencode;Lagerortcode;Menge;Verkaufsbetrag',
    row: (i) => [
      ...[
        `${two(day(i))}.06.2026`,
        i % 3 === 0 ? 'Einkauf' : 'Verkauf',
        `RE${i}`,
        ref(i),
        one(letters, i),
        'BERLIN',
      ],
      ...[i % 3 === 0 ? 20 : -1, i % 3 === 0 ? '0,00' : french(price(i))],
    ],
    units: (i) => (i % 3 === 0 ? 0 : 1),
    amount: (i) => (i % 3 === 0 ? 0 : price(i)),
  }),
  sheet({
    name: 'F_DOCLIGNE.csv',
    kind: 'sales',
    headings: 'DO_Type;DO_Piece;DO_Date;AR_Ref;DL_Design;DL_Qte;DL_PrixUnitaire;DL_MontantHT;DL_MontantTTC',
    row: (i) => [
      ...[
        7,
        `FA${1000 + i}`,
        `${two(day(i))}/06/2026`,
        ref(i),
        'Robe longue',
        few(i),
        french(price(i) / 1.2),
      ],
      ...[french(paid(i) / 1.2), french(paid(i))],
    ],
    units: few,
    amount: paid,
  }),
  sheet({
    name: 'Liste articles EBP.csv',
    kind: 'items',
    headings: 'Code article;Libellé;Code famille;PV TTC;PV HT;PA HT;Stock réel;Stock virtuel',
    row: (i) => [
      `K${4100 + i}`,
      'Robe longue',
      'ROB',
      french(price(i)),
      french(price(i) / 1.2),
      french(12),
      held(i),
      held(i) + 4,
    ],
    units: held,
  }),
  sheet({
    name: 'sale.order.csv',
    kind: 'sales',
    by: ',',
    headings:
      'Order Reference,Order Date,Order Lines/Product/Internal Reference,Order Lines/Quantity,Order Lines/Unit Price,Order Lines/Total',
    row: (i) => [
      `S${1000 + i}`,
      `2026-06-${two(day(i))} 10:12:00`,
      ref(i),
      1,
      english(price(i)),
      english(price(i)),
    ],
    units: () => 1,
    amount: price,
  }),
  sheet({
    name: 'prijslijst zomer.csv',
    kind: 'prices',
    headings: 'Artikel;Geldig vanaf;Adviesprijs;Actieprijs',
    row: (i) => [`K${4100 + i}`, '24-06-2026', french(price(i)), french(price(i) * 0.7)],
  }),
  sheet({
    name: 'PO status.csv',
    kind: 'orders',
    by: ',',
    headings: 'PO #,Line,Style,Colour,Size,Qty Ordered,Qty Shipped,Balance,Ex-Factory,In DC',
    row: (i) => [
      ...[4500 + (i >> 3), i % 8, ref(i), 'Navy', one(letters, i), 60, 20, 40, '2027-07-01', '2027-08-15'],
    ],
    units: () => 40,
  }),
  sheet({
    name: 'Filialen.csv',
    kind: 'places',
    headings: 'Filiale;Bezeichnung;Strasse;PLZ;Ort;Land;Verkaufsfläche m²;Eröffnet',
    row: (i) => [
      `F${two(i)}`,
      `Filiale ${i}`,
      'Hauptstrasse 1',
      10_115,
      'Berlin',
      'DE',
      90 + i,
      '01.03.2015',
    ],
  }),
  sheet({
    name: 'cde fournisseur été.csv',
    kind: 'orders',
    headings: 'Modèle;Coloris;Livraison;XS;S;M;L;XL;Total pièces',
    row: (i) => [`K${4100 + i}`, 'Bleu', '15/08/2027', 2, 4, 6, i % 5, 1, 13 + (i % 5)],
    units: (i) => 13 + (i % 5),
  }),
  sheet({
    name: 'Movimenti.csv',
    kind: 'sales',
    headings: 'Data;Causale;Cod. articolo;Taglia;Q.tà;Magazzino',
    row: (i) => [
      `${two(day(i))}/06/2026`,
      i % 4 === 0 ? 'Carico' : 'Vendita',
      ref(i),
      one(letters, i),
      i % 4 === 0 ? 12 : 1,
      'Milano',
    ],
    units: (i) => (i % 4 === 0 ? 0 : 1),
  }),
];

const isVoid = (index: number): boolean => index % 5 === 4;
const asked = (index: number): number => one([1, 2, 1, 3], index);

/** The second lot, written before any of its files was read, once the causes of the first were mended. */
export const SECOND_LOT: readonly Unseen[] = [
  sheet({
    name: 'mirakl-lignes.csv',
    kind: 'sales',
    headings:
      'Date de création;N° de commande;N° ligne;Sku offre;Quantité;Prix unitaire;Montant total TTC;Frais de port;Commission;Etat',
    row: (i) => [
      ...[`${two(day(i))}/06/2026 08:12`, `MK-${i}-A`, `MK-${i}-A-1`, ref(i), asked(i), french(price(i))],
      ...[french(asked(i) * price(i)), '4,90', '5,00', isVoid(i) ? 'Annulée' : 'Reçue'],
    ],
    units: (i) => (isVoid(i) ? 0 : asked(i)),
    amount: (i) => (isVoid(i) ? 0 : asked(i) * price(i)),
  }),
  sheet({
    name: 'orders-2026-07-01.csv',
    kind: 'sales',
    by: ',',
    headings:
      'Order ID,Order Status,Order Date,Customer Name,Product SKU,Product Name,Product Qty,Product Unit Price,Product Total Price',
    row: (i) => [
      ...[
        3000 + i,
        isVoid(i) ? 'Refunded' : 'Completed',
        `2026-06-${two(day(i))}`,
        'A. Smith',
        ref(i),
        'Linen dress',
      ],
      ...[asked(i), english(price(i)), english(asked(i) * price(i))],
    ],
    units: (i) => (isVoid(i) ? 0 : asked(i)),
    amount: (i) => (isVoid(i) ? 0 : asked(i) * price(i)),
  }),
  sheet({
    name: 'EtsySoldOrderItems2026-6.csv',
    kind: 'sales',
    by: ',',
    headings: 'Sale Date,Item Name,Buyer,Quantity,Price,Coupon Code,Discount Amount,Order ID,SKU,Currency',
    row: (i) => [
      ...[
        `06/${two(day(i))}/26`,
        'Linen dress',
        'anna',
        asked(i),
        english(price(i)),
        '',
        '0.00',
        31_000 + i,
        ref(i),
      ],
      'EUR',
    ],
    units: asked,
    amount: (i) => asked(i) * price(i),
  }),
  sheet({
    name: 'Auftragsbestätigung.csv',
    kind: 'orders',
    headings: 'Bestellnr;Pos;Artikel;Farbe;Größe;Menge bestellt;Menge offen;Liefertermin',
    row: (i) => [4500 + (i >> 3), i % 8, ref(i), 'Blau', one(letters, i), 60, 25 + i, '15.08.2027'],
    units: (i) => 25 + i,
  }),
  sheet({
    name: 'TicketsTPV.csv',
    kind: 'sales',
    headings: 'Fecha;Hora;Tienda;Nº ticket;Línea;Cód. barras;Descripción;Uds.;PVP;Dto.;Importe',
    row: (i) => [
      ...[
        `${two(day(i))}/06/2026`,
        '18:20',
        'Sevilla',
        71_000 + i,
        1,
        `84370012${34_510 + (i % 9)}`,
        'Vestido',
      ],
      ...[few(i), french(price(i)), '0,00', french(paid(i))],
    ],
    units: few,
    amount: paid,
  }),
  sheet({
    name: 'Inventario fisico.csv',
    kind: 'stock',
    headings: 'Magazzino;Barcode;Descrizione;Taglia;Colore;Esistenza;Valore',
    row: (i) => [
      one(['Milano', 'Roma'], i),
      `80370012${34_510 + i}`,
      'Abito',
      one(letters, i),
      'Blu',
      held(i),
      french(held(i) * 12.5),
    ],
    units: held,
  }),
  sheet({
    name: 'whse_bal.txt',
    kind: 'stock',
    by: '|',
    headings: 'Whse|Loc|Item|UoM|On hand|Allocated|Available',
    row: (i) => ['W1', `A-${two(i)}-3`, ref(i), 'EA', held(i) + 2, 2, held(i)],
    units: (i) => held(i) + 2,
  }),
  sheet({
    name: 'ventes hebdo.csv',
    kind: 'sales',
    headings: 'Magasin;Réf;S23 2026;S24 2026;S25 2026;Total',
    row: (i) => [one(['Lyon', 'Lille'], i), `K${4100 + (i >> 1)}`, i % 4, 1, i % 3, (i % 4) + 1 + (i % 3)],
    units: (i) => (i % 4) + 1 + (i % 3),
  }),
  sheet({
    name: 'Suivi mensuel.csv',
    kind: 'sales',
    above: [';;Juin 2026;;Juillet 2026;'],
    headings: 'Réf;Libellé;Qté;CA;Qté;CA',
    row: (i) => [`K${4100 + i}`, 'Robe longue', asked(i), french(asked(i) * price(i)), 1, french(price(i))],
    units: (i) => asked(i) + 1,
    amount: (i) => (asked(i) + 1) * price(i),
  }),
  sheet({
    name: 'Pricing 2026.csv',
    kind: 'prices',
    by: ',',
    headings: 'Style,FR,BE,CH',
    row: (i) => [`K${4100 + i}`, english(price(i)), english(price(i) + 1), english(price(i) + 20)],
  }),
  sheet({
    name: 'fiches_fournisseur.csv',
    kind: 'items',
    headings:
      'GTIN;Référence commerciale;Marque;Libellé long;Couleur fabricant;Taille fabricant;Composition;Prix tarif HT;Prix public conseillé TTC;Code douanier',
    row: (i) => [
      ...[
        `37012345${10_010 + i}`,
        `K${4100 + (i >> 2)}`,
        'Maison',
        'Robe longue en lin',
        'Bleu',
        one(letters, i),
      ],
      ...['Lin', french(price(i >> 2) / 2.5), french(price(i >> 2)), '62044100'],
    ],
    list: (i) => (i % 4 === 0 ? price(i >> 2) : 0),
  }),
  sheet({
    name: 'linesheet FW26.csv',
    kind: 'items',
    by: ',',
    headings: 'Season,Style No,Style Name,Color Name,Size Range,WHS Price,RRP,Delivery Window',
    row: (i) => [
      'FW26',
      `K${4100 + i}`,
      'Linen dress',
      'Navy',
      'XS-XL',
      english(price(i) / 2.5),
      english(price(i)),
      'Aug 2026',
    ],
    list: price,
  }),
  sheet({
    name: 'retours_web_juin.csv',
    kind: 'sales',
    headings: 'Date retour;N° retour;SKU;Qté;Motif;Montant remboursé',
    row: (i) => [`${two(day(i))}/06/2026`, `R${700 + i}`, ref(i), 1, 'Trop grand', french(price(i))],
    units: () => -1,
    amount: (i) => -price(i),
  }),
  sheet({
    name: 'price changes.csv',
    kind: 'prices',
    by: ',',
    headings: 'Product,Old price,New price,Effective date,Reason',
    row: (i) => [`K${4100 + i}`, english(price(i) + 10), english(price(i)), '2026-06-24', 'Repricing'],
    list: price,
  }),
  sheet({
    name: 'annuaire.csv',
    kind: 'places',
    headings: 'N°;Point de vente;Enseigne;Adresse;CP;Ville;Tél;Responsable;m²',
    row: (i) => [
      i + 1,
      `Maison ${i}`,
      'Maison',
      '1 rue Haute',
      69_002,
      'Lyon',
      '0472000000',
      'A. Martin',
      90,
    ],
  }),
  sheet({
    name: 'comptage reserve.csv',
    kind: 'stock',
    headings: 'Réf;36;38;40;;Réf;36;38;40',
    row: (i) => [`K${4100 + i}`, 1, i % 3, 2, '', `K${4200 + i}`, 3, 0, i % 2],
    units: (i) => 6 + (i % 3) + (i % 2),
  }),
  sheet({
    name: 'Verkäufe_CH.csv',
    kind: 'sales',
    headings: 'Datum;Filiale;Artikel;Anzahl;Umsatz CHF',
    row: (i) => [`${two(day(i))}.06.2026`, 'Zürich', ref(i), 20, `1'${(200 + i).toString()}.50`],
    units: () => 20,
    amount: (i) => 1200.5 + i,
  }),
  sheet({
    name: 'trans_detail.csv',
    kind: 'sales',
    by: ',',
    headings: 'TranDate,Register,Tran#,UPC,Desc,Qty Sold,Ext Price,Void',
    row: (i) => [
      ...[`6/${day(i)}/2026 3:05 PM`, 2, 880 + i, `37012345${10_010 + (i % 9)}`, 'Linen dress', asked(i)],
      ...[english(asked(i) * price(i)), isVoid(i) ? 'Y' : 'N'],
    ],
    units: (i) => (isVoid(i) ? 0 : asked(i)),
    amount: (i) => (isVoid(i) ? 0 : asked(i) * price(i)),
  }),
  sheet({
    name: 'Relevé corner GL.csv',
    kind: 'sales',
    headings:
      'Période du;au;Corner;Code article GL;Réf. fournisseur;Désignation;Qté vendue;CA TTC;Commission %;CA net fournisseur',
    row: (i) => [
      ...[
        '01/06/2026',
        '07/06/2026',
        one(['Haussmann', 'Nice'], i),
        770_100 + i,
        `K${4100 + i}`,
        'Robe longue',
        asked(i),
      ],
      ...[french(asked(i) * price(i)), '38', french(asked(i) * price(i) * 0.5)],
    ],
    units: asked,
    amount: (i) => asked(i) * price(i),
  }),
  sheet({
    name: 'mouvements stock juin.csv',
    kind: 'stock',
    headings: 'Date;Réf;Stock initial;Entrées;Sorties;Stock final',
    row: (i) => ['30/06/2026', `K${4100 + i}`, held(i) + 3, 2, 5, held(i)],
    units: held,
  }),
];

/** The third lot, to measure what the first two taught. */
export const THIRD_LOT: readonly Unseen[] = [
  sheet({
    name: 'Umsatzliste KW24.csv',
    kind: 'sales',
    headings: 'Kasse;Bon-Nr.;Datum/Uhrzeit;EAN;Bezeichnung;Anz.;VK-Preis;Rabatt %;Gesamt',
    row: (i) => [
      ...[3, 5500 + i, `${two(day(i))}.06.2026 14:02`, `40123450${34_510 + (i % 9)}`, 'Kleid lang', few(i)],
      ...[french(price(i)), '0', french(paid(i))],
    ],
    units: few,
    amount: paid,
  }),
  sheet({
    name: 'VENDAS_JUNHO.csv',
    kind: 'sales',
    headings: 'Data;Loja;Fatura;Referência;Tamanho;Quantidade;Valor c/ IVA',
    row: (i) => [
      ...[`${two(day(i))}-06-2026`, 'Porto', `FT ${i}`, ref(i), one(letters, i), few(i)],
      french(paid(i)),
    ],
    units: few,
    amount: paid,
  }),
  sheet({
    name: 'extract_bo.csv',
    kind: 'sales',
    headings: 'Année;Mois;Magasin;Rayon;Réf. produit;Qté vendue nette;CA net TTC;Marge brute',
    row: (i) => [
      2026,
      5,
      one(['Lyon', 'Lille'], i),
      'Femme',
      `K${4100 + i}`,
      asked(i),
      french(asked(i) * price(i)),
      '12,00',
    ],
    units: asked,
    amount: (i) => asked(i) * price(i),
  }),
  sheet({
    name: 'tpe_export.csv',
    kind: 'sales',
    by: ',',
    headings: 'created_at,type,amount,currency,product_sku,qty,pos_location',
    row: (i) => [
      ...[`2026-06-${two(day(i))}T12:00:00Z`, isVoid(i) ? 'refund' : 'sale'],
      ...[english(isVoid(i) ? -price(i) : price(i)), 'EUR', ref(i), isVoid(i) ? -1 : 1, 'Nantes'],
    ],
    units: (i) => (isVoid(i) ? -1 : 1),
    amount: (i) => (isVoid(i) ? -price(i) : price(i)),
  }),
  sheet({
    name: 'Position de stock.csv',
    kind: 'stock',
    headings: 'Ets;Emplacement;Réf;Taille;Qté dispo;Qté résa;Qté physique',
    row: (i) => ['M01', `R${i % 4}`, ref(i), one(letters, i), held(i), 1, held(i) + 1],
    units: (i) => held(i) + 1,
  }),
  sheet({
    name: 'stock_snapshot.csv',
    kind: 'stock',
    by: ',',
    headings: 'as_of,warehouse_id,sku,on_hand,reserved,damaged',
    row: (i) => ['2026-06-30', 'W1', `${ref(i)}-${one(letters, i)}`, held(i), 0, 0],
    units: held,
  }),
  sheet({
    name: 'Lagerliste.csv',
    kind: 'stock',
    headings: 'Art.-Nr.;Bezeichnung;Gr.;Farbe;Filiale 1;Filiale 2;Zentrallager;Summe',
    row: (i) => [`K${4100 + i}`, 'Kleid', one(letters, i), 'Blau', i % 3, 1, held(i), (i % 3) + 1 + held(i)],
    units: (i) => (i % 3) + 1 + held(i),
  }),
  sheet({
    name: 'tarif revendeurs.csv',
    kind: 'prices',
    headings: 'Réf.;Libellé;Prix cession HT;PPC TTC;Applicable au',
    row: (i) => [`K${4100 + i}`, 'Robe longue', french(price(i) / 2.4), french(price(i)), '01/07/2026'],
    list: price,
  }),
  sheet({
    name: 'listino saldi.csv',
    kind: 'prices',
    headings: 'Codice;Prezzo pieno;Sconto %;Prezzo scontato;Dal',
    row: (i) => [
      `K${4100 + i}`,
      french(price(i)),
      '30',
      french(Math.round(price(i) * 70) / 100),
      '13/07/2026',
    ],
    list: price,
  }),
  sheet({
    name: 'PLM_export.csv',
    kind: 'items',
    by: ',',
    headings:
      'Style Number,Style Description,Colorway,Category,Season,Target Retail,FOB Cost,Supplier,Launch Date',
    row: (i) => [
      ...[
        `K${4100 + i}`,
        'Linen dress',
        'Navy',
        'Dresses',
        'FW26',
        english(price(i)),
        english(12 + i),
        'ACME',
      ],
      '2026-08-15',
    ],
    list: price,
  }),
  sheet({
    name: 'Artikelstammdaten.csv',
    kind: 'items',
    headings: 'Artikelnr.;Variante;Größe;Farbe;Warengruppe;Marke;EK netto;VK brutto',
    row: (i) => [
      `K${4100 + (i >> 2)}`,
      `V${i}`,
      one(letters, i),
      'Blau',
      'Kleider',
      'Haus',
      french(12 + (i >> 2)),
      french(price(i >> 2)),
    ],
    list: (i) => (i % 4 === 0 ? price(i >> 2) : 0),
  }),
  sheet({
    name: 'Backlog.csv',
    kind: 'orders',
    by: ',',
    headings: 'Vendor,PO,Style,Color,Size,Ordered,Received,Open,Need by',
    row: (i) => ['ACME', 4500 + (i >> 3), ref(i), 'Navy', one(letters, i), 60, 20, 40, '2027-08-15'],
    units: () => 40,
  }),
  sheet({
    name: 'arrivages septembre.csv',
    kind: 'orders',
    headings: 'Semaine prévue;Fournisseur;Réf;Taille;Qté à recevoir',
    row: (i) => [`2027-S${36 + (i % 4)}`, 'Textil SA', ref(i), one(letters, i), 10 + i],
    units: (i) => 10 + i,
  }),
  sheet({
    name: 'Elenco negozi.csv',
    kind: 'places',
    headings: 'Cod.;Insegna;Indirizzo;CAP;Città;Prov.;Mq',
    row: (i) => [`N${two(i)}`, 'Casa', 'Via Alta 1', 20_121, 'Milano', 'MI', 90],
  }),
  sheet({
    name: 'recap TVA.csv',
    kind: 'sales',
    headings: 'Date;Code produit;Qté;Base HT;TVA;TTC',
    row: (i) => [
      `${two(day(i))}/06/2026`,
      ref(i),
      1,
      french(price(i) / 1.2),
      french(price(i) - price(i) / 1.2),
      french(price(i)),
    ],
    units: () => 1,
    amount: price,
  }),
  sheet({
    name: 'bestsellers.csv',
    kind: 'sales',
    headings: 'Rang;Référence;Désignation;Qté vendue;CA TTC;Stock restant',
    row: (i) => [i + 1, `K${4100 + i}`, 'Robe longue', 30 - i, french((30 - i) * price(i)), held(i)],
    units: (i) => 30 - i,
    amount: (i) => (30 - i) * price(i),
  }),
  sheet({
    name: 'previsions S2.csv',
    kind: 'forecasts',
    headings: 'Article;Semaine;Prév. qté',
    row: (i) => [`K${4100 + (i % 6)}`, `2027-S${two(30 + (i >> 2))}`, 4 + i],
    units: (i) => 4 + i,
  }),
  sheet({
    name: 'budget vs réel.csv',
    kind: 'sales',
    headings: 'Semaine;Magasin;Référence;Budget qté;Réel qté;Budget CA;Réel CA TTC',
    row: (i) => [
      `2026-S${20 + (i % 4)}`,
      'Lyon',
      `K${4100 + i}`,
      9,
      asked(i),
      '500,00',
      french(asked(i) * price(i)),
    ],
    units: asked,
    amount: (i) => asked(i) * price(i),
  }),
  sheet({
    name: 'N vs N-1.csv',
    kind: 'sales',
    headings: 'Date;Référence;Qté N;Qté N-1;CA N;CA N-1',
    row: (i) => [`${two(day(i))}/06/2026`, ref(i), asked(i), 4, french(asked(i) * price(i)), '99,90'],
    units: asked,
    amount: (i) => asked(i) * price(i),
  }),
  sheet({
    name: 'BL fournisseur.csv',
    kind: 'orders',
    headings: 'N° BL;Date BL;Fournisseur;Référence;Qté livrée;PA unitaire HT',
    row: (i) => [`BL${i}`, `${two(day(i))}/06/2026`, 'Textil SA', ref(i), 12, '14,30'],
  }),
];
