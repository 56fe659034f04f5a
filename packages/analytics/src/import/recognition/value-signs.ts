import { datesOf, days, oneRowEach, quantities, repeats, type Sign, some, TELLING_ROWS } from './sign.ts';

/** What the values are. */
export const VALUES: Sign[] = [
  {
    label: 'un jour ou une semaine',
    reason: 'sales are of a day; articles and places are not',
    weights: { sales: 1.5, orders: 0.3, items: -1, places: -2, stock: 0.2, prices: 0.2, control: 0.7 },
    seen: (table) =>
      datesOf(table).length > 0 ||
      some(table, ({ meaning: { concepts } }) => concepts.has('week') || concepts.has('month')),
  },
  {
    label: 'plusieurs jours différents',
    reason: 'a stock is of one day, sales of many',
    weights: { sales: 1, stock: -0.7, orders: 0.5, forecasts: 0.3 },
    seen: (table) =>
      days(table, ({ values, meaning: { concepts } }) => values.distinct > 2 && !concepts.has('from')),
  },
  {
    label: 'le même jour partout',
    reason: 'stocks are photographed, many rows on a day',
    weights: { stock: 1.2, sales: -0.3, orders: -0.5 },
    seen: (table) =>
      table.row_count >= TELLING_ROWS &&
      days(table, ({ values }) => values.distinct === 1 && values.filled_share > 0.9),
  },
  {
    label: 'des jours à venir',
    reason: 'nothing was sold tomorrow',
    weights: { sales: -3, orders: 2, forecasts: 1.5, prices: 0.3, stock: -1.5, control: -3 },
    seen: (table) => days(table, ({ values }) => (values.last_day ?? '') > table.today),
  },
  {
    label: 'des quantités négatives',
    reason: 'customers bring back; orders and prices are never below zero',
    weights: { sales: 1, stock: 0.2, orders: -1 },
    seen: (table) => quantities(table).some(({ values }) => values.negative > 0),
  },
  {
    label: 'des quantités de ticket',
    reason: 'a line of a ticket sells one or two',
    weights: { sales: 1, orders: -0.7 },
    seen: (table) =>
      table.row_count >= TELLING_ROWS && quantities(table).some(({ values }) => values.ones > 0.8),
  },
  {
    label: 'des mouvements dont des ventes',
    reason: 'a ledger of stock tells sales from receptions and transfers',
    weights: { sales: 2, stock: -1, orders: -2, items: -2, prices: -2, control: -2 },
    seen: (table) => table.columns.some(({ values }) => values.movements >= 0.8 && values.distinct > 1),
  },
  {
    label: 'une ligne par produit',
    reason: 'lists of articles and prices, and stocks of one place, have each product once',
    weights: { items: 0.7, prices: 0.5, stock: 0.3, sales: -0.7 },
    seen: oneRowEach,
  },
  {
    label: 'des produits répétés',
    reason: 'products come back in movements',
    weights: { sales: 0.5, stock: 0.2, items: -0.5 },
    seen: repeats,
  },
  {
    label: 'des codes de produits connus',
    reason: 'movements speak of products that are there',
    weights: { sales: 0.3, stock: 0.3, orders: 0.3, prices: 0.3, places: -3, control: -3 },
    seen: (table) => table.columns.some(({ values }) => values.known_products > 0.3),
  },
  {
    label: 'des codes de lieux connus',
    reason: 'movements speak of places that are there',
    weights: { sales: 0.5, stock: 0.5, orders: 0.2, prices: -0.3 },
    seen: (table) => table.columns.some(({ values }) => values.known_places > 0.3),
  },
];
