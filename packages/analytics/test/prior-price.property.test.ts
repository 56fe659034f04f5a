import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PriceEvidence, priorPrice, UNDATED } from '../../domain/test/prior-price.ts';
import { openDatabase } from '../src/database/database.ts';
import { draftSnapshot, type SnapshotProject } from '../src/index.ts';
import { newDesk } from './files.ts';
import { newRandom, type Random } from './random-project.ts';
import { dayAt } from './random-retailer.ts';

/** Shops tried; PALIER_THOROUGH=1 tries many more. */
const RUNS = process.env.PALIER_THOROUGH ? 60 : 5;
const TODAY = '2026-06-20';
const REDUCED = ['Prix démarqués', 'Prix démarqués FR'];
const seen = { histories: 0, known: 0, till: 0, recent: 0, unknown: 0 };

interface Row {
  code: string;
  size: string | null;
  list: string | null;
  date: string | null;
  /** Its last day. */
  until: string | null;
  price: number;
}
interface Sale {
  code: string;
  size: string;
  date: string;
  quantity: number;
  /** null: the file does not tell it; it then proves nothing. */
  amount: number | null;
  place: string;
}
interface Product {
  code: string;
  sizes: string[];
  on_sale: string | null;
}

/** Histories with what misleads: gaps, sales without an amount, other lists, undated prices, returns, lone sales, offers, places left out. */
function randomShop(random: Random) {
  const products = Array.from(
    { length: 14 },
    (_, index): Product => ({
      code: `P${String(index).padStart(2, '0')}`,
      sizes: ['S', 'M', 'L'].slice(0, 1 + random.below(3)),
      on_sale: random.chance(0.3) ? dayAt(TODAY, -random.below(60)) : null,
    }),
  );
  const prices: Row[] = [];
  const sales: Sale[] = [];
  for (const { code, sizes } of products) {
    const price = 20 + random.below(80);
    const history = (list: string | null, size: string | null, shares: readonly number[]): void => {
      for (const share of shares) {
        const from = random.chance(0.3) ? -90 : 25 - random.below(80);
        prices.push({
          ...{ code, size, list, price: Math.round(price * share * 100) / 100 },
          date: random.chance(0.06) ? null : dayAt(TODAY, from),
          until: random.chance(0.3) ? dayAt(TODAY, from + random.below(40)) : null,
        });
      }
    };
    if (random.chance(0.7))
      history(random.pick([null, 'FR']), null, [1, 0.8, 1].slice(0, 1 + random.below(3)));
    if (random.chance(0.4)) history('FR', null, [0.9]);
    if (random.chance(0.3)) history(random.pick([null, 'FR']), random.pick(sizes), [0.7, 1]);
    if (random.chance(0.5)) history('BE', null, [0.1]);
    // What products are sold at for a time, beside the usual list and beside FR.
    if (random.chance(0.3)) history(random.pick(REDUCED), random.pick([null, ...sizes]), [0.6, 0.5]);
    const days = random.below(70);
    const until = random.chance(0.6) ? 0 : random.below(40);
    const share = random.pick([1, 0.8, 0.5]);
    for (let back = days; back >= until; back -= 1 + random.below(10))
      for (const size of sizes)
        if (random.chance(0.6)) {
          const quantity = random.chance(0.1) ? -1 : 1 + random.below(3);
          const paid = random.chance(0.15) ? share - 0.3 : share;
          const date = dayAt(TODAY, -back);
          const place = random.pick(['M1', 'M1', 'M2']);
          if (
            !sales.some(
              (one) => one.code === code && one.size === size && one.date === date && one.place === place,
            )
          )
            sales.push({
              code,
              size,
              date,
              quantity,
              place,
              amount: random.chance(0.15) ? null : Math.round(price * paid * 100 * quantity) / 100,
            });
        }
  }
  const first = dayAt(TODAY, 15 - random.below(30));
  const project: SnapshotProject = {
    ...{ project_id: 'p', data_date: TODAY, end_date: dayAt(first, 42), working_phase: 0 },
    phases: [0, 14, 28].map((days) => ({ name: null, start_date: dayAt(first, days) })),
    ...{ discount_pct_range: [20, 40], discount_levels: [0, 20, 40] },
    ...{ accounting_currency: 'EUR', catalog_currency: 'EUR' },
    selection: {
      price_list_id: random.chance(0.6) ? 'FR' : null,
      location_codes: random.chance(0.4) ? ['M1'] : [],
      item_group_ids: products.map(({ code }) => code),
    },
  };
  return { products, prices, sales, project };
}
type Shop = ReturnType<typeof randomShop>;

