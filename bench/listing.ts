import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { openFactStore, type ProjectFacts } from '@palier/analytics';
import { type BenchLine, type BenchOptions, benchLine, interleaved } from './bench.ts';
import { makeDecisions, makeSnapshot } from './listing/data.ts';
import { openPostgres, type PostgresCopy } from './listing/postgres.ts';

const RUNS = 15;

/** Fifteen columns of a listing: quantities, money, ratios, a range, forecasts that follow the decisions. */
const FIELDS = [
  'stock_qty',
  'sales_qty_last_7_days',
  'sales_last_7_days',
  'sales_discount_pct_last_30_days',
  'season_sell_through_pct',
  'stock_retail_value',
  'price',
  'forecast.sales',
  'forecast.profit',
  'phase_forecast.sales_qty',
  'discount_pct',
  'weekly_sales_qty_last_7_days',
  'stock_coverage.weeks',
  'margin_pct',
  'operation_sales',
] as const;

const SUMS = `count(*) AS n, sum(l.stock_qty), sum(l.sales_qty_last_7_days), sum(l.sales_last_7_days),
  100 * (1 - sum(l.sales_last_30_days) / sum(l.list_sales_last_30_days)), 100 * sum(l.season_sales_qty) / sum(l.season_available_qty),
  sum(l.stock_retail_value), min(l.price), max(l.price), sum(d."forecast.sales"), sum(d."forecast.profit"), sum(d."phase_forecast.sales_qty"),
  sum(d.discount_pct * l.stock_qty) / sum(CASE WHEN d.discount_pct IS NOT NULL THEN l.stock_qty END), sum(l.weekly_sales_qty_last_7_days),
  sum(l."stock_coverage.weeks" * l.stock_qty) / sum(l.stock_qty), 100 * sum(l.stock_margin_value) / sum(l.stock_base_value), sum(l.operation_sales)`;

const DECISION_COLUMNS = ['forecast.sales', 'forecast.profit', 'phase_forecast.sales_qty', 'discount_pct'];
const COLUMNS = FIELDS.map((id) => `${DECISION_COLUMNS.includes(id) ? 'd' : 'l'}."${id}"`).join(', ');
const FROM = 'FROM line l JOIN decision d ON d.line_no = l.line_no';
const FILTERED = 'l.price > 300 AND d.discount_pct >= 20';

type Case = { name: string; ours: (facts: ProjectFacts) => Promise<unknown>; bare: string };

const CASES: readonly Case[] = [
  {
    name: 'groups by family, sorted',
    ours: (facts) => facts.groups({ by: ['family'], fields: FIELDS, sort: 'stock_qty', order: 'desc' }),
    bare: `SELECT family, ${SUMS} ${FROM} GROUP BY family ORDER BY sum(l.stock_qty) DESC LIMIT 31`,
  },
  {
    name: 'groups by brand, filtered',
    ours: (facts) =>
      facts.groups({
        by: ['brand'],
        fields: FIELDS,
        filter: {
          combinator: 'and',
          rules: [
            { field: 'price', operator: 'gt', value: 300 },
            { field: 'discount_pct', operator: 'gte', value: 20 },
          ],
        },
      }),
    bare: `SELECT brand, ${SUMS} ${FROM} WHERE ${FILTERED} GROUP BY brand ORDER BY brand LIMIT 31`,
  },
  {
    name: 'first page, sorted by sales',
    ours: (facts) => facts.lines({ fields: FIELDS, sort: 'sales_last_7_days', order: 'desc' }),
    bare: `SELECT l._id, ${COLUMNS} ${FROM} ORDER BY l.sales_last_7_days DESC NULLS LAST, l._id LIMIT 31`,
  },
  {
    name: 'page of a group, sorted by forecast',
    ours: (facts) =>
      facts.lines({
        fields: FIELDS,
        sort: 'forecast.profit',
        order: 'desc',
        filter: { combinator: 'and', rules: [{ field: 'family', operator: 'equals', value: 'Famille 7' }] },
      }),
    bare: `SELECT l._id, ${COLUMNS} ${FROM} WHERE l.family = 'Famille 7' ORDER BY d."forecast.profit" DESC NULLS LAST, l._id LIMIT 31`,
  },
];

