import {
  CONTROL_MEASURES,
  type ControlGap,
  type ControlMeasure,
  type ControlTotal,
  isGap,
} from '@palier/domain';
import type { Session } from '../database/session.ts';
import { quoteText } from '../database/sql.ts';
import { countedStock } from './counted.ts';

interface Found {
  index: number;
  place_name: string | null;
  code: string | null;
  revenue: number;
  /** Of that revenue, when it is not the organisation's. */
  currency: string | null;
  quantity: number;
  stock: number;
}

const orNull = (text: string | null): string => (text === null ? 'NULL::VARCHAR' : quoteText(text));

/** What the version says of each total's month and place: a place is named by its code or its name. */
function foundSql(prefix: string, totals: readonly ControlTotal[]): string {
  const rows = totals.map(({ month, place }, index) => `(${index}, ${quoteText(month)}, ${orNull(place)})`);
  const months = `(SELECT DISTINCT month FROM control)`;
  const inPlace = (column: string): string => `(c.place IS NULL OR ${column} = c.code)`;
  return `WITH control(index, month, place) AS (VALUES ${rows.join(', ')}),
    named AS (SELECT c.*, p.name, coalesce(p.code, c.place) AS code FROM control c
      LEFT JOIN "${prefix}place" p ON p.code = c.place OR lower(p.name) = lower(c.place)
      QUALIFY row_number() OVER (PARTITION BY c.index ORDER BY p.code = c.place DESC NULLS LAST) = 1),
    amounts AS (SELECT strftime(date, '%Y-%m') AS month, location_code AS place, amount, quantity, coalesce(currency, own.code) AS currency, own.code AS own
      FROM "${prefix}sale_any", "${prefix}own_currency" own WHERE strftime(date, '%Y-%m') IN ${months}),
    sales AS (SELECT month, place, sum(amount) FILTER (currency = own) AS revenue, sum(quantity) AS quantity,
      CASE WHEN count(DISTINCT currency) = 1 AND min(currency) <> min(own) THEN min(currency) END AS only_currency, sum(amount) AS only_revenue
      FROM amounts GROUP BY ALL),
    held AS (SELECT strftime(s.date, '%Y-%m') AS month, s.inventory_code AS place, sum(${countedStock('s.quantity')}) AS stock
      FROM "${prefix}stock" s JOIN (SELECT inventory_code, max(date) AS date FROM "${prefix}stock"
        WHERE strftime(date, '%Y-%m') IN ${months} GROUP BY inventory_code, strftime(date, '%Y-%m')) l
      ON s.date = l.date AND s.inventory_code IS NOT DISTINCT FROM l.inventory_code GROUP BY ALL)
    SELECT c.index, coalesce(c.name, c.place) AS place_name, c.code,
      (SELECT s.only_currency FROM sales s WHERE s.month = c.month AND s.place = c.code) AS currency,
      coalesce((SELECT s.only_revenue FROM sales s WHERE s.month = c.month AND s.place = c.code AND s.only_currency IS NOT NULL),
        (SELECT sum(s.revenue) FROM sales s WHERE s.month = c.month AND ${inPlace('s.place')}), 0)::DOUBLE AS revenue,
      coalesce((SELECT sum(s.quantity) FROM sales s WHERE s.month = c.month AND ${inPlace('s.place')}), 0)::DOUBLE AS quantity,
      coalesce((SELECT sum(h.stock) FROM held h WHERE h.month = c.month AND ${inPlace('h.place')}), 0)::DOUBLE AS stock
    FROM named c ORDER BY c.index`;
}

/** A gap with the code of its place, to look for what explains it. */
export type FoundGap = ControlGap & { code: string | null };

/**
 * The till's totals that a version (views `<prefix>*`) does not have, beyond the tolerance. The revenue of a
 * place that sells in one other currency is in it, that of all places in the organisation's. A stock is that of each
 * place's last day of the month.
 */
export async function readControlGaps(
  session: Session,
  prefix: string,
  totals: readonly ControlTotal[],
  tolerance: number,
): Promise<FoundGap[]> {
  if (totals.length === 0) return [];
  const rows = await session.rows<Found>(foundSql(prefix, totals));
  return rows.flatMap(({ index, place_name, code, currency, ...found }) => {
    const total = totals[index];
    if (!total) return [];
    const { month, place } = total;
    return CONTROL_MEASURES.flatMap((measure: ControlMeasure): FoundGap[] => {
      const expected = total[measure];
      if (expected === null || !isGap(expected, found[measure], tolerance)) return [];
      const own = measure === 'revenue' && currency !== null ? { currency } : {};
      return [
        { month, place, place_name, code, measure, expected, found: found[measure], causes: [], ...own },
      ];
    });
  });
}
