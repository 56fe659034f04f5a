import {
  asked,
  day,
  english,
  french,
  held,
  letters,
  one,
  price,
  ref,
  sheet,
  sumOf,
  two,
  type Unseen,
  worth,
} from './sheet.ts';

const JUNE = ['2026-06-04', '2026-06-27'] as const;
const slashed = (i: number): string => `${two(day(i))}/06/2026`;
const dotted = (i: number): string => `${two(day(i))}.06.2026`;
const iso = (i: number): string => `2026-06-${two(day(i))}`;

const isStaff = (i: number): boolean => i % 8 === 3;
const kept = (i: number): number => asked(i) - (i % 6 === 1 ? 1 : 0);
const lost = (i: number): number => asked(i) - kept(i);
const isTraining = (i: number): boolean => i % 12 === 7;
const opened = (i: number): number => held(i) + asked(i) - 4;
const incoming = (i: number): number => (i % 3 === 0 ? 6 : 4);

/** The twelfth lot: written once a reading that something speaks against is shown, before any of it was read. */
export const TWELFTH_LOT: readonly Unseen[] = [
  sheet({
    name: 'vendite per commesso.csv',
    kind: 'sales',
    headings: 'Data;Punto vendita;Commesso;Cod. articolo;Tg;Pezzi;Lordo;Sconto;Netto pagato',
    row: (i) => [
      ...[slashed(i), 'Bologna', one(['Anna', 'Luca'], i), `VC${20 + (i % 8)}`, one(letters, i), asked(i)],
      ...[french(worth(i) + 5), french(5), french(worth(i))],
    ],
    units: asked,
    amount: worth,
    dates: JUNE,
  }),
  sheet({
    name: 'click and collect.csv',
    kind: 'sales',
    by: ',',
    headings: 'order_ref,ordered_on,collected_on,collect_store,sku,qty_ordered,qty_collected,paid_total',
    row: (i) => [
      ...[`CC${900 + i}`, iso(i), iso(i), 'Leeds', `CL-${i % 8}`, asked(i), kept(i)],
      english(kept(i) * price(i)),
    ],
    units: kept,
    amount: (i) => kept(i) * price(i),
  }),
  sheet({
    name: 'Bestandsführung Juni.csv',
    kind: 'stock',
    headings: 'Filiale;Artikel;Größe;Anfang;Zugang;Abgang;Ende',
    row: (i) => [
      ...['Graz', `BF${200 + i}`, one(letters, i), opened(i) + 4 - incoming(i) + 4],
      ...[incoming(i), asked(i) + 4, held(i)],
    ],
    units: held,
  }),
  sheet({
    name: 'ventes personnel et clients.csv',
    kind: 'sales',
    headings: 'Date;Magasin;Type client;Réf;Taille;Qté;Prix payé;Total ligne',
    row: (i) => [
      ...[slashed(i), 'Nantes', isStaff(i) ? 'Personnel' : 'Client', `VP${30 + (i % 8)}`, one(letters, i)],
      ...[asked(i), french(price(i)), french(worth(i))],
    ],
    units: asked,
    amount: worth,
    dates: JUNE,
  }),
  sheet({
    name: 'formation caisse juin.csv',
    kind: 'sales',
    headings: 'Date;Ticket;Mode;Article;Qté;Montant',
    row: (i) => [
      ...[slashed(i), 3300 + i, isTraining(i) ? 'ECOLE' : 'REEL', `FC${40 + (i % 8)}`, asked(i)],
      french(worth(i)),
    ],
    units: (i) => (isTraining(i) ? 0 : asked(i)),
    amount: (i) => (isTraining(i) ? 0 : worth(i)),
  }),
  sheet({
    name: 'Existencias por almacén.csv',
    kind: 'stock',
    headings: 'Código;Descripción;Talla;Central;Madrid;Sevilla;Total',
    row: (i) => [
      `EA${300 + i}`,
      'Falda',
      one(letters, i),
      held(i),
      i % 3,
      asked(i),
      held(i) + (i % 3) + asked(i),
    ],
    units: (i) => held(i) + (i % 3) + asked(i),
  }),
  sheet({
    name: 'Wartości koszyków.csv',
    kind: null,
    headings: 'Data;Sklep;Liczba paragonów;Średni koszyk;Konwersja',
    row: (i) => [dotted(i), 'Kraków', 40 + i, french(120 + i), '21%'],
  }),
  sheet({
    name: 'prijswijzigingen.csv',
    kind: 'prices',
    headings: 'Artikelnr;Omschrijving;Oude prijs;Nieuwe prijs;Ingangsdatum',
    row: (i) => [`PW${400 + i}`, 'Jurk', french(price(i)), french(price(i) * 0.7), '24-06-2026'],
    list: price,
  }),
  sheet({
    name: 'Katalog Herbst.csv',
    kind: 'items',
    headings: 'Modell;Modellname;Linie;Obermaterial;EK netto;UVP;Liefertermin ab',
    row: (i) => [
      `KH${500 + i}`,
      'Mantel',
      'Damen',
      'Wolle',
      french(price(i) / 3),
      french(price(i)),
      '01.08.2026',
    ],
    list: price,
  }),
  sheet({
    name: 'sell_through_report.csv',
    kind: 'stock',
    by: ',',
    headings: 'Style,Received,Sold,On hand,Sell-through %',
    row: (i) => [`ST-${600 + i}`, held(i) + asked(i), asked(i), held(i), '34%'],
    units: held,
  }),
  sheet({
    name: 'Pedidos pendientes.csv',
    kind: 'orders',
    headings: 'Proveedor;Nº pedido;Referencia;Talla;Uds pedidas;Uds recibidas;Fecha prevista',
    row: (i) => [
      'Textil Sur',
      `P${40 + (i >> 3)}`,
      `PP${700 + (i % 8)}`,
      one(letters, i),
      10,
      4,
      '15/09/2026',
    ],
    units: () => 6,
  }),
  sheet({
    name: 'gutscheine_einloesung.csv',
    kind: null,
    headings: 'Datum;Filiale;Gutschein;Wert;Bon',
    row: (i) => [dotted(i), '04', `G${90_000 + 13 * i}`, one([25, 50], i), 5000 + i],
  }),
  sheet({
    name: 'reparaties atelier.csv',
    kind: null,
    headings: 'Datum;Winkel;Klant;Artikel;Reparatie;Aantal;Kosten;Klaar op',
    row: (i) => [dotted(i), 'Gent', 'Peeters', ref(i), 'Rits', 1, french(12), '30.06.2026'],
  }),
  sheet({
    name: 'echantillons presse.csv',
    kind: null,
    headings: 'Date;Réf;Taille;Qté;Prêté à;Retour prévu',
    row: (i) => [slashed(i), ref(i), one(letters, i), 1, 'Magazine', '15/07/2026'],
  }),
  sheet({
    name: 'VK-Liste KW26.csv',
    kind: 'sales',
    above: ['Auswertung vom 22.06.2026 bis 28.06.2026'],
    headings: 'Fil.;Art.-Nr.;Bez.;Stk.;Erlös;Rohgewinn',
    row: (i) => ['12', `VL${800 + i}`, 'Hose', asked(i), french(worth(i)), french(worth(i) * 0.4)],
    below: [`;;Summe;${sumOf(asked)};${french(sumOf(worth))};`],
    units: asked,
    amount: worth,
  }),
  sheet({
    name: 'live shopping.csv',
    kind: 'sales',
    by: ',',
    headings: 'session,started_at,product_code,viewers,clicks,units,gmv_eur',
    row: (i) => ['LS1', `${iso(i)}T18:00:00Z`, `LV${i % 8}`, 900 + i, 40 + i, asked(i), english(worth(i))],
    units: asked,
    amount: worth,
  }),
  sheet({
    name: 'casse transport.csv',
    kind: null,
    headings: 'Date;Transporteur;Colis;Réf;Qté abîmée;Valeur déclarée',
    row: (i) => [slashed(i), 'Express', 500 + i, ref(i), asked(i), french(worth(i))],
  }),
  sheet({
    name: 'Vendas loja e online.csv',
    kind: 'sales',
    headings: 'Data;Artigo;Tamanho;Qtd loja;Qtd online;Valor loja;Valor online',
    row: (i) => [
      ...[slashed(i), `VO${900 + (i % 8)}`, one(letters, i), asked(i), i % 2],
      ...[french(worth(i)), french((i % 2) * price(i))],
    ],
    units: (i) => asked(i) + (i % 2),
    amount: (i) => worth(i) + (i % 2) * price(i),
  }),
  sheet({
    name: 'POS_EXPORT_0626.csv',
    kind: 'sales',
    by: ';',
    headings: 'StoreNo;BusDate;TxnNo;LineType;ItemNo;Qty;UnitPrice;ExtAmt;VoidFlag',
    row: (i) => [
      ...['S7', iso(i), 8000 + i, i % 9 === 4 ? 'TENDER' : 'ITEM', i % 9 === 4 ? '' : `PE${i % 8}`, asked(i)],
      ...[english(price(i)), english(worth(i)), 'N'],
    ],
    units: (i) => (i % 9 === 4 ? 0 : asked(i)),
    amount: (i) => (i % 9 === 4 ? 0 : worth(i)),
  }),
  sheet({
    name: 'lost sales.csv',
    kind: null,
    by: ',',
    headings: 'date,store,sku,requested,served,lost',
    row: (i) => [iso(i), 'Cork', `LO-${i % 8}`, asked(i), kept(i), lost(i)],
  }),
];
