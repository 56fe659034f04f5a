import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ALL_SALES_WINDOWS, coverageAtPace, coverageScore, FIELDS, type SalesWindow } from '@palier/domain';
import { afterAll, describe, expect, it } from 'vitest';
import { draftSnapshot, openFactStore, type SnapshotCurves, type SnapshotProject } from '../src/index.ts';
import { type Desk, newDesk } from './files.ts';
import { newRandom } from './random-project.ts';

const TODAY = '2026-07-08';
const DAY = 86_400_000;
function at(offset: number): string {
  return new Date(Date.parse(`${TODAY}T00:00:00Z`) + offset * DAY).toISOString().slice(0, 10);
}
const LEVELS = [0, 10, 20, 30, 40, 50, 60];

function newProject(overrides: Partial<SnapshotProject> = {}): SnapshotProject {
  return {
    ...{ project_id: 'p1', data_date: TODAY, end_date: '2026-08-05', working_phase: 1 },
    phases: [
      { name: null, start_date: '2026-06-24' },
      { name: null, start_date: '2026-07-15' },
    ],
    ...{
      discount_pct_range: [20, 60],
      discount_levels: LEVELS,
      accounting_currency: 'EUR',
      catalog_currency: 'EUR',
    },
    season_start_date: '2026-02-01',
    selection: {},
    ...overrides,
  };
}

interface Sale {
  date: string;
  product: number;
  size: string;
  place: string;
  quantity: number;
  amount: number;
}
const PRODUCTS = 12;
const price = (product: number): number => 20 + product * 10;
const random = newRandom(3);
const SALES: Sale[] = Array.from({ length: 3000 }, () => {
  const product = random.below(PRODUCTS - 1);
  const quantity = random.chance(0.05) ? -1 : 1 + random.below(3);
  const discount = random.pick([0, 0, 0.2, 0.5]);
  return {
    date: at(-random.below(420)),
    product,
    size: random.pick(['36', '38']),
    place: random.pick(['M1', 'M2', 'WEB']),
    quantity,
    amount: Math.round(quantity * price(product) * (1 - discount) * 100) / 100,
  };
  // A size without stock since a month.
}).filter(({ product, size, date }) => !(product === 0 && size === '36' && date > at(-30)));

/** Every field of the catalogue under its id. */
type Row = Record<string, unknown>;

const desks: Desk[] = [];
afterAll(async () => {
  for (const { folder } of desks) await rm(folder, { recursive: true, force: true });
});

async function retailer() {
  const desk = await newDesk();
  desks.push(desk);
  const items = Array.from({ length: PRODUCTS }, (_, product) =>
    ['36', '38']
      .map(
        (size) =>
          `P${product};Produit ${product};Famille ${product % 3};${size};${price(product)};${price(product) / 4}`,
      )
      .join('\n'),
  ).join('\n');
  const stock = Array.from(
    { length: PRODUCTS },
    (_, product) =>
      `P${product};36;M1;${product};${at(0)}\nP${product};38;ENT;${product === 5 ? -4 : 2};${at(0)}\nP${product};38;M2;99;${at(-9)}`,
  ).join('\n');
  const files = [
    await desk.put('articles.csv', `code_produit;libellé;famille;taille;prix_ttc;prix_revient\n${items}\n`),
    await desk.put(
      'ventes.csv',
      `date;code_produit;taille;magasin;quantité;montant\n${SALES.map(({ date, product, size, place, quantity, amount }) => `${date};P${product};${size};${place};${quantity};${amount}`).join('\n')}\n`,
    ),
    await desk.put('stock.csv', `code_produit;taille;lieu;stock;date\n${stock}\n`),
    await desk.put(
      'commandes.csv',
      `code_produit;taille;date_livraison;quantité\nP1;36;2026-07-20;30\nP1;36;2026-12-20;5\n`,
    ),
    await desk.put(
      'lieux.csv',
      'code;nom;type;pays\nM1;Lyon;magasin;FR\nM2;Lille;magasin;FR\nWEB;Site;web;FR\nENT;Orléans;entrepôt;FR\n',
    ),
  ];
  const { folder, report } = await desk.send(files);
  if (folder === null) throw new Error('refused');
  return { desk, folder, report };
}

