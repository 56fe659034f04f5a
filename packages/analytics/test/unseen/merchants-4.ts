// A Spanish franchise of home decoration on Business Central: its item ledger has sales as negative pieces.
import type { Cell, Product, Retailer } from './retailers-tools.ts';
import {
  add,
  at,
  cells,
  dmy,
  kept,
  labels,
  later,
  money,
  pad,
  products,
  roll,
  sales,
  span,
  table,
  times,
  written,
} from './retailers-tools.ts';

const SEED = 2404;

const RANGE = products(SEED, {
  priced: cells(
    'Jarrón cerámica azul: 24.95|Jarrón cerámica blanco: 24.95|Cesta de yute 30 cm: 19.95',
    'Cesta de yute 45 cm: 29.95|Cojín lino 45x45 crudo: 17.95|Cojín lino 45x45 teja: 17.95',
    'Cojín lino 60x40 oliva: 19.95|Manta algodón: 39.95|Lámpara sobremesa mimbre: 59.95',
    'Lámpara de pie roble: 129.95',
    'Aplique latón: 74.95|Vela higo 220 g: 14.95|Vela azahar 220 g: 14.95',
    'Mikado azahar 100 ml: 16.95|Espejo redondo 60 cm: 69.95|Espejo sol 40 cm: 44.95',
    'Bandeja acacia: 22.95|Juego 4 platos gres: 34.95|Juego 4 vasos reciclados: 18.95|Mantel 150x250: 45.95',
    'Camino de mesa: 15.95|Alfombra yute 120x180: 89.95|Alfombra algodón 60x90: 27.95|Taburete teca: 79.95',
    'Mesa auxiliar hierro: 99.95|Butaca ratán: 219.95|Reloj pared 50 cm: 49.95|Marco foto 13x18: 12.95',
  ),
  code: (index) => `DEC-${pad(110 + index * 7, 5)}`,
});

function product(index: number): Product {
  const found = RANGE[index % RANGE.length];
  if (!found) throw new Error('No product.');
  return found;
}
const euros = (cents: number): string => written(cents, ',', '.');
const untaxed = (cents: number): number => Math.round(cents / 1.21);
/** As exported by Business Central: UTF-8 with its mark. */
const file = (lines: readonly (readonly Cell[])[]): string => `\uFEFF${table(';', lines)}`;
const STORES = labels('T001|T002|T003|T004|T007');

const ITEMS: Cell[][] = [
  cells(
    'Nº|Descripción|Cód. categoría producto|Cód. unidad medida base|Coste unitario|Precio venta',
    'Precio venta incluye IVA|Grupo registro IVA prod.|Nº proveedor|Bloqueado',
  ),
  ...RANGE.map(({ code, label, price, cost }, index): Cell[] => [
    ...[code, label, at(labels('DECO|TEXTIL|ILUMIN|MESA|MUEBLE'), Math.floor(index / 6)), 'UDS'],
    ...[euros(cost), euros(price), 'Sí', 'IVA21', `P${pad(4000 + (index % 6), 5)}`, 'No'],
  ]),
];

/** Sales without their VAT: what Business Central writes in its item ledger. */
const SOLD = kept(
  sales(SEED + 10, {
    range: RANGE,
    ...{ from: '2026-04-06', days: 91, count: 46, markdown: '2026-07-01' },
  }),
).map((line) => ({ ...line, net: untaxed(line.paid) }));

const MOVES: { day: string; cells: Cell[] }[] = [
  ...SOLD.map((line) => {
    const isReturn = line.units < 0;
    return {
      day: line.day,
      cells: [
        ...['Venta', isReturn ? 'Abono venta' : 'Factura venta'],
        ...[`${isReturn ? 'AV' : 'FV'}26-${pad(2200 + line.index, 6)}`, line.product.code],
        ...[line.product.label, at(STORES, roll(SEED + 11, line.index, 5)), -line.units, -line.units],
        ...[euros(-line.units * line.product.cost), euros(line.net)],
      ],
    };
  }),
  ...times(12, (index) => {
    const [item, pieces] = [product(index * 3 + 1), 6 + 2 * roll(SEED + 12, index, 8)];
    const kinds = [
      ['Compra', 'Recepción compra', 'RC', pieces],
      ['Transferencia', 'Envío transfer.', 'ET', -pieces],
      ['Transferencia', 'Recep. transfer.', 'RT', pieces],
      ['Ajuste negativo', '', 'AJ', -1],
    ] as const;
    const [kind, type, letter, units] = kinds[index % 4] ?? kinds[0];
    return {
      day: later('2026-04-02', index * 8),
      cells: [
        ...[kind, type, `${letter}26-${pad(310 + index, 6)}`, item.code, item.label, at(STORES, index)],
        ...[units, kind === 'Compra' ? units : 0, euros(units * item.cost), euros(0)],
      ],
    };
  }),
].sort((one, other) => one.day.localeCompare(other.day));

const LEDGER: Cell[][] = [
  cells(
    'Nº mov.|Fecha registro|Tipo mov.|Tipo documento|Nº documento|Nº producto|Descripción|Cód. almacén',
    'Cantidad|Cantidad facturada|Importe coste (Real)|Importe ventas (Real)',
  ),
  ...MOVES.map((move, index): Cell[] => [184_201 + index, dmy(move.day), ...move.cells]),
];

const HELD = RANGE.map((item, index) => {
  const places = times(6, (place) => roll(SEED + 30 + place, index, place ? 7 : 40));
  return { item, places, units: add(places, (units) => units) };
});