const csv = (head: string, rows: readonly (readonly unknown[])[]): string =>
  [head, ...rows.map((row) => row.map((cell) => cell ?? '').join(';'))].join('\n');

/** What the files prove of one variant, or of those of a product that no list names; `key` is null for these. */
function evidenceOf({ prices, sales, project }: Shop, product: Product, size: string | null): PriceEvidence {
  const { price_list_id: own, location_codes: places } = project.selection;
  // The last word on a price of a day counts.
  const last = new Map(prices.map((row) => [[row.code, row.size, row.list, row.date].join('|'), row]));
  const dated = [...last.values()].map((row) => ({
    ...{ ...row, from_date: row.date ?? UNDATED, to_date: row.until },
  }));
  const mine = dated.filter(({ code }) => code === product.code);
  const lists = [...new Set([own ?? null, null])];
  const reduced = REDUCED.slice(0, own === 'FR' ? 2 : 1);
  const named = ownSizes(prices, product, [...lists, ...reduced]);
  const sizeOf = (row: Row): string | null =>
    product.sizes.length === 1 && row.size === null ? null : row.size;
  const historiesOf = (list: string | null) => [
    mine.filter((row) => row.list === list && size !== null && sizeOf(row) === size),
    mine.filter((row) => row.list === list && sizeOf(row) === null),
  ];
  return {
    listed: lists.flatMap((list) => historiesOf(list)),
    paid: [],
    reduced: reduced.map(historiesOf),
    sales: sales.flatMap((sale) => {
      const holder = named.has(sale.size) ? sale.size : null;
      const isKept = sale.code === product.code && holder === size && sale.quantity > 0 && sale.date <= TODAY;
      const isHere = !places || places.length === 0 || places.includes(sale.place);
      return isKept && isHere && sale.amount !== null
        ? [{ date: sale.date, price: sale.amount / sale.quantity }]
        : [];
    }),
    on_sale_date: product.on_sale,
  };
}

/** Sizes that a dated price of these lists names. */
function ownSizes(prices: readonly Row[], { code }: Product, lists: readonly (string | null)[]): Set<string> {
  return new Set(
    prices.flatMap((row) =>
      row.code === code && row.date !== null && lists.includes(row.list) && row.size !== null
        ? [row.size]
        : [],
    ),
  );
}

interface Prior {
  item_id: string | null;
  code: string;
  phase: number;
  starts: string;
  state: string;
  price: number | null;
  date: string | null;
  source: string | null;
  sales_count: number | null;
}

