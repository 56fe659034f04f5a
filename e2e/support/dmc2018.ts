import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A real online shop's files, beside the repository and never in it. */
export const DMC_FOLDER = resolve(import.meta.dirname, '../../../shared/data/dmc2018');
export const hasDmc = existsSync(join(DMC_FOLDER, 'items.csv'));

/** How that shop's own headings read: articles are products, sizes are their variants, no cost is known. */
export const DMC_MAPPING = {
  settings: {
    decimal: '.',
    currency: 'EUR',
    vat_rate: 0.19,
    cost_share_of_price: 0.45,
    data_date: '2018-01-31',
  },
  files: [
    {
      match: 'items.csv',
      kind: 'items',
      columns: {
        pid: 'item_group_id',
        size: 'size',
        color: 'color',
        brand: 'brand',
        rrp: 'price',
        mainCategory: 'section',
        category: 'family',
        subCategory: 'subfamily',
        stock: 'stock_qty',
        releaseDate: 'on_sale_date',
      },
    },
    {
      match: 'sales_daily.csv',
      kind: 'sales',
      columns: { date: 'date', pid: 'item_group_id', size: 'size', units: 'quantity' },
    },
    {
      match: 'prices.csv',
      kind: 'prices',
      columns: { pid: 'item_group_id', size: 'size', from_date: 'from_date', price: 'price' },
    },
  ],
};

export const dmcFiles = () =>
  ['items.csv', 'sales_daily.csv', 'prices.csv'].map((name) => join(DMC_FOLDER, name));