let made = 0;
async function snapshot(project: SnapshotProject, curvesOf?: (lines: number) => SnapshotCurves) {
  const { desk, folder } = await retailer();
  const draft = await draftSnapshot({
    temp_folder: join(desk.folder, 'temp'),
    warehouse_folder: folder,
    snapshot_folder: join(desk.folder, 'snapshot'),
    version: 1,
    project,
    newId: () => `line-${made++}`,
  });
  const lines = await draft.lines();
  const panel = await draft.extractPanel({ weeks: 20 });
  const result = await draft.finish(curvesOf ? curvesOf(draft.line_count) : null);
  const store = await openFactStore({ temp_folder: join(desk.folder, 'temp'), memory_limit: '200MB' });
  const facts = await store.openProject({ project_id: 'p1', folder: result.folder });
  const everything = FIELDS.filter(({ lazy, rank_of }) => lazy || rank_of).map(({ id }) => id);
  const fields = [...FIELDS.map(({ id }) => id), ...everything];
  const page = await facts.lines({ size: 100, fields });
  return {
    store,
    facts,
    result,
    lines,
    panel,
    rows: new Map(page.data.map((line) => [line.item_group_id, line as typeof line & Row])),
  };
}

function inWindow({ kind, length = 0 }: SalesWindow, date: string): boolean {
  const age = Math.round((Date.parse(TODAY) - Date.parse(date)) / DAY);
  const sinceSunday = 3; // 8 July 2026 is a Wednesday
  if (kind === 'days') return age < length;
  if (kind === 'weeks') return age >= sinceSunday && age < sinceSunday + 7 * length;
  if (kind === 'season') return date >= '2026-02-01';
  return date >= '2026-06-24';
}

