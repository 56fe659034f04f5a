import type { SnapshotProject } from '../src/index.ts';
import { newRandom, type Random } from './random-project.ts';

export interface RetailItem {
  item_group_id: string;
  size: string | null;
  title: string;
  brand: string | null;
  family: string;
  section: string;
  ranking_key: string | null;
  on_sale_date: string | null;
  price: number | null;
  base_price: number | null;
  cost: number | null;
  supplier_rebate_pct: number | null;
}
interface RetailPlace {
  code: string;
  kind: 'magasin' | 'web' | 'entrepôt';
}
interface RetailStock {
  date: string;
  item_group_id: string;
  size: string | null;
  inventory_code: string | null;
  quantity: number;
}
export interface RetailSale {
  date: string;
  item_group_id: string;
  size: string | null;
  location_code: string | null;
  quantity: number;
  amount: number | null;
}
interface RetailPrice {
  item_group_id: string;
  size: string | null;
  price_list_id: string | null;
  from_date: string;
  price: number;
}
interface RetailOrder {
  item_group_id: string;
  size: string | null;
  expected_date: string;
  quantity: number;
}

/** A small retailer as its files say it, with the project that looks at it. */
export interface Retailer {
  items: RetailItem[];
  places: RetailPlace[];
  stock: RetailStock[];
  sales: RetailSale[];
  prices: RetailPrice[];
  orders: RetailOrder[];
  project: SnapshotProject;
}

const DAY = 86_400_000;
export function dayAt(today: string, offset: number): string {
  return new Date(Date.parse(`${today}T00:00:00Z`) + offset * DAY).toISOString().slice(0, 10);
}

const cents = (value: number): number => Math.round(value * 100) / 100;
const SIZES = ['36', '38', '40'];

function randomItems(random: Random, today: string): RetailItem[] {
  return Array.from({ length: 8 + random.below(16) }, (_, index) => `P${index}`).flatMap((item_group_id) => {
    const sizes = random.chance(0.2) ? [null] : SIZES.slice(0, 1 + random.below(3));
    const price = random.chance(0.05) ? null : cents(10 + random.next() * 90);
    const mixed = random.chance(0.25);
    const family = random.pick(['Robes', 'Pulls', 'Jupes']);
    const shared = {
      ...{
        item_group_id,
        title: `Produit ${item_group_id}`,
        family,
        section: random.pick(['Femme', 'Homme']),
      },
      brand: random.chance(0.2) ? null : random.pick(['Lune', 'Éclat']),
      ranking_key: random.chance(0.3) ? null : random.pick(['K1', 'K2']),
      on_sale_date: random.chance(0.4) ? null : dayAt(today, -random.below(500)),
      supplier_rebate_pct: random.chance(0.5) ? null : random.below(20),
    };
    return sizes.map((size) => ({
      ...shared,
      size,
      price: price === null ? null : mixed ? cents(price + 5 * random.below(3)) : price,
      base_price: random.chance(0.3) && price !== null ? cents(price * 0.8) : null,
      cost: random.chance(0.1) ? null : cents(3 + random.next() * 20),
    }));
  });
}

function randomSales(random: Random, items: readonly RetailItem[], places: readonly string[], today: string) {
  return Array.from({ length: random.below(600) }, (): RetailSale => {
    const { item_group_id, size, price } = random.pick(items);
    const quantity = random.chance(0.08) ? -1 : 1 + random.below(4);
    const date = dayAt(today, random.chance(0.5) ? -random.below(70) : 5 - random.below(430));
    const paid = cents(quantity * (price ?? 20) * random.pick([1, 1, 0.8, 0.5]));
    // A day, variant and place either tells all its amounts or none.
    const untold = price !== null && (date.charCodeAt(9) + item_group_id.charCodeAt(1)) % 5 === 0;
    return {
      ...{ date, item_group_id, quantity, amount: untold ? null : paid },
      size: random.chance(0.1) ? null : size,
      location_code: random.chance(0.1) ? null : random.pick(places),
    };
  });
}

