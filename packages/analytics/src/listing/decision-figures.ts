import {
  afterLeftoversSql,
  announceableSql,
  announcedSql,
  announcementSql,
  belowCostSql,
  budgetSql,
  forecastFamilySql,
  markedDownSql,
  priceRiseSql,
  ratioSql,
  type SoldAt,
} from '../formulas.ts';
import { finalColumn } from '../snapshot/actuals.ts';
import type { SnapshotManifest } from '../snapshot/types.ts';
import { laterAtOf, laterPctOf, laterPhases, laterQtyOf } from './later-phases.ts';

/**
 * SQL of the discount that a line stands at in the worked phase. Without one, or left out of the markdown, it stays at
 * its previous one. The line's decision has the table or alias `of`.
 */
export const workedPct = (of: string): string =>
  `CASE WHEN ${of}.included THEN coalesce(${of}.discount_pct, ${of}.previous_discount_pct, 0) ELSE coalesce(${of}.previous_discount_pct, 0) END`;

/**
 * SQL of whether a line takes part in a phase: in a validated one as it did when the phase was validated, whatever was
 * included or left out since; in one that is not, as it does now. The line's decision has the table or alias `of`.
 *
 * @param validated how many phases are validated
 */
export const takesPartSql = (of: string, phase: string, validated: number): string =>
  `CASE WHEN ${phase} < ${validated} THEN NOT list_contains(string_split(${of}.left_out_phases, ','), ${phase}::VARCHAR) ELSE ${of}.included END`;

/** SQL of the levels as a list. */
export const levelList = (levels: readonly number[]): string =>
  `[${levels.map((level) => `${level}::DOUBLE`).join(', ')}]`;

/** Units forecast to sell between the data date and the worked phase: gone from the stock, part of the season's. */
const UPCOMING = 'coalesce(l.upcoming_sales_qty, 0)';

/** A family of forecasts of the line `l` from the worked phase on. */
function family(prefix: string, parts: readonly SoldAt[]): [string, string][] {
  return forecastFamilySql(prefix, {
    parts,
    prices: 'l',
    sold_before: `coalesce(l.season_sales_qty, 0) + ${UPCOMING}`,
    stock: `(l.stock_qty - ${UPCOMING})`,
  });
}

/** Whether the prices of a snapshot may stand at other rates than the levels. */
export const hasEndings = ({
  price_endings = [],
  own_rates = false,
}: Pick<SnapshotManifest, 'price_endings' | 'own_rates'>): boolean => price_endings.length > 0 || own_rates;

/** The rate that a line's price stands at: `rateAt` of the domain, at the place of its discount among the levels. */
const rateAt = (hasEndings: boolean, pct: string, place: string): string =>
  hasEndings ? `coalesce(l.level_rates[${place}], ${pct})` : pct;

/** The same of any discount, over the facts `l` of an open project. */
export function rateSql(
  {
    manifest,
    levels,
  }: { manifest: Pick<SnapshotManifest, 'price_endings' | 'own_rates'>; levels: readonly number[] },
  pct: string,
): string {
  return rateAt(hasEndings(manifest), pct, `list_position(${levelList(levels)}, ${pct})`);
}

const workedRate = (hasEndings: boolean): string => rateAt(hasEndings, 'q.worked_pct', 'q.worked_at');

/**
 * What a line is forecast to do; `hasEndings`: whether its prices may stand at other rates than the levels;
 * `pathPhases`: phases that its curve tells apart.
 */