describe('what a snapshot says of each product', () => {
  it('[COL-20] [COL-21] [COL-22] [FIELD-08] sums quantity, CA, cost, margin and mean discount over every window', async () => {
    const { store, facts, rows } = await snapshot(newProject());
    let compared = 0;
    for (const [id, row] of rows) {
      const product = Number(id.slice(1));
      for (const window of ALL_SALES_WINDOWS) {
        const sold = SALES.filter((sale) => sale.product === product && inWindow(window, sale.date));
        const qty = sold.reduce((sum, sale) => sum + sale.quantity, 0);
        const sales = sold.reduce((sum, sale) => sum + sale.amount, 0);
        const list = sold.reduce((sum, sale) => sum + sale.quantity * price(product), 0);
        expect(row[window.fieldId('sales_qty')], `${id} ${window.label}`).toBe(qty);
        expect(row[window.fieldId('sales')]).toBeCloseTo(sales, 6);
        expect(row[window.fieldId('cogs')]).toBeCloseTo((qty * price(product)) / 4, 6);
        expect(row[window.fieldId('profit')]).toBeCloseTo(sales / 1.2 - (qty * price(product)) / 4, 6);
        if (list > 0)
          expect(row[window.fieldId('sales_discount_pct')]).toBeCloseTo(100 * (1 - sales / list), 6);
        compared += 1;
      }
    }
    expect(compared).toBe(rows.size * 15);
    expect(rows.size).toBe(PRODUCTS - 0 - (rows.has('P11') ? 0 : 1));
    await facts.close();
    await store.close();
  });

  it('[FIELD-07] [COL-33] counts the latest stock of each place, nothing below zero, orders only in the period chosen', async () => {
    const { store, facts, rows } = await snapshot(
      newProject({ selection: { on_order_months: ['2026-07'], include_stock_on_order: true } }),
    );
    const p5 = rows.get('P5');
    expect(p5).toMatchObject({
      stock_qty: 5 + 99,
      stock_qty_on_hand: 104,
      in_store_stock_qty: 104,
      warehouse_stock_qty: 0,
    });
    const p1 = rows.get('P1');
    expect(p1).toMatchObject({
      stock_qty: 1 + 2 + 99 + 30,
      stock_qty_on_order: 30,
      warehouse_stock_qty: 2,
      items_count: 2,
      in_store_items_count: 2,
    });
    expect(p1?.stock_retail_value).toBeCloseTo(132 * 30, 6);
    expect(p1?.in_store_stock_pct).toBeCloseTo(10_000 / 102, 6);
    const only = await snapshot(
      newProject({
        selection: {
          inventory_codes: ['ENT'],
          item_group_ids: ['P1', 'P2', 'nothing'],
          location_codes: ['M1'],
        },
      }),
    );
    expect([...only.rows.keys()]).toEqual(['P1', 'P2']);
    expect(only.rows.get('P1')).toMatchObject({ stock_qty: 2, in_store_stock_qty: 0 });
    expect(only.rows.get('P1')?.lifetime_sales_qty).toBe(
      SALES.filter(({ product, place }) => product === 1 && place === 'M1').reduce(
        (sum, { quantity }) => sum + quantity,
        0,
      ),
    );
    for (const opened of [{ store, facts }, only]) {
      await opened.facts.close();
      await opened.store.close();
    }
  });

  it('[CONST-04] [FIELD-11] [COL-18] [COL-19] grades coverage at the pace of sales and ranks products by deciles', async () => {
    const { store, facts, rows } = await snapshot(
      newProject({
        selection: {
          item_query: {
            combinator: 'and',
            rules: [
              { field: 'family', operator: 'not_equals', value: 'Famille 2' },
              { field: 'size', operator: 'contains', value: '36' },
            ],
          },
        },
      }),
    );
    expect(rows.size).toBe(8);
    for (const [id, row] of rows) {
      const product = Number(id.slice(1));
      const last28 = SALES.filter(
        (sale) => sale.product === product && (Date.parse(TODAY) - Date.parse(sale.date)) / DAY < 28,
      ).reduce((sum, { quantity }) => sum + quantity, 0);
      const coverage = row.stock_coverage as { weeks: number; cv_score: string };
      expect(coverage.weeks).toBeCloseTo(coverageAtPace(Number(row.stock_qty), last28 / 4), 6);
      expect(coverage.cv_score).toBe(coverageScore(coverage.weeks));
      expect(row.weekly_sales_qty_last_7_days).toBe(row.sales_qty_last_7_days);
      if (Number(row.selling_store_count) > 0)
        expect(row.store_throughput).toBeCloseTo(
          Number(row.sales_qty_last_7_days) / Number(row.selling_store_count),
          6,
        );
    }
    const byStock = [...rows.values()].sort(
      (left, right) => Number(left.stock_qty) - Number(right.stock_qty),
    );
    const ranks = byStock.map((row) => Number(row.stock_qty_rank));
    expect(ranks).toEqual([...ranks].sort((left, right) => left - right));
    for (const rank of ranks) expect(Number.isInteger(rank) && rank >= 1 && rank <= 10).toBe(true);
    await facts.close();
    await store.close();
  });

  it('covers the shops that the project sells in alone, as its stock and sales are theirs', async () => {
    const { store, facts, rows } = await snapshot(newProject({ selection: { location_codes: ['M1'] } }));
    for (const [id, row] of rows) {
      const product = Number(id.slice(1));
      const sold = SALES.filter(
        (sale) => sale.product === product && sale.place === 'M1' && sale.date > at(-28),
      ).reduce((sum, { quantity }) => sum + quantity, 0);
      const weeks = product > 0 ? coverageAtPace(product, sold / 4) : null;
      const { stores_q1_weeks, stores_q3_weeks } = row.stock_coverage as Record<string, number | null>;
      // M2 holds 99 of each, and sells for another project.
      expect([stores_q1_weeks, stores_q3_weeks], id).toEqual([weeks, weeks]);
    }
    await facts.close();
    await store.close();
  });

  it('[FIELD-10] has a value or an empty place for every field of the catalogue, forecasts from the curves', async () => {
    const curvesOf = (lines: number): SnapshotCurves => ({
      phase_qty: Float32Array.from({ length: lines * 7 }, (_, index) => 1 + (index % 7)),
      phase_p10: new Float32Array(lines * 7),
      phase_p90: new Float32Array(lines * 7).fill(9),
      rest_qty: new Float32Array(lines * 49).fill(2),
      upcoming_qty: new Float32Array(lines).fill(1),
      ongoing_qty: new Float32Array(lines).fill(4),
      ongoing_discount: new Float32Array(lines).fill(0.5),
      coverage: new Float32Array(lines).fill(9),
    });
    const { store, facts, rows, lines, panel, result } = await snapshot(newProject(), curvesOf);
    const known = new Set(facts.fields().map(({ id }) => id));
    expect(
      FIELDS.filter(({ id }) => !known.has(id) && id !== 'daily_sales_qty_history').map(({ id }) => id),
    ).toEqual([]);
    const row = rows.get('P3');
    expect(row).toMatchObject({
      upcoming_sales_qty: 1,
      stock_coverage: { weeks: 9, cv_score: 'B' },
      sales_boost: 1,
    });
    expect(row?.ongoing_phase_forecast).toMatchObject({ sales_qty: 4, sales: 100 });
    expect(row?.forecast).toMatchObject({ sales_qty: 3, sales: 150 });
    expect(lines.ids.length).toBe(rows.size);
    expect(panel.panel.item_count).toBe(panel.product_ids.length);
    expect(panel.panel.first_week_day % 7).toBe(4);
    const lastWeek = SALES.filter(
      ({ product, date }) => product === 0 && date >= '2026-06-29' && date <= '2026-07-05',
    ).reduce((sum, { quantity }) => sum + quantity, 0);
    expect(panel.panel.units[panel.product_ids.indexOf('P0') * 20 + 19]).toBe(Math.max(0, lastWeek));
    // Size 38 is there; size 36 was there until its last sale.
    const firstDay = panel.panel.first_week_day;
    const lastSale = SALES.filter(
      ({ product, size, quantity }) => product === 0 && size === '36' && quantity > 0,
    )
      .map(({ date }) => Math.floor((Date.parse(date) / DAY - firstDay) / 7))
      .reduce((last, week) => Math.max(last, week), -1);
    const p0 = panel.product_ids.indexOf('P0') * 20;
    expect(Array.from(panel.panel.breadth?.subarray(p0, p0 + 20) ?? [])).toEqual(
      Array.from({ length: 20 }, (_, week) => (week <= lastSale ? 1 : 0.5)),
    );
    expect(lastSale).toBeLessThan(17);
    expect(new Set(panel.panel.availability)).toEqual(new Set([1]));
    const history = await facts.series({ line_ids: [String(row?._id)] });
    expect(history[0]?.qty.length).toBe(90);
    expect(history[0]?.qty.reduce((sum, qty) => sum + qty, 0)).toBe(row?.sales_qty_last_90_days);
    expect(result.manifest.totals.stock_qty).toBe(
      [...rows.values()].reduce((sum, line) => sum + Number(line.stock_qty), 0),
    );
    await facts.close();
    await store.close();
  });
});

