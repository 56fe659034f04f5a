import { anySays, days, type Sign, says, saysMany, some } from './sign.ts';
import type { Concept } from './words.ts';

/** Documents, customers and payments that only a sale has. */
export const PAPERS: Sign[] = [
  {
    label: 'un numéro de ticket ou de facture',
    reason: 'a till numbers what it sells; stocks, articles and prices have no receipts',
    weights: {
      sales: 3,
      stock: -2.5,
      items: -3,
      prices: -3,
      orders: -1,
      forecasts: -3,
      places: -3,
      control: -4,
    },
    seen: says(['receipt'], ['qty', 'sold']),
  },
  {
    label: 'un client, un paiement ou une caisse',
    reason: 'somebody bought; nothing else than a sale has a customer, a till or a payment',
    weights: { sales: 3, stock: -3, items: -2, prices: -3, orders: -1.5, forecasts: -3, places: -1 },
    seen: anySays('customer', 'payment', 'till'),
  },
  {
    label: 'un numéro de commande',
    reason: 'purchase orders and web shops number their orders',
    weights: { orders: 1.5, sales: 1, stock: -1.5, items: -2, prices: -2, places: -2, control: -4 },
    seen: anySays('order_no'),
  },
  {
    label: 'l’heure',
    reason: 'tills and web shops write the hour of a sale',
    weights: { sales: 1.5, orders: -0.5, control: -2 },
    seen: (table) => says(['time'])(table) || days(table, ({ values }) => values.times > 0.5),
  },
  {
    label: 'des lignes numérotées',
    reason: 'lines of a ticket or of an order are numbered',
    weights: { sales: 0.7, orders: 0.7, items: -0.5, places: -1 },
    seen: says(['line']),
  },
];

/** What is counted. */
export const UNITS: Sign[] = [
  {
    label: 'une quantité vendue',
    reason: 'the heading says what was counted',
    weights: { sales: 3, stock: -1.5, orders: -1.5, items: -1.5, prices: -2, places: -3 },
    seen: (table) =>
      some(
        table,
        ({ meaning: { concepts }, values }) =>
          concepts.has('sold') &&
          !concepts.has('date') &&
          !concepts.has('price') &&
          !concepts.has('excl') &&
          values.numbers > 0.5,
      ),
  },
  {
    label: 'des retours',
    reason: 'what came back had been sold',
    weights: { sales: 2, stock: -1, items: -2, orders: -0.5, prices: -2, places: -2 },
    seen: says(['returned']),
  },
  {
    label: 'une quantité',
    reason: 'articles, prices and places count nothing',
    weights: { items: -2, prices: -1.5, places: -4 },
    seen: says(['qty'], ['stock']),
  },
  {
    label: 'un stock',
    reason: 'the heading says what was counted; lists of articles often show their stock',
    weights: { stock: 3, items: 0.5, sales: -0.5, orders: -1, places: -3, prices: -1 },
    seen: (table) =>
      some(table, ({ meaning: { concepts }, values }) => concepts.has('stock') && values.numbers > 0.5),
  },
  {
    label: 'un stock réservé, en transit ou minimum',
    reason: 'shades of a stock',
    weights: { stock: 1.5, orders: 0.3 },
    seen: says(['reserved']),
  },
  {
    label: 'une quantité commandée ou à livrer',
    reason: 'what is to come was ordered',
    weights: { orders: 2.5, stock: -0.5, sales: -1, items: -0.5, prices: -2, places: -2 },
    seen: (table) =>
      some(
        table,
        ({ meaning: { concepts }, values }) =>
          (concepts.has('ordered') || concepts.has('remaining')) &&
          !concepts.has('date') &&
          values.numbers > 0.5 &&
          !concepts.has('code'),
      ),
  },
  {
    label: 'une date de livraison',
    reason: 'only orders are to be delivered',
    weights: { orders: 3, sales: -1.5, stock: -0.5, prices: -1.5, places: -2, control: -3 },
    seen: says(['expected'], ['customer']),
  },
  {
    label: 'une prévision',
    reason: 'only forecasts foresee',
    weights: { forecasts: 4, sales: -1, stock: -1, orders: -0.5 },
    seen: anySays('forecast', 'elasticity'),
  },
];

/** A discount as a heading: `-30%`. */
const RATE = /^[-\u2212]?\s?\d{1,2}\s?%$/;

