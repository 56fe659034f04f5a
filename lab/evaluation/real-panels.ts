// Converters of the four real folders of ../shared/data to panel.csv rows: for tests and measures only.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseDay } from '@palier/engine';
import { mondayOf } from '../../packages/engine/src/demand/calendar.ts';
import { layPanel, type PanelRow } from './read-panel.ts';
import type { EvaluationPanel } from './types.ts';

/** Where the real folders lie beside a checkout; null when this machine has none. */
export function realDataFolder(): string | null {
  const folder = resolve(import.meta.dirname, '../../../shared/data');
  return existsSync(join(folder, 'frat_breakfast')) ? folder : null;
}

interface Record {
  [column: string]: string;
}

function readRecords(path: string): Record[] {
  const [header = '', ...lines] = readFileSync(path, 'utf8').split(/\r?\n/);
  const names = header.split(',').map((name) => name.trim());
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const cells = line.split(',');
      return Object.fromEntries(names.map((name, n) => [name, (cells[n] ?? '').trim()]));
    });
}

function row(fields: Partial<PanelRow> & Pick<PanelRow, 'item' | 'week' | 'units'>): PanelRow {
  return {
    category: '',
    list_price: Number.NaN,
    paid_price: Number.NaN,
    stock: Number.NaN,
    ...fields,
  };
}

/** 55 grocery products, 156 weeks, the whole chain; list price = regular price of the week. */
export function fratBreakfast(folder: string): EvaluationPanel {
  const products = new Map(
    readRecords(join(folder, 'frat_breakfast/products.csv')).map((p) => [p.upc_id, p.category]),
  );
  const rows = readRecords(join(folder, 'frat_breakfast/weekly_chain.csv')).map((r) =>
    row({
      item: r.upc_id ?? '',
      category: products.get(r.upc_id) ?? '',
      week: mondayOf(parseDay(r.week_end_date ?? '')),
      units: Number(r.units),
      list_price: Number(r.avg_base),
      paid_price: Number(r.avg_paid),
    }),
  );
  return layPanel(rows, true);
}

/** 11 brands × 83 stores, or one store in `every`; the regular price is the highest of the last eight weeks. */
export function orangeJuice(folder: string, every = 1): EvaluationPanel {
  return layPanel(orangeJuiceRows(folder, every), false);
}

/** The 11 brands, all stores together: units added up, at their mean prices. */
export function orangeJuiceByChain(folder: string): EvaluationPanel {
  const rows = orangeJuiceRows(folder, 1).map((each) => ({ ...each, item: each.category }));
  return layPanel(rows, false);
}

function orangeJuiceRows(folder: string, every: number): PanelRow[] {
  const records = readRecords(join(folder, 'dominicks_orange_juice/store_week.csv')).filter(
    ({ store }) => Number(store) % every === 0,
  );
  const recent = new Map<string, { week: number; price: number }[]>();
  return records
    .map((r) => ({ r, week: Number(r.week) }))
    .sort((a, b) => a.week - b.week)
    .map(({ r, week }) => {
      const item = `${r.brand}/${r.store}`;
      const paid = Number(r.price_per_unit);
      const past = (recent.get(item) ?? []).filter((seen) => seen.week > week - 8);
      past.push({ week, price: paid });
      recent.set(item, past);
      const list = Math.max(...past.map((seen) => seen.price));
      return row({
        item,
        category: r.brand_name ?? '',
        week,
        units: Number(r.units),
        list_price: list,
        paid_price: paid,
      });
    });
}

/** Two weeks of a fashion chain by article; categories are index groups. */
export function nordicFashion(folder: string): EvaluationPanel {
  const rows = readRecords(join(folder, 'nordic_fashion_2017/weekly_article.csv')).map((r) =>
    row({
      item: r.article ?? '',
      category: r.index_group ?? '',
      week: Number(r.week),
      units: Number(r.units),
      list_price: Number(r.list_price),
      paid_price: Number(r.paid_price),
    }),
  );
  return layPanel(rows, false);
}

/** Sporting goods by article and week, October to January, weeks without sales filled with zeros from release on. */
export function dataMiningCup(folder: string): EvaluationPanel {
  const records = readRecords(join(folder, 'dmc2018/items.csv'));
  const articles = new Map<string, { category: string; rrp: number; from: number }>();
  for (const r of records) {
    const from = mondayOf(parseDay(r.releaseDate ?? ''));
    const known = articles.get(r.pid ?? '');
    articles.set(r.pid ?? '', {
      category: `${r.mainCategory}/${r.category}`,
      rrp: Number(r.rrp),
      from: Math.min(known?.from ?? from, from),
    });
  }
  const prices = pricesByArticle(folder);
  const sales = new Map<string, number>();
  let last = 0;
  let first = Number.POSITIVE_INFINITY;
  for (const r of readRecords(join(folder, 'dmc2018/sales_daily.csv'))) {
    const week = mondayOf(parseDay(r.date ?? ''));
    const key = `${r.pid}|${week}`;
    sales.set(key, (sales.get(key) ?? 0) + Number(r.units));
    last = Math.max(last, week);
    first = Math.min(first, week);
  }
  // The data starts on a Sunday and ends inside a week: both ends are cut to whole weeks.
  first += 7;
  const end = last + (parseDay('2018-01-31') - last >= 6 ? 0 : -7);
  const rows: PanelRow[] = [];
  for (const [pid, article] of articles)
    for (let week = Math.max(first, article.from); week <= end; week += 7) {
      const paid = prices(pid, week + 3) ?? article.rrp;
      rows.push(
        row({
          item: pid,
          category: article.category,
          week,
          units: sales.get(`${pid}|${week}`) ?? 0,
          list_price: article.rrp,
          paid_price: Math.min(paid, article.rrp),
        }),
      );
    }
  return layPanel(rows, true);
}

/** Mean price in force over an article's sizes on a day. */
function pricesByArticle(folder: string): (pid: string, day: number) => number | null {
  const changes = new Map<string, Map<string, { day: number; price: number }[]>>();
  for (const r of readRecords(join(folder, 'dmc2018/prices.csv'))) {
    const sizes = changes.get(r.pid ?? '') ?? new Map<string, { day: number; price: number }[]>();
    changes.set(r.pid ?? '', sizes);
    const list = sizes.get(r.size ?? '') ?? [];
    list.push({ day: parseDay(r.from_date ?? ''), price: Number(r.price) });
    sizes.set(r.size ?? '', list);
  }
  return (pid, day) => {
    const current = [...(changes.get(pid)?.values() ?? [])]
      .map((list) => list.filter((change) => change.day <= day).sort((a, b) => b.day - a.day)[0]?.price)
      .filter((price) => price !== undefined);
    return current.length === 0 ? null : current.reduce((sum, price) => sum + price, 0) / current.length;
  };
}

export const REAL_PANELS = {
  frat_breakfast: fratBreakfast,
  dominicks_orange_juice: orangeJuice,
  orange_juice_by_chain: orangeJuiceByChain,
  nordic_fashion_2017: nordicFashion,
  dmc2018: dataMiningCup,
} as const;
