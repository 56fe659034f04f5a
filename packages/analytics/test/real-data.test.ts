import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readField } from '@palier/domain';
import { afterAll, describe, expect, it } from 'vitest';
import { draftSnapshot, type ImportMapping, openFactStore, type SnapshotProject } from '../src/index.ts';
import { type Desk, newDesk } from './files.ts';

const DATA = new URL('../../../../shared/data/', import.meta.url).pathname;
const there = existsSync(join(DATA, 'dmc2018'));
if (!there) console.log('real data skipped: ../shared/data is not on this machine');

function rowsOf(path: string): Record<string, string>[] {
  const [heading = '', ...lines] = readFileSync(join(DATA, path), 'utf8').trim().split(/\r?\n/);
  const names = heading.split(',');
  return lines.map((line) => {
    const cells =
      line.match(/("([^"]|"")*"|[^,]*)(,|$)/g)?.map((cell) => cell.replace(/,$/, '').replace(/^"|"$/g, '')) ??
      [];
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
  });
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
const desks: Desk[] = [];
afterAll(async () => {
  for (const { folder } of desks) await rm(folder, { recursive: true, force: true });
});

function project(data_date: string): SnapshotProject {
  return {
    ...{
      project_id: 'p1',
      data_date,
      end_date: '2099-01-01',
      phases: [{ name: null, start_date: data_date }],
      working_phase: 0,
    },
    ...{
      discount_pct_range: [20, 60],
      discount_levels: [0, 10, 20, 30, 40, 50, 60],
      accounting_currency: 'EUR',
      catalog_currency: 'EUR',
      selection: {},
    },
  };
}

/** Imports files by a mapping, makes a project of everything, and gives its totals. */
async function totalsOf(names: string[], mapping: ImportMapping, more: Partial<SnapshotProject> = {}) {
  const desk = await newDesk();
  desks.push(desk);
  const { report, folder } = await desk.send(
    names.map((name) => ({ path: join(DATA, name), name: name.split('/').at(-1) ?? name })),
    { mapping },
  );
  const draft = await draftSnapshot({
    temp_folder: join(desk.folder, 'temp'),
    warehouse_folder: folder ?? '',
    snapshot_folder: join(desk.folder, 'snapshot'),
    version: 1,
    project: { ...project(report.data_date ?? ''), ...more },
    newId: () => crypto.randomUUID(),
  });
  const { folder: snapshot } = await draft.finish(null);
  const store = await openFactStore({ temp_folder: join(desk.folder, 'temp'), memory_limit: '300MB' });
  const facts = await store.openProject({ project_id: 'p1', folder: snapshot });
  const summary = await facts.summary({
    fields: [
      'stock_qty',
      'stock_retail_value',
      'stock_cost_value',
      'lifetime_sales_qty',
      'lifetime_sales',
      'sales_qty_last_30_days',
      'items_count',
      'profit_last_360_days',
    ],
  });
  const groups = await facts.groups({
    by: ['brand'],
    fields: ['lifetime_sales_qty', 'lifetime_sales', 'stock_qty'],
    size: 1000,
  });
  await facts.close();
  await store.close();
  return { report, summary, groups };
}

const cents = (value: unknown): number => Math.round(Number(value) * 100);

describe.skipIf(!there)('real retailers’ files', () => {
  it('imports the sporting-goods shop: articles as products, sizes as variants, totals to the cent', async () => {
    const mapping: ImportMapping = JSON.parse(
      readFileSync(join(import.meta.dirname, 'mappings/dmc2018.json'), 'utf8'),
    );
    const { report, summary, groups } = await totalsOf(
      ['dmc2018/items.csv', 'dmc2018/prices.csv', 'dmc2018/sales_daily.csv'],
      mapping,
    );
    const items = rowsOf('dmc2018/items.csv');
    const sales = rowsOf('dmc2018/sales_daily.csv');
    const history = new Map<string, { from: string; price: number }[]>();
    for (const { pid, size, from_date, price } of rowsOf('dmc2018/prices.csv')) {
      const key = `${pid}|${size}`;
      history.set(
        key,
        [...(history.get(key) ?? []), { from: from_date ?? '', price: Number(price) }].sort((a, b) =>
          a.from < b.from ? -1 : 1,
        ),
      );
    }
    const paid = (pid: string, size: string, date: string): number =>
      history.get(`${pid}|${size}`)?.findLast(({ from }) => from <= date)?.price ?? Number.NaN;
    const turnover = sum(
      sales.map(({ pid = '', size = '', date = '', units }) => Number(units) * paid(pid, size, date)),
    );
    expect(report.error_count).toBe(0);
    expect(cents(report.totals.sale_amount)).toBe(cents(turnover));
    expect(cents(readField(summary, 'lifetime_sales'))).toBe(cents(turnover));
    expect(readField(summary, 'lifetime_sales_qty')).toBe(sum(sales.map(({ units }) => Number(units))));
    expect(summary.stock_qty).toBe(sum(items.map(({ stock }) => Number(stock))));
    expect(readField(summary, 'items_count')).toBe(items.length);
    expect(readField(summary, 'sales_qty_last_30_days')).toBe(
      sum(sales.filter(({ date = '' }) => date > '2018-01-01').map(({ units }) => Number(units))),
    );
    const brand = new Map(items.map(({ pid, brand: name }) => [pid, name]));
    for (const group of groups.data)
      expect(readField(group, 'lifetime_sales_qty')).toBe(
        sum(
          sales.filter(({ pid = '' }) => brand.get(pid) === group.keys[0]).map(({ units }) => Number(units)),
        ),
      );
    expect(groups.data.length).toBe(new Set(brand.values()).size);
  });

  it('imports the weekly grocery panel: week ends become Mondays, amounts are what was paid', async () => {
    const mapping: ImportMapping = {
      settings: { vat_rate: 0.055, cost_share_of_price: 0.7 },
      files: [
        {
          match: 'products.csv',
          kind: 'items',
          columns: {
            upc_id: ['item_group_id', 'item_id'],
            description: 'title',
            manufacturer: 'brand',
            category: 'family',
            sub_category: 'subfamily',
            product_size: 'size',
          },
        },
        // Weeks end on a Wednesday: their first day is six days before.
        {
          match: 'weekly_chain.csv',
          kind: 'sales',
          columns: { week_end_date: 'date', upc_id: 'item_id', units: 'quantity', spend: 'amount' },
          constants: { shift_days: -6 },
        },
        {
          match: 'weekly_chain.csv',
          kind: 'prices',
          columns: { upc_id: 'item_group_id', week_end_date: 'from_date', avg_base: 'price' },
          constants: { shift_days: -6 },
        },
      ],
    };
    const { report, summary } = await totalsOf(
      ['frat_breakfast/products.csv', 'frat_breakfast/weekly_chain.csv'],
      mapping,
    );
    const weeks = rowsOf('frat_breakfast/weekly_chain.csv');
    expect(report.error_count).toBe(0);
    expect(cents(report.totals.sale_amount)).toBe(cents(sum(weeks.map(({ spend }) => Number(spend)))));
    expect(report.totals.sale_quantity).toBe(sum(weeks.map(({ units }) => Number(units))));
    expect(cents(readField(summary, 'lifetime_sales'))).toBe(cents(report.totals.sale_amount));
    expect(report.totals.sale_rows).toBe(weeks.length);
  });

  it('imports the orange-juice panel: week numbers, one row per shop, cost from the same file', async () => {
    const mapping: ImportMapping = {
      settings: { vat_rate: 0.055 },
      files: [
        {
          match: 'store_week.csv',
          kind: 'items',
          columns: {
            brand: ['item_group_id', 'item_id'],
            brand_name: ['title', 'brand'],
            size_oz: 'size',
            price_per_unit: 'price',
            unit_cost: 'cost',
          },
        },
        {
          match: 'store_week.csv',
          kind: 'sales',
          columns: {
            week: 'week_number',
            brand: 'item_id',
            store: 'location_code',
            units: 'quantity',
            price_per_unit: 'unit_price',
          },
          constants: { first_week_date: '1989-09-07' },
        },
      ],
    };
    const { report, summary, groups } = await totalsOf(['dominicks_orange_juice/store_week.csv'], mapping);
    const rows = rowsOf('dominicks_orange_juice/store_week.csv');
    expect(report.error_count).toBe(0);
    expect(report.files.map(({ rows_read }) => rows_read)).toEqual([rows.length, rows.length]);
    const turnover = sum(rows.map(({ units, price_per_unit }) => Number(units) * Number(price_per_unit)));
    expect(cents(report.totals.sale_amount)).toBe(cents(turnover));
    expect(cents(readField(summary, 'lifetime_sales'))).toBe(cents(turnover));
    expect(cents(readField(summary, 'lifetime_sales_qty'))).toBe(
      cents(sum(rows.map(({ units }) => Number(units)))),
    );
    expect(groups.data.length).toBe(11);
  });

  it('imports the fashion chain as it is, without a mapping: what was paid, not the amount before markdowns', async () => {
    const { report } = await totalsOf(
      ['nordic_fashion_2017/products.csv', 'nordic_fashion_2017/sales_daily_variant.csv'],
      {},
    );
    const sales = rowsOf('nordic_fashion_2017/sales_daily_variant.csv');
    expect(report.error_count).toBe(0);
    expect(report.totals.sale_quantity).toBe(sum(sales.map(({ purchases }) => Number(purchases))));
    expect(cents(report.totals.sale_amount)).toBe(
      cents(sum(sales.map(({ net_amount }) => Number(net_amount)))),
    );
  });
});
