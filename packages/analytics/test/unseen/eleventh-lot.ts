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
  two,
  type Unseen,
  worth,
} from './sheet.ts';

const JUNE = ['2026-06-04', '2026-06-27'] as const;
const dotted = (i: number): string => `${two(day(i))}.06.2026`;
const slashed = (i: number): string => `${two(day(i))}/06/2026`;
const dashed = (i: number): string => `${two(day(i))}-06-2026`;
const iso = (i: number): string => `2026-06-${two(day(i))}`;

/** Of a ledger: what a row is of, and what it moves. */
const booked = (i: number): string => one(['VK', 'VK', 'WE', 'VK', 'UM', 'INV'], i);
const moved = (i: number): number => one([-asked(i), -asked(i), 12, -asked(i), -3, 1], i);
const soldOf = (i: number): number => (booked(i) === 'VK' ? asked(i) : 0);

const isReturn = (i: number): boolean => i % 7 === 5;
const sign = (i: number): number => (isReturn(i) ? -1 : 1);
const back = (i: number): number => sign(i) * asked(i);
const refunded = (i: number): number => sign(i) * worth(i);

/** What a till sells that is no article: vouchers, alterations, deposits. */
const group = (i: number): string =>
  one(['Artikel', 'Artikel', 'Artikel', 'Cadeaubon', 'Artikel', 'Retouche', 'Artikel', 'Statiegeld'], i);
const isArticle = (i: number): boolean => group(i) === 'Artikel';

const operation = (i: number): string => one(['VTA', 'VTA', 'VTA', 'DEV', 'VTA', 'ANU'], i);
const rung = (i: number): number => one([1, 1, 1, -1, 1, 0], i);

const grid = (i: number): number[] => [i % 3, held(i) % 4, (i * 2) % 5, i % 2, (i + 1) % 3];
const gridSum = (i: number): number => grid(i).reduce((sum, each) => sum + each, 0);

const sent = (i: number): number => (i % 9 === 4 ? 0 : asked(i));
const cameBack = (i: number): number => (i % 6 === 2 ? sent(i) : 0);
const stays = (i: number): number => sent(i) - cameBack(i);