const STOCK: Cell[][] = [
  cells('Nº|Descripción|Existencias|CENTRAL|T001|T002|T003|T004|T007'),
  ...HELD.map(({ item, places, units }): Cell[] => [item.code, item.label, units, ...places]),
];

const ASKED = times(34, (index) => {
  const asked = 12 + 6 * roll(SEED + 40, index, 8);
  const received = index % 6 === 2 ? asked : index % 5 === 1 ? 6 : 0;
  return { index, item: product(index * 5 + 2), asked, received, left: asked - received };
});

const ORDERS: Cell[][] = [
  cells(
    'Tipo documento|Nº documento|Compra a-Nº proveedor|Nº línea|Tipo|Nº|Descripción|Cód. almacén|Cantidad',
    'Cantidad recibida|Cantidad pendiente|Coste unit. directo|Importe línea|Fecha recepción esperada',
  ),
  ...ASKED.flatMap(({ index, item, asked, received, left }): Cell[][] => {
    const order = Math.floor(index / 6);
    const head = ['Pedido', `PC26-${pad(415 + order, 5)}`, `P${pad(4000 + order, 5)}`];
    const day = dmy(later('2026-07-15', order * 12));
    const line = [
      ...[...head, (1 + (index % 6)) * 10_000, 'Producto', item.code, item.label, 'CENTRAL', asked],
      ...[received, left, euros(item.cost), euros(asked * item.cost), day],
    ];
    const carriage = ['Cuenta', '62400001', 'Portes', '', 1, 0, 1, '85,00', '85,00', day];
    return index === 17 || index === 29 ? [line, [...head, 70_000, ...carriage]] : [line];
  }),
];

/** The last season's price, the one in force, and the one of the summer's sales. */
const TARIFF = RANGE.flatMap((item, index): Cell[][] => {
  const price = (kind: string, who: string, from: string, to: string, cents: number): Cell[] => [
    ...[kind, who, item.code, item.label, 'UDS', from, to, euros(cents), 'Sí'],
  ];
  const cut = Math.round((item.price * at([0.7, 0.8, 0.5], index)) / 5) * 5;
  return [
    ...(index % 4 === 1
      ? [price('Todos los clientes', '', '01/09/2025', '31/01/2026', item.price - 200)]
      : []),
    price('Todos los clientes', '', '01/02/2026', '', item.price),
    ...(index % 2 === 0 ? [price('Campaña', 'REB-V26', '01/07/2026', '31/08/2026', cut)] : []),
  ];
});

const PRICES: Cell[][] = [
  cells(
    'Tipo venta|Cód. ventas|Nº producto|Descripción|Cód. unidad medida|Fecha inicial|Fecha final',
    'Precio venta|Precio incluye IVA',
  ),
  ...TARIFF,
];

const TOWNS = cells(
  'Sevilla|Córdoba|Málaga|Granada|Almería|Cádiz|Jerez|Huelva|Jaén|Badajoz|Cáceres|Murcia|Alicante|Elche',
  'Valencia|Castellón|Albacete|Toledo|Madrid Goya|Madrid Vaguada|Zaragoza|Logroño|Pamplona|Burgos|Gijón',
);

const PLACES: Cell[][] = [
  cells('Código|Nombre|Dirección|C.P.|Población|Franquiciado|Nº teléfono|Superficie m2|Fecha apertura'),
  ['CENTRAL', 'Almacén central', 'Pol. Ind. La Red, nave 12', '41500', 'Alcalá', '', '', 2400, ''],
  ...TOWNS.map((town, index): Cell[] => [
    ...[`T${pad(index + 1, 3)}`, `Tienda ${town}`, `C/ Mayor, ${4 + index * 3}`, pad(41001 - index * 790, 5)],
    ...[town.split(' ')[0] ?? '', index % 3 ? `Hogar ${town} SL` : 'Propia'],
    ...[`95${pad(4_000_000 + index * 7151, 7)}`, 90 + index * 5, dmy(later('2014-09-15', index * 131))],
  ]),
];

export const MERCHANT_4: Retailer = {
  name: 'a Spanish franchise of home decoration',
  files: [
    {
      name: 'Productos.csv',
      kind: 'items',
      text: file(ITEMS),
      ...{ list: money(RANGE, ({ price }) => price), code: 'DEC-00117' },
    },
    {
      name: 'Movs. productos abr-jul 2026.csv',
      kind: 'sales',
      text: file(LEDGER),
      ...{ units: add(SOLD, ({ units }) => units), amount: money(SOLD, ({ net }) => net) },
      ...{ dates: span(SOLD.map(({ day }) => day)), code: SOLD[0]?.product.code ?? '' },
    },
    {
      name: 'Productos por almacén.csv',
      kind: 'stock',
      text: file(STOCK),
      ...{ units: add(HELD, ({ units }) => units), code: 'DEC-00117' },
    },
    {
      name: 'Líneas compra pendientes.csv',
      kind: 'orders',
      text: file(ORDERS),
      ...{ units: add(ASKED, ({ left }) => left), code: ASKED[0]?.item.code ?? '' },
    },
    {
      name: 'Precios venta.csv',
      kind: 'prices',
      text: file(PRICES),
      ...{ list: money(RANGE, ({ price }) => price), code: 'DEC-00117' },
    },
    { name: 'Almacenes.csv', kind: 'places', text: file(PLACES) },
  ],
};