function randomProjectOf(random: Random, today: string, items: readonly RetailItem[]): SnapshotProject {
  const first = dayAt(today, 20 - random.below(60));
  const phases = [first, dayAt(first, 14), dayAt(first, 28)].slice(0, 1 + random.below(3));
  const codes = (chance: number, all: readonly string[]): string[] =>
    random.chance(chance) ? all.filter(() => random.chance(0.6)) : [];
  const months = [0, 1, 2].map((count) => dayAt(`${today.slice(0, 7)}-01`, 32 * count).slice(0, 7));
  return {
    ...{ project_id: 'p', data_date: today, end_date: dayAt(phases.at(-1) ?? first, 14), working_phase: 0 },
    phases: phases.map((start_date) => ({ name: null, start_date })),
    ...{ discount_pct_range: [20, 60], discount_levels: [0, 20, 40] },
    ...{ accounting_currency: 'EUR', catalog_currency: random.pick(['EUR', 'USD']) },
    season_start_date: random.chance(0.5) ? dayAt(today, -random.below(300)) : null,
    selection: {
      inventory_codes: codes(0.3, ['M1', 'M2', 'ENT']),
      location_codes: codes(0.3, ['M1', 'M2', 'WEB']),
      price_list_id: random.chance(0.5) ? 'FR' : null,
      include_stock_on_order: random.chance(0.6),
      on_order_months: random.chance(0.5) ? months.filter(() => random.chance(0.6)) : [],
      ...(random.chance(0.2)
        ? {
            item_query: {
              combinator: 'and' as const,
              rules: [{ field: 'family', operator: 'equals' as const, value: 'Robes' }],
            },
          }
        : {}),
      ...(random.chance(0.15) ? { item_group_ids: ['P0', 'P2', 'P5', 'unknown'] } : {}),
      ...(random.chance(0.2) ? { excluded_item_group_ids: [items[0]?.item_group_id ?? 'P0'] } : {}),
    },
  };
}

/** The same seed makes the same retailer. */
export function randomRetailer(seed: number): Retailer {
  const random = newRandom(seed);
  const today = dayAt('2026-03-01', random.below(365));
  const items = randomItems(random, today);
  const codes = ['M1', 'M2', 'M3', 'WEB', 'ENT'];
  const kinds = { M1: 'magasin', M2: 'magasin', M3: 'magasin', WEB: 'web', ENT: 'entrepôt' } as const;
  const some = <T>(share: number, make: (item: RetailItem) => T): T[] =>
    items.filter(() => random.chance(share)).map(make);
  const whole = (item: RetailItem) => ({
    item_group_id: item.item_group_id,
    size: random.chance(0.3) ? null : item.size,
  });
  return {
    items,
    places: random.chance(0.2)
      ? []
      : (Object.entries(kinds) as [string, RetailPlace['kind']][]).map(([code, kind]) => ({ code, kind })),
    stock: random.chance(0.1)
      ? []
      : codes.flatMap((inventory_code) =>
          [0, -7, 3].flatMap((offset) =>
            random.chance(0.6)
              ? some(0.5, (item) => ({
                  ...{ item_group_id: item.item_group_id, inventory_code, date: dayAt(today, offset) },
                  size: random.chance(0.05) ? null : item.size,
                  quantity: random.below(25) - 2,
                }))
              : [],
          ),
        ),
    sales: randomSales(random, items, ['M1', 'M2', 'M3', 'WEB'], today),
    prices: [null, 'FR'].flatMap((price_list_id) =>
      [-400, -40, -3, 2].flatMap((offset) =>
        some(0.25, (item) => ({
          ...whole(item),
          ...{ price_list_id, from_date: dayAt(today, offset), price: cents(8 + random.next() * 95) },
        })),
      ),
    ),
    orders: [-10, 1, 25, 50].flatMap((offset) =>
      some(0.3, (item) => ({
        ...whole(item),
        ...{ expected_date: dayAt(today, offset), quantity: 1 + random.below(20) },
      })),
    ),
    project: randomProjectOf(random, today, items),
  };
}

function csv(rows: readonly object[]): string {
  return rows.length === 0
    ? ''
    : [
        Object.keys(rows[0] ?? {}).join(';'),
        ...rows.map((row) =>
          Object.values(row)
            .map((cell) => cell ?? '')
            .join(';'),
        ),
      ].join('\n');
}

/** The retailer's files as it would send them, by name; those that would be empty are left out. */
export function retailerFiles({
  items,
  places,
  stock,
  sales,
  prices,
  orders,
}: Retailer): [name: string, content: string][] {
  return (
    [
      ['articles.csv', items],
      ['lieux.csv', places.map(({ code, kind }) => ({ code, nom: code, type: kind }))],
      ['stock.csv', stock],
      ['ventes.csv', sales],
      ['prix.csv', prices],
      ['commandes.csv', orders],
    ] as const
  ).flatMap(([name, rows]): [string, string][] => (rows.length > 0 ? [[name, csv(rows)]] : []));
}
