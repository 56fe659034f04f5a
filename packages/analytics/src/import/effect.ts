import type { PriceListEffect, SignedEffect } from '@palier/domain';
import type { Session } from '../database/session.ts';
import { countedStock } from '../warehouse/counted.ts';

/** A figure in the version in place and in the new one. */
type BeforeAfter = [before: number, after: number];

/** Figures of a month in a place, its revenue in the place's currency, those of several places in the organisation's; stock: the one that counts, of each place's last day in the month. */
export interface EffectCell {
  revenue: BeforeAfter;
  quantity: BeforeAfter;
  stock: BeforeAfter;
}

/** What a new version changes, by month and place. */
export interface ImportEffect {
  /** The lists whose prices change, the usual one first. */
  prices: PriceListEffect[];
  /** Added by who knows what was signed; left out: nothing of it changes. */
  signed?: SignedEffect;
  /** The places with the most revenue, in this order; null: rows without a place. */
  places: { code: string | null; name: string; currency: string | null }[];
  /** How many more places there are. */
  other_count: number;
  /**
   * The latest months first. `month`: YYYY-MM, null for all earlier ones together. `cells`: one for each of `places`,
   * then one for the others when there are some, then the total.
   */
  months: { month: string | null; cells: EffectCell[] }[];
}

const SHOWN_PLACES = 5;
const SHOWN_MONTHS = 12;

interface Row {
  month: string | null;
  /** Rank of the place; SHOWN_PLACES + 1 for the others together. */
  rank: number;
  place: string | null;
  name: string;
  /** When it is not the organisation's. */
  currency: string | null;
  o0: number;
  o1: number;
  r0: number;
  r1: number;
  q0: number;
  q1: number;
  s0: number;
  s1: number;
}

const OWN = '(SELECT code FROM new_own_currency)';

/** The currency that each place sells most in. */
const MAIN = `SELECT place, arg_max(currency, rows) AS currency FROM (
    SELECT location_code AS place, coalesce(currency, ${OWN}) AS currency, count(*) AS rows
    FROM (FROM prev_sale_any UNION ALL BY NAME FROM new_sale_any) GROUP BY ALL) GROUP BY place`;

function salesOf(prefix: string, side: 0 | 1): string {
  return `SELECT date_trunc('month', s.date) AS month, s.location_code AS place, sum(s.amount) FILTER (coalesce(s.currency, ${OWN}) = ${OWN}) AS o${side},
    sum(s.amount) FILTER (coalesce(s.currency, ${OWN}) = m.currency) AS r${side}, sum(s.quantity) AS q${side}
    FROM "${prefix}sale_any" s JOIN main m ON m.place IS NOT DISTINCT FROM s.location_code GROUP BY ALL`;
}

/** The stock that counts on each place's last day of each month. */
function stockOf(prefix: string, side: 0 | 1): string {
  return `SELECT date_trunc('month', s.date) AS month, s.inventory_code AS place, sum(${countedStock('s.quantity')}) AS s${side}
    FROM "${prefix}stock" s JOIN (SELECT inventory_code, max(date) AS date FROM "${prefix}stock" GROUP BY inventory_code, date_trunc('month', date)) l
    ON s.date = l.date AND s.inventory_code IS NOT DISTINCT FROM l.inventory_code GROUP BY ALL`;
}

const SUMS = ['o0', 'o1', 'r0', 'r1', 'q0', 'q1', 's0', 's1'] as const;

const summed = (): string =>
  SUMS.map((name) => `round(coalesce(sum(${name}), 0)::DOUBLE, 2) AS ${name}`).join(', ');

function effectSql(): string {
  return `WITH main AS (${MAIN}),
    every AS (SELECT NULL::DOUBLE AS o0, NULL::DOUBLE AS o1, NULL::DOUBLE AS r0, NULL::DOUBLE AS r1, NULL::DOUBLE AS q0, NULL::DOUBLE AS q1, NULL::DOUBLE AS s0, NULL::DOUBLE AS s1 WHERE false
      UNION ALL BY NAME ${salesOf('prev_', 0)} UNION ALL BY NAME ${salesOf('new_', 1)}
      UNION ALL BY NAME ${stockOf('prev_', 0)} UNION ALL BY NAME ${stockOf('new_', 1)}),
    cell AS (SELECT month, place, ${summed()} FROM every GROUP BY ALL),
    ranked AS (SELECT place, row_number() OVER (ORDER BY sum(r1) DESC, sum(s1) DESC, place) AS rank FROM cell GROUP BY place),
    recent AS (SELECT DISTINCT month FROM cell ORDER BY month DESC LIMIT ${SHOWN_MONTHS})
    SELECT CASE WHEN c.month IN (FROM recent) THEN strftime(c.month, '%Y-%m') END AS month,
      least(r.rank, ${SHOWN_PLACES + 1})::INTEGER AS rank,
      any_value(CASE WHEN r.rank <= ${SHOWN_PLACES} THEN c.place END) AS place,
      any_value(coalesce(p.name, c.place, 'sans lieu')) AS name, any_value(nullif(m.currency, ${OWN})) AS currency, ${summed()}
    FROM cell c JOIN ranked r ON r.place IS NOT DISTINCT FROM c.place LEFT JOIN new_place p ON p.code = c.place
      LEFT JOIN main m ON m.place IS NOT DISTINCT FROM c.place
    GROUP BY 1, 2 ORDER BY month DESC NULLS LAST, rank`;
}

function cellOf(rows: readonly Row[], together: boolean): EffectCell {
  const sum = (name: (typeof SUMS)[number]): number => rows.reduce((total, row) => total + row[name], 0);
  return {
    revenue: together ? [sum('o0'), sum('o1')] : [sum('r0'), sum('r1')],
    quantity: [sum('q0'), sum('q1')],
    stock: [sum('s0'), sum('s1')],
  };
}

async function countPlaces(session: Session): Promise<number> {
  const [row] = await session.rows<{ count: number }>(`SELECT count(*)::INTEGER AS count FROM (
    SELECT location_code FROM prev_sale UNION SELECT location_code FROM new_sale
    UNION SELECT inventory_code FROM prev_stock UNION SELECT inventory_code FROM new_stock)`);
  return row?.count ?? 0;
}

/**
 * Revenue, units and stock by month and place, before (views `prev_*`) and after (views `new_*`). Stocks of several
 * months are no sum: the earlier months together have none.
 */
export async function readEffect(session: Session): Promise<Omit<ImportEffect, 'prices'>> {
  const rows = await session.rows<Row>(effectSql());
  const ranks = [...new Set(rows.map(({ rank }) => rank))].sort((left, right) => left - right);
  const places = ranks
    .filter((rank) => rank <= SHOWN_PLACES)
    .flatMap((rank) => rows.find((row) => row.rank === rank) ?? [])
    .map(({ place, name, currency }) => ({ code: place, name, currency }));
  const months = [...new Set(rows.map(({ month }) => month))].map((month) => {
    const own = rows.filter((row) => row.month === month);
    const cells = ranks.map((rank) =>
      cellOf(
        own.filter((row) => row.rank === rank),
        rank > SHOWN_PLACES,
      ),
    );
    const row = { month, cells: [...cells, cellOf(own, true)] };
    if (month === null) for (const cell of row.cells) cell.stock = [0, 0];
    return row;
  });
  return { places, other_count: Math.max(0, (await countPlaces(session)) - places.length), months };
}