/** The same facts and decisions in a DuckDB of its own, asked by hand-written queries. */
const openBare = async (folder: string, facts: ProjectFacts): Promise<DuckDBConnection> => {
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '800MB' });
  const session = await instance.connect();
  await session.run(`ATTACH '${join(folder, 'facts.duckdb')}' AS facts (READ_ONLY)`);
  await session.run('CREATE VIEW line AS FROM facts.line');
  await session.run(
    'CREATE TABLE decision (line_no INTEGER, discount_pct DOUBLE, "forecast.sales" DOUBLE, "forecast.profit" DOUBLE, "phase_forecast.sales_qty" DOUBLE)',
  );
  const appender = await session.createAppender('decision');
  let line = 0;
  for await (const batch of facts.rows({
    fields: ['forecast.sales', 'forecast.profit', 'phase_forecast.sales_qty'],
  }))
    for (const row of batch) {
      const forecast = row.forecast as { sales: number; profit: number };
      const values = [
        row.discount_pct,
        forecast.sales,
        forecast.profit,
        (row.phase_forecast as { sales_qty: number }).sales_qty,
      ];
      appender.appendInteger(line++);
      for (const value of values) {
        if (typeof value === 'number') appender.appendDouble(value);
        else appender.appendNull();
      }
      appender.endRow();
    }
  appender.closeSync();
  return session;
};

const measureSize = async (products: number, postgres: boolean): Promise<BenchLine[]> => {
  const temp = await mkdtemp(join(tmpdir(), 'palier-bench-'));
  const snapshot = await makeSnapshot(products);
  const store = await openFactStore({ temp_folder: temp });
  const facts = await store.openProject({ project_id: 'bench', folder: snapshot.folder });
  await facts.applyDecisions(makeDecisions(products));
  const bare = await openBare(snapshot.folder, facts);
  const copy: PostgresCopy | null = postgres
    ? await openPostgres(bare, temp, FIELDS, DECISION_COLUMNS)
    : null;
  const label = `${products.toLocaleString('en')} products`;
  const lines: BenchLine[] = [];
  for (const { name, ours, bare: text } of CASES) {
    const times = await interleaved(
      RUNS,
      () => ours(facts),
      async () => (await bare.runAndReadAll(text)).getRowObjectsJS(),
    );
    lines.push(
      benchLine(
        'listing',
        `${name}, ${label}: DuckDB alone`,
        times.subject,
        times.reference,
        'ms',
        products === 100_000 ? 1.5 : null,
      ),
    );
    if (!copy) continue;
    const against = await interleaved(
      7,
      () => ours(facts),
      () => copy.query(text),
    );
    lines.push(
      benchLine('listing', `${name}, ${label}: PostgreSQL`, against.subject, against.reference, 'ms', 1 / 3),
    );
  }
  lines.push(...(await otherCases(facts, label)));
  await copy?.close();
  bare.closeSync();
  await facts.close();
  await store.close();
  await snapshot.discard();
  await rm(temp, { recursive: true, force: true });
  return lines;
};

/** Times against a fixed budget: the reference is the budget itself. */
const otherCases = async (facts: ProjectFacts, label: string): Promise<BenchLine[]> => {
  const timed = async (name: string, budget: number, action: () => Promise<unknown>): Promise<BenchLine> => {
    const { subject } = await interleaved(7, action, async () => undefined);
    return benchLine('listing', `${name}, ${label}: budget`, subject, budget, 'ms', 1);
  };
  return [
    await timed('a keystroke in the search', 50, () => facts.lines({ fields: FIELDS, q: 'robe 42' })),
    await timed('open-all of 60 groups, 30 lines each', 1000, () =>
      facts.groupPages({ by: ['family'], fields: FIELDS }),
    ),
    await timed('20 groupings at once', 2000, () =>
      Promise.all(Array.from({ length: 20 }, () => facts.groups({ by: ['family'], fields: FIELDS }))),
    ),
    benchLine(
      'listing',
      `memory of the process, ${label}: budget`,
      process.memoryUsage().rss / 1e6,
      1500,
      'MB',
      1,
    ),
  ];
};

/** Pages and groups against the bare DuckDB query and against PostgreSQL, from 1,000 products to `products`. */
export const run = async (options: BenchOptions): Promise<BenchLine[]> => {
  const largest = options.products ?? 100_000;
  const sizes = [...new Set([1000, 10_000, 100_000, largest].filter((size) => size <= largest))];
  const lines: BenchLine[] = [];
  for (const size of sizes) lines.push(...(await measureSize(size, size === 100_000)));
  return lines;
};