/** What a heading says of its money. */
export const MONEY: Sign[] = [
  {
    label: 'un montant encaissé',
    reason: 'takings are of sales',
    weights: {
      ...{ sales: 3, stock: -1.5, orders: -1, items: -2, prices: -1, forecasts: -1, places: -2 },
      control: 1.5,
    },
    seen: says(['amount'], ['qty', 'stock', 'price', 'ordered', 'place', 'product', 'sold']),
  },
  {
    label: 'un taux de change',
    reason: 'only files of exchange rates have them; orders and invoices seldom say theirs',
    weights: { rates: 4, prices: -1, items: -1 },
    seen: says(['exchange']),
  },
  {
    label: 'des produits',
    reason: 'exchange rates are of no product',
    weights: { rates: -4 },
    seen: anySays('product', 'reference', 'variant', 'qty', 'amount', 'price', 'stock', 'place', 'discount'),
  },
  {
    label: 'un prix',
    reason: 'articles and price lists have prices; tickets often, stocks and orders seldom',
    weights: { prices: 1.3, items: 1, sales: 0.5, stock: -0.3, places: -2, control: -2 },
    seen: (table) =>
      some(
        table,
        ({ meaning: { concepts }, values }) =>
          concepts.has('price') && !concepts.has('list') && values.numbers > 0.5,
      ),
  },
  {
    label: 'un prix d’avant et un prix démarqué',
    reason: 'what is sold at less than before is a change of prices, more than a list of articles',
    weights: { prices: 2, items: -0.5 },
    seen: (table) => anySays('partial', 'former')(table) && says(['price', 'discount'])(table),
  },
  {
    label: 'des prix par taux de démarque',
    reason: 'a column named « -30 % » has the prices that this discount makes',
    weights: { prices: 2.5 },
    seen: (table) => some(table, ({ heading, values }) => RATE.test(heading.trim()) && values.money > 0.5),
  },
  {
    label: 'un coût',
    reason: 'costs are of articles; orders and stocks are sometimes valued',
    weights: { items: 2, orders: 0.3, prices: -1.5, sales: -0.2 },
    seen: says(['cost']),
  },
  {
    label: 'une liste de prix',
    reason: 'only price lists are named',
    weights: { prices: 3, items: -0.5, sales: -1, stock: -1 },
    seen: (table) =>
      some(table, ({ meaning: { concepts }, values }) => concepts.has('list') && values.money < 0.3),
  },
  {
    label: 'un début de validité',
    reason: 'prices hold from a day',
    weights: { prices: 2.5, forecasts: 1.5, items: -1, stock: -1, sales: -1, orders: -0.5 },
    seen: says(['from'], ['week']),
  },
  {
    label: 'une fin de validité',
    reason: 'prices and forecasts hold until a day',
    weights: { prices: 1.5, forecasts: 1.5, stock: -0.5 },
    seen: says(['to']),
  },
  {
    label: 'une remise',
    reason: 'tickets tell what was taken off',
    weights: { sales: 1, forecasts: 0.7, prices: 0.2, stock: -0.5, places: -1 },
    seen: says(['discount']),
  },
];

/** What describes an article. */
const DESCRIBING: readonly Concept[] = [
  'name',
  'brand',
  'section',
  'family',
  'subfamily',
  'color',
  'season',
  'supplier',
  'composition',
  'image',
  'launch',
];

/** What describes. */
export const DESCRIPTIONS: Sign[] = [
  {
    label: 'une description (nom, marque, famille, couleur…)',
    reason: 'three descriptions or more are what lists of articles are for',
    weights: { items: 2, stock: -0.3, sales: -0.3, prices: -0.7, places: -1 },
    seen: saysMany(DESCRIBING, 3),
  },
  {
    label: 'une fiche complète',
    reason: 'nobody writes five descriptions beside movements',
    weights: { items: 1.5 },
    seen: saysMany([...DESCRIBING, 'tags', 'cost'], 5),
  },
  {
    label: 'un nom et un prix, sans lieu ni date',
    reason: 'a stock is of a place or of a day; a list of articles shows its stock beside their prices',
    weights: { items: 1.2, stock: -0.5 },
    seen: (table) =>
      says(['name'], ['place'])(table) &&
      says(['price'], ['list'])(table) &&
      !anySays('place', 'warehouse', 'date', 'receipt', 'week', 'month')(table),
  },
  {
    label: 'un nom ou une description',
    reason: 'articles and places have names',
    weights: { items: 1, places: 0.5, prices: -0.5 },
    seen: (table) =>
      some(table, ({ meaning: { concepts }, values }) => concepts.has('name') && values.numbers < 0.5),
  },
  {
    label: 'une image, une composition ou une date de mise en vente',
    reason: 'only articles are pictured, made of something and launched',
    weights: { items: 1.5, places: -1 },
    seen: anySays('image', 'composition', 'launch', 'tags'),
  },
  {
    label: 'une ville, une adresse ou une surface',
    reason: 'shops stand somewhere',
    weights: { places: 3, items: -0.5, stock: -0.5, prices: -1, control: -1 },
    seen: (table) => !anySays('customer', 'payment')(table) && anySays('city', 'address', 'surface')(table),
  },
  {
    label: 'un code de lieu',
    reason: 'stocks, tickets and deliveries are of a place; articles and prices are not',
    weights: {
      ...{ stock: 0.7, sales: 0.7, orders: 0.2, places: 0.5, items: -1, prices: -0.3, forecasts: -0.3 },
      control: 0.7,
    },
    seen: anySays('place', 'warehouse'),
  },
  {
    label: 'un entrepôt ou un lieu de stock',
    reason: 'shops sell; warehouses and inventories keep',
    weights: { stock: 2, orders: 0.5, sales: -1 },
    seen: anySays('warehouse'),
  },
  {
    label: 'un code de produit',
    reason: 'a list of places has no products, nor have the totals of a till',
    weights: { places: -4, projects: -2, control: -8 },
    seen: anySays('product', 'reference', 'variant', 'size'),
  },
];