export function forecastsAt(hasEndings: boolean, pathPhases: number): readonly [string, string][] {
  const worked: SoldAt = { qty: 'q.qty', pct: workedRate(hasEndings) };
  const later = laterPhases(pathPhases).map(
    (phase): SoldAt => ({
      qty: `q.${laterQtyOf(phase)}`,
      pct: rateAt(hasEndings, `q.${laterPctOf(phase)}`, `q.${laterAtOf(phase)}`),
    }),
  );
  const all = [worked, ...later];
  const budget = ({ pct, qty }: SoldAt): string => budgetSql('l.price', pct, qty);
  return [
    ...family('phase_forecast.', [worked]),
    ...family('forecast.', all),
    ['phase_forecast.undiscounted_sales_qty', 'q.undiscounted'],
    ['phase_forecast.sales_qty_p10', 'q.p10'],
    ['phase_forecast.sales_qty_p90', 'q.p90'],
    ['below_cost', belowCostSql('l.base_price', 'l.cost', all)],
    ['sales_boost', ratioSql('q.qty', 'q.undiscounted')],
    ['discount_budget', budget(worked)],
    ['forecast.discount_budget', all.map(budget).join(' + ')],
  ];
}

/** The columns that follow from ρ; the margin is the domain's `profitAfterLeftovers`. */
export function leftovers(residualValue: string, forecasts: readonly [string, string][]): [string, string][] {
  const at = (column: string): string => forecasts.find(([name]) => name === column)?.[1] ?? 'NULL';
  return [
    ['residual_value', residualValue],
    [
      'forecast.profit_after_leftovers',
      afterLeftoversSql(at('forecast.profit'), residualValue, 'l.cost', at('forecast.stock')),
    ],
  ];
}

/** The phase of the prior price, counted from 1: the first phase that marked the line down, else the worked one. Discounts are a text, joined by commas. */
function chainSql(workingPhase: number | null): string {
  const worked = workingPhase ?? 'len(l.prior_prices) - 1';
  return `(CASE WHEN regexp_matches(q.previous_discount_pcts, '[1-9]')
    THEN len(regexp_extract(q.previous_discount_pcts || ',', '^(0,)*')) // 2 ELSE ${worked} END + 1)`;
}

/** Whether the phase gives the line `q` a price: the domain's `standingDiscount`. */
const HAS_PRICE = '((q.included AND q.discount_pct IS NOT NULL) OR coalesce(q.previous_discount_pct, 0) > 0)';

/** At the list price that was signed, no discount that is not smaller makes a dearer label: see `endedPrice`. */
const NO_DEARER =
  'coalesce(round(100 * l.signed_list_price) = round(100 * l.price) AND q.worked_pct >= q.previous_discount_pct, false)';

/** By how much the label goes above the one signed before, or that of a variant which is sold at another price. */
function riseSql(label: string): string {
  const own = `CASE WHEN NOT ${NO_DEARER} THEN ${priceRiseSql(label, 'l.signed_price')} END`;
  return `CASE WHEN ${HAS_PRICE} THEN greatest(${own}, l.variant_rises[q.worked_at]) END`;
}

/** The price that the label bears at the worked discount, and what the law says of its announcement. */
export function announcements(workingPhase: number | null, hasEndings: boolean): [string, string][] {
  const of = (list: string): string => `l.${list}[${chainSql(workingPhase)}]`;
  const label = markedDownSql('l.price', workedRate(hasEndings));
  const expected = hasEndings ? announceableSql('q.worked_pct', workedRate(true)) : 'q.worked_pct';
  return [
    ['label_price', label],
    ['real_discount_pct', workedRate(hasEndings)],
    ['signed_price', 'l.signed_price'],
    ['price_rise', riseSql(label)],
    ['prior_price', of('prior_prices')],
    ['prior_price_state', of('prior_price_states')],
    ['prior_price_date', of('prior_price_dates')],
    ['announced_pct', announcedSql(label, of('prior_prices'))],
    ['announcement', announcementSql(label, expected, of('prior_prices'))],
  ];
}

/** Forecasts of a project whose decisions are closed: what was sold and what is left to sell; see `finalMetrics`. */
export function finalOf([name, sql]: [string, string]): [string, string] {
  if (name === 'below_cost') return [name, sql];
  const known = name === 'discount_budget' || /^(phase_)?forecast\./.test(name);
  const own = known && !/undiscounted|_p[19]0$/.test(name);
  return [name, own ? `l.${finalColumn(name)}` : 'NULL::DOUBLE'];
}