describe('questions to the warehouse', () => {
  it('[API-42] [API-43] [API-44] [API-45] [API-46] [API-47] [API-48] answers places, orders, price lists, item fields, counts and products', async () => {
    const { desk, folder } = await retailer();
    const store = await openFactStore({ temp_folder: join(desk.folder, 'temp'), memory_limit: '200MB' });
    const warehouse = await store.openWarehouse(folder);
    expect((await warehouse.inventories()).map(({ code, kind }) => [code, kind])).toEqual([
      ['ENT', 'warehouse'],
      ['M1', 'store'],
      ['M2', 'store'],
      ['WEB', 'web'],
    ]);
    expect((await warehouse.salesLocations('FR')).map(({ code }) => code)).toEqual(['M1', 'M2', 'WEB']);
    expect(await warehouse.salesLocations('BE')).toEqual([]);
    expect(await warehouse.orderPeriods('2026-07-01')).toMatchObject([
      { from: '2026-07-01', to: '2026-07-31', quantity: 30, name: 'juillet 2026' },
      { from: '2026-12-01', quantity: 5 },
    ]);
    expect((await warehouse.priceLists())[0]).toMatchObject({ id: '', item_group_count: PRODUCTS });
    expect((await warehouse.itemFields()).find(({ field }) => field === 'family')).toMatchObject({
      label: 'Famille',
      term_count: 3,
    });
    expect(
      await warehouse.itemCounts({
        combinator: 'and',
        rules: [{ field: 'family', operator: 'equals', value: 'Famille 1' }],
      }),
    ).toEqual({ item_group_count: 4, item_count: 8, excluded_count: 0 });
    await expect(
      warehouse.itemCounts({ combinator: 'and', rules: [{ field: 'no', operator: 'equals', value: 1 }] }),
    ).rejects.toThrow('Requête non valide');
    const product = await warehouse.product('P1');
    expect(product?.variants.map(({ size, stock_qty }) => [size, stock_qty])).toEqual([
      ['36', 1],
      ['38', 101],
    ]);
    expect(product?.daily_sales.reduce((sum, { qty }) => sum + qty, 0)).toBe(
      SALES.filter((sale) => sale.product === 1).reduce((sum, { quantity }) => sum + quantity, 0),
    );
    expect(await warehouse.product('unknown')).toBeNull();
    expect(await warehouse.qualityProducts('negative_stock')).toEqual(['P5']);
    await warehouse.close();
    await store.close();
  });
});
