import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { RetailerKey } from './options.ts';
import { writeRetailer } from './write.ts';

const USAGE = `npm run demo -- <folder> [--products 2000] [--seed 1] [--retailer maison_brume|atelier_lisiere] [--flaws]
                      [--until 2026-07-12 [--prices prix.csv]…]

Writes the files of a French retailer, as a customer would send them. Up to 5,000 products sales are
by day, variant and shop; above, the last 13 weeks only, and by week and product before.

--until plays on after the first files, with the same seed and products, and writes what came since: products,
sales, stock, orders. --prices takes a price file exported by Palier: its discounts are those of the shops.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    products: { type: 'string' },
    seed: { type: 'string' },
    retailer: { type: 'string' },
    flaws: { type: 'boolean', default: false },
    until: { type: 'string' },
    prices: { type: 'string', multiple: true },
    help: { type: 'boolean' },
  },
});

const folder = positionals[0];
if (!folder || values.help) {
  console.log(USAGE);
  process.exitCode = folder || values.help ? 0 : 1;
} else {
  try {
    const report = await writeRetailer(folder, {
      flaws: values.flaws,
      ...(values.products === undefined ? {} : { products: Number(values.products) }),
      ...(values.seed === undefined ? {} : { seed: Number(values.seed) }),
      ...(values.until === undefined ? {} : { until: values.until }),
      ...(values.prices === undefined
        ? {}
        : { price_files: values.prices.map((path) => readFileSync(path, 'utf8')) }),
      ...(values.retailer === undefined ? {} : { retailer: retailerOf(values.retailer) }),
    });
    const megabytes = (report.bytes / 1e6).toFixed(1);
    console.log(
      `${report.products} products, ${report.variants} variants, ${report.places} places, ${report.sales_rows} sales rows ` +
        `(${report.units} units), ${report.stock_units} units in stock: ${report.files} files, ${megabytes} MB in ${folder}`,
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

function retailerOf(text: string): RetailerKey {
  if (text === 'maison_brume' || text === 'atelier_lisiere') return text;
  throw new RangeError(`retailer must be maison_brume or atelier_lisiere, not ${text}`);
}
