import type { ProjectFacts } from '@palier/analytics';

/** Fifteen columns of a listing: quantities, money, ratios, a range, forecasts that follow the decisions. */
export const FIELDS = [
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
  sum(l.stock_qty) / sum(l.stock_qty / nullif(l."stock_coverage.weeks", 0)), 100 * sum(l.stock_margin_value) / sum(l.stock_base_value), sum(l.operation_sales)`;

export const DECISION_COLUMNS = [
  'forecast.sales',
  'forecast.profit',
  'phase_forecast.sales_qty',
  'discount_pct',
];
const COLUMNS = FIELDS.map((id) => `${DECISION_COLUMNS.includes(id) ? 'd' : 'l'}."${id}"`).join(', ');
const FROM = 'FROM line l JOIN decision d ON d.line_no = l.line_no';
const FILTERED = 'l.price > 300 AND d.discount_pct >= 20';

/**
 * What is asked, and the same as one statement written by hand over the lines and the decisions. The statement answers
 * less than we do: the fifteen columns alone, without what every answer carries besides (groups: how many lines are
 * included, reviewed, chosen by hand, without goal, by origin, and the distribution of discounts; pages: the whole
 * decision of each line, its demand curve and how many lines there are).
 */
export interface Case {
  name: string;
  /** `round` of the measure, for a question that is another each time. */
  ours: (facts: ProjectFacts, round?: number) => Promise<unknown>;
  bare: string;
}

export const CASES: readonly Case[] = [
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
  {
    name: 'page of another group each time, never looked at before',
    ours: (facts, round = 0) =>
      facts.lines({
        fields: FIELDS,
        sort: 'forecast.profit',
        order: 'desc',
        filter: {
          combinator: 'and',
          rules: [{ field: 'family', operator: 'equals', value: `Famille ${8 + round}` }],
        },
      }),
    bare: `SELECT l._id, ${COLUMNS} ${FROM} WHERE l.family = 'Famille 7' ORDER BY d."forecast.profit" DESC NULLS LAST, l._id LIMIT 31`,
  },
];
