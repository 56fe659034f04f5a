import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** A real online shop's files, beside the repository and never in it. */
export const DMC_FOLDER = resolve(ROOT, '../shared/data/dmc2018');
export const hasDmc = existsSync(join(DMC_FOLDER, 'items.csv'));

/** How that shop's own headings read: articles are products, sizes are their variants, no cost is known. */
export const DMC_MAPPING = JSON.parse(
  readFileSync(join(ROOT, 'packages/analytics/test/mappings/dmc2018.json'), 'utf8'),
);

export const dmcFiles = () =>
  ['items.csv', 'sales_daily.csv', 'prices.csv'].map((name) => join(DMC_FOLDER, name));