/** The eleventh lot: written before any of it was read, once ten lots had been. Retailers of seven countries. */
export const ELEVENTH_LOT: readonly Unseen[] = [
  sheet({
    name: 'Artikelbewegungen.csv',
    kind: 'sales',
    headings: 'Datum;Filiale;Artikel;Gr.;Buchungsart;Menge;Bestand neu;Beleg',
    row: (i) => [
      ...[dotted(i), '03', `AB${300 + (i % 8)}`, one(letters, i), booked(i), moved(i), 40 - (i % 7)],
      `B${7000 + i}`,
    ],
    units: soldOf,
  }),
  sheet({
    name: 'Auftragspositionen Onlineshop.csv',
    kind: 'sales',
    headings: 'Bestelldatum;Auftrag;Pos;Artikelnr;Größe;Bestellt;Geliefert;Retourniert;VK-Preis;Umsatz',
    row: (i) => [
      ...[dotted(i), `A${52000 + (i >> 1)}`, (i % 2) + 1, `OS-${i % 9}`, one(letters, i), asked(i), sent(i)],
      ...[cameBack(i), french(price(i)), french(stays(i) * price(i))],
    ],
    units: stays,
    amount: (i) => stays(i) * price(i),
  }),
  sheet({
    name: 'Rozliczenie komis 06-2026.csv',
    kind: 'sales',
    headings: 'Data sprzedaży;Komitent;Kod towaru;Nazwa;Ilość;Cena;Wartość;Prowizja;Do wypłaty',
    row: (i) => [
      ...[dotted(i), one(['Nowak', 'Wójcik'], i), `KM${400 + i}`, 'Sukienka', asked(i), french(price(i))],
      ...[french(worth(i)), french(worth(i) * 0.4), french(worth(i) * 0.6)],
    ],
    units: asked,
    amount: worth,
    dates: JUNE,
  }),
  sheet({
    name: 'settlement_2026_06.csv',
    kind: 'sales',
    by: ',',
    headings:
      'posting_date,order_id,transaction_type,ean,article_name,quantity,gross_amount,commission,payout,currency',
    row: (i) => [
      ...[iso(i), `10${30_000 + i}`, isReturn(i) ? 'Return' : 'Sale', 3_607_190_100_200 + 7 * (i % 9)],
      ...['Knit dress', asked(i), english(refunded(i)), english(-refunded(i) * 0.15)],
      ...[english(refunded(i) * 0.85), 'EUR'],
    ],
    units: back,
    amount: refunded,
    dates: JUNE,
    currency: 'EUR',
  }),
  sheet({
    name: 'Omzet groothandel en winkels.csv',
    kind: 'sales',
    headings: 'Datum;Kanaal;Klant/winkel;Artikelnr;Maat;Aantal;Netto omzet;Btw;Bruto omzet',
    row: (i) => [
      ...[dashed(i), one(['Winkel', 'Winkel', 'Groothandel'], i), one(['Gent', 'Breda', 'Mode BV'], i)],
      ...[`GW${500 + (i % 8)}`, one(letters, i), asked(i), french(worth(i) / 1.21)],
      ...[french(worth(i) - worth(i) / 1.21), french(worth(i))],
    ],
    units: asked,
    amount: worth,
    dates: JUNE,
  }),
  sheet({
    name: 'Storico ribassi.csv',
    kind: 'prices',
    headings: 'Articolo;Descrizione;Dal;Al;Prezzo listino;Sconto %;Prezzo scontato',
    row: (i) => [
      ...[`SR${600 + i}`, 'Giacca', '01/06/2026', '30/06/2026', french(price(i)), one([20, 30, 50], i)],
      french(price(i) * (1 - one([20, 30, 50], i) / 100)),
    ],
    list: price,
  }),
  sheet({
    name: 'Royalties franquicias jun26.csv',
    kind: null,
    headings: 'Franquiciado;Tienda;Mes;Ventas netas;% canon;Canon;Publicidad;Total a facturar',
    row: (i) => [
      ...[one(['Moda Sur SL', 'Retail Norte SA'], i), `T${10 + i}`, '06/2026', french(18_000 + 731 * i), 6],
      ...[french((18_000 + 731 * i) * 0.06), french(250), french((18_000 + 731 * i) * 0.06 + 250)],
    ],
  }),
  sheet({
    name: 'flash_S25.csv',
    kind: null,
    above: ['Flash hebdomadaire – semaine 25', ''],
    headings: 'Magasin;CA S25;CA N-1;Evol.;Obj.;% Obj.;Tickets;Pièces;IV;PM',
    row: (i) => [
      ...[`Magasin ${i + 1}`, 8200 + 97 * i, 7900 + 88 * i, '3,1%', 8500, '97%', 140 + i, 210 + 2 * i],
      ...['1,5', '58,3'],
    ],
  }),
  sheet({
    name: 'Relevé concession juin.csv',
    kind: 'sales',
    headings: 'Stand;Date;Code EAN;Désignation;PVC;Qté;CA TTC;Taux com.;Commission;Net à reverser',
    row: (i) => [
      ...['Haussmann 2e étage', slashed(i), 3_607_200_300_100 + 7 * (i % 9), 'Foulard', french(price(i))],
      ...[back(i), french(refunded(i)), '38%', french(refunded(i) * 0.38), french(refunded(i) * 0.62)],
    ],
    units: back,
    amount: refunded,
    dates: JUNE,
  }),
  sheet({
    name: 'Inventario físico.csv',
    kind: 'stock',
    headings: 'Ubicación;Referencia;Talla;Recuento 1;Recuento 2;Definitivo;Teórico;Diferencia',
    row: (i) => [
      ...['Valencia', ref(i), one(letters, i), held(i) + (i % 4 === 1 ? 1 : 0), held(i), held(i)],
      ...[held(i) + (i % 5 === 2 ? 1 : 0), i % 5 === 2 ? -1 : 0],
    ],
    units: held,
  }),
  sheet({
    name: 'Umlagerungen KW25.csv',
    kind: null,
    headings: 'Umlagerung;Datum;Von Filiale;Nach Filiale;Artikel;Größe;Menge;Status',
    row: (i) => [
      ...[`U${8800 + (i >> 2)}`, dotted(i), 'Zentrallager', one(['Köln', 'Essen'], i), ref(i)],
      ...[one(letters, i), asked(i), one(['gebucht', 'unterwegs'], i)],
    ],
  }),
  sheet({
    name: 'Voororders W26.csv',
    kind: 'orders',
    headings: 'Leverancier;Ordernr;Artikelcode;Kleur;Maat;Besteld;Inkoopprijs;Leverweek',
    row: (i) => [
      ...['Noordzee', `V${61 + (i >> 3)}`, `VO${700 + (i % 8)}`, 'zwart', one(letters, i), asked(i) * 6],
      ...[french(price(i) / 3), '2026-W36'],
    ],
    units: (i) => asked(i) * 6,
  }),
  sheet({
    name: 'kassa juni.csv',
    kind: 'sales',
    headings: 'Datum;Kassabon;Groep;Artikel;Omschrijving;Aantal;Bedrag',
    row: (i) => [
      ...[dashed(i), 44_000 + i, group(i), isArticle(i) ? `KJ${800 + (i % 8)}` : '', group(i)],
      ...[asked(i), french(worth(i))],
    ],
    units: (i) => (isArticle(i) ? asked(i) : 0),
    amount: (i) => (isArticle(i) ? worth(i) : 0),
  }),
  sheet({
    name: 'Ventes Genève.csv',
    kind: 'sales',
    headings: 'Date;Boutique;Référence;Taille;Qté;Montant dev.;Devise;Cours;Contre-valeur EUR',
    row: (i) => [
      ...[slashed(i), 'Genève', `GE${900 + (i % 8)}`, one(letters, i), asked(i), french(worth(i) * 1.2)],
      ...['CHF', '0,95', french(worth(i) * 1.2 * 0.95)],
    ],
    units: asked,
    amount: (i) => worth(i) * 1.2,
    currency: 'CHF',
  }),
  sheet({
    name: 'Lagersaldo.csv',
    kind: 'stock',
    headings: 'Artikelnr;Benämning;Storlek;Lagerplats;Saldo;Reserverat',
    row: (i) => [`LS-${100 + i}`, 'Tröja', one(letters, i), 'Malmö', `${held(i)} st`, `${i % 2} st`],
    units: held,
  }),
  sheet({
    name: 'Giacenze taglie.csv',
    kind: 'stock',
    above: ['Situazione giacenze al 28/06/2026'],
    headings: 'Deposito;Articolo;Variante;36;37;38;39;40;Tot.;Valore',
    row: (i) => [
      ...[one(['Milano', 'Torino'], i), `GT${200 + (i >> 1)}`, 'nero', ...grid(i), gridSum(i)],
      french(gridSum(i) * 31.5),
    ],
    units: gridSum,
  }),
  sheet({
    name: 'Sprzedaz_paragony.csv',
    kind: 'sales',
    headings:
      'Data;Nr paragonu;Symbol;Nazwa;Ilość;J.m.;Cena netto;Stawka VAT;Wartość netto;Kwota VAT;Wartość brutto',
    row: (i) => [
      ...[iso(i), `P/${1000 + (i >> 1)}`, `SP${300 + (i % 8)}`, 'Buty', asked(i), 'szt.'],
      ...[french(price(i) / 1.23), '23%', french(worth(i) / 1.23), french(worth(i) - worth(i) / 1.23)],
      french(worth(i)),
    ],
    units: asked,
    amount: worth,
    dates: JUNE,
  }),
  sheet({
    name: 'Öffnungszeiten.csv',
    kind: null,
    headings: 'Filiale;Wochentag;öffnet;schließt;Personal;gültig ab',
    row: (i) => [
      ...[`F${10 + (i % 4)}`, one(['Montag', 'Dienstag', 'Samstag'], i), '10:00', '19:00', 2 + (i % 3)],
      '01.06.2026',
    ],
  }),
  sheet({
    name: 'Geschenkkarten.csv',
    kind: null,
    headings: 'Kartennummer;Ausgestellt am;Filiale;Ausgabewert;Saldo;Gültig bis',
    row: (i) => [
      ...[`99${100_000 + 37 * i}`, dotted(i), 'Köln', one([25, 50, 100], i), one([0, 12, 50], i)],
      '31.12.2029',
    ],
  }),
  sheet({
    name: 'Diario TPV.csv',
    kind: 'sales',
    headings: 'Fecha;Hora;Terminal;Nº op.;Línea;Tipo;Cód. artículo;Uds;PVP;Dto.;Importe',
    row: (i) => [
      ...[slashed(i), '12:15', 'T2', 70_000 + (i >> 1), (i % 2) + 1, operation(i), `DT${100 + (i % 8)}`],
      ...[operation(i) === 'DEV' ? -asked(i) : asked(i), french(price(i)), 0],
      french(operation(i) === 'DEV' ? -worth(i) : worth(i)),
    ],
    units: (i) => rung(i) * asked(i),
    amount: (i) => rung(i) * worth(i),
  }),
];