async function readPrior(shop: Shop): Promise<Prior[]> {
  const desk = await newDesk();
  try {
    const files = await Promise.all([
      desk.put(
        'articles.csv',
        csv(
          'code_produit;taille;libelle;prix_ttc;date_mise_en_vente',
          shop.products.flatMap(({ code, sizes, on_sale }) =>
            sizes.map((size) => [code, size, code, 50, on_sale]),
          ),
        ),
      ),
      desk.put(
        'prix.csv',
        csv(
          'code_produit;taille;tarif;date_début;date_fin;prix_ttc',
          shop.prices.map(({ code, size, list, date, until, price }) => [
            ...[code, size, list, date, until, price],
          ]),
        ),
      ),
      desk.put(
        'ventes.csv',
        csv(
          'date;code_produit;taille;quantite;montant_ttc;code_magasin',
          shop.sales.map(({ date, code, size, quantity, amount, place }) => [
            date,
            code,
            size,
            quantity,
            amount,
            place,
          ]),
        ),
      ),
    ]);
    const { folder, report } = await desk.send(files, {
      mapping: {
        settings: { data_date: TODAY },
        answers: { 'lowered_prices:*': 'list', 'raised_prices:*': 'list', 'left_products:*': 'replace' },
      },
    });
    if (folder === null) throw new Error(JSON.stringify(report));
    let made = 0;
    const draft = await draftSnapshot({
      ...{ temp_folder: join(desk.folder, 'temp'), warehouse_folder: folder },
      ...{ snapshot_folder: join(desk.folder, 'snapshot'), version: 1, project: shop.project },
      newId: () => `line-${String(made++)}`,
    });
    const { folder: written } = await draft.finish(null);
    const database = await openDatabase({ temp_folder: join(desk.folder, 'temp'), memory_limit: '200MB' });
    try {
      return await database.rows<Prior>(`SELECT p.item_id, l.item_group_id AS code, p.phase::DOUBLE AS phase, p.starts::VARCHAR AS starts, p.state,
          p.price, p.date::VARCHAR AS date, p.source, p.sales_count
        FROM '${join(written, 'prior.parquet')}' p JOIN '${join(written, 'line.parquet')}' l USING (line_no)`);
    } finally {
      database.close();
    }
  } finally {
    await rm(desk.folder, { recursive: true, force: true });
  }
}

async function checkShop(seed: number): Promise<void> {
  const shop = randomShop(newRandom(seed));
  const found = await readPrior(shop);
  expect(found.length).toBeGreaterThan(0);
  for (const row of found) {
    const product = shop.products.find(({ code }) => code === row.code);
    if (!product) throw new Error(row.code);
    const size =
      row.item_id === null ? null : (product.sizes.find((one) => row.item_id?.endsWith(`-${one}`)) ?? null);
    const { state, price, date, source, sales_count } = row;
    const expected = priorPrice(evidenceOf(shop, product, size), row.starts);
    expect({ state, price, date, source, sales_count }, JSON.stringify({ seed, row })).toEqual(expected);
    seen.histories += 1;
    seen[expected.state] += 1;
  }
}

describe('the prior price in sets', () => {
  it('takes no sale without an amount for a price paid: the import gave it that of its product', async () => {
    const shop = randomShop(newRandom(1));
    const sold = (code: string, amount: number | null): Sale[] =>
      [2, 6, 10, 14, 18, 22, 26, 30, 34].map((back) => ({
        ...{ code, size: 'S', date: dayAt(TODAY, -back), quantity: 1, amount, place: 'M1' },
      }));
    const found = await readPrior({
      products: ['TOLD', 'UNTOLD'].map((code) => ({ code, sizes: ['S'], on_sale: null })),
      prices: [],
      sales: [...sold('TOLD', 50), ...sold('UNTOLD', null)],
      project: {
        ...shop.project,
        phases: [{ name: null, start_date: dayAt(TODAY, 1) }],
        selection: { item_group_ids: ['TOLD', 'UNTOLD'] },
      },
    });
    expect(found.map(({ code, state, price }) => [code, state, price]).sort()).toEqual([
      ['TOLD', 'till', 50],
      ['UNTOLD', 'unknown', null],
    ]);
  });

  it('is what a day by day reading of random price histories and tickets gives', async () => {
    await fc.assert(fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 31 - 1 }), checkShop), {
      numRuns: RUNS,
      seed: 20261123,
      endOnFailure: true,
    });
    console.log(`prior price property: ${JSON.stringify(seen)}`);
    for (const state of ['known', 'till', 'recent', 'unknown'] as const)
      expect(seen[state]).toBeGreaterThan(3);
  }, 600_000);
});
