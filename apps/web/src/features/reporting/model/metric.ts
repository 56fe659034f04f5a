import {
  currencySymbol,
  formatCompactMoney,
  formatDelta,
  formatMoney,
  formatNumber,
  formatPercent,
  isShown,
  MISSING,
  NARROW_SPACE,
  SERIE_METRICS,
  type SerieMetric,
} from '@palier/domain';

type Figure = number | null | undefined;

/** The currencies of the projects compared; null where they differ: amounts are then not added. */
export interface Currencies {
  catalog: string | null;
  accounting: string | null;
}

/** The metrics in the order of the chooser; without those of costs for who may not see them. */
export function metricsFor(seesCosts: boolean): SerieMetric[] {
  return SERIE_METRICS.filter(({ needs }) => seesCosts || !needs);
}

/** How a metric's figures are written in a column or an axis: unit said once, in the heading. */
export interface MetricScale {
  /** « k€ », « % », or nothing. */
  unit: string;
  divisor: number;
  digits: number;
}

/** The unit that suits the largest figure of a column. */
export function scaleOf(metric: SerieMetric, largest: number, currencies: Currencies): MetricScale {
  if (metric.type === 'percent') return { unit: '%', divisor: 1, digits: 1 };
  if (metric.type !== 'money') return { unit: '', divisor: 1, digits: 0 };
  const code = currencyOf(metric, currencies);
  const symbol = code ? currencySymbol(code) : '';
  if (largest >= 100_000_000) return { unit: `M${symbol}`, divisor: 1e6, digits: 1 };
  if (largest >= 10_000) return { unit: `k${symbol}`, divisor: 1000, digits: 1 };
  return { unit: symbol, divisor: 1, digits: 0 };
}

function currencyOf(metric: SerieMetric, { catalog, accounting }: Currencies): string | null {
  return metric.currency === 'accounting' ? accounting : catalog;
}

/** A figure in its column: « 926,4 », one decimal throughout so that commas stand one under the other. */
export function cellText(value: Figure, { divisor, digits }: MetricScale): string {
  if (!isShown(value)) return MISSING;
  const text = formatNumber(value / divisor, digits);
  return digits > 0 ? withDecimal(text) : text;
}

/** A figure alone, with its unit: « 926,4 k€ », « 24 250 », « 39,8 % ». */
export function wholeText(value: Figure, metric: SerieMetric, currencies: Currencies): string {
  if (!isShown(value)) return MISSING;
  if (metric.type === 'percent') return formatPercent(value);
  if (metric.type === 'money') return formatCompactMoney(value, currencyOf(metric, currencies) ?? '');
  return formatNumber(value, 0);
}

/** The same to its last digit, for what a figure shows under the pointer. */
export function exactText(value: Figure, metric: SerieMetric, currencies: Currencies): string {
  if (metric.type === 'percent') return formatPercent(value, 2);
  const currency = currencyOf(metric, currencies);
  return metric.type === 'money' && currency ? formatMoney(value, currency) : formatNumber(value, 2);
}

/** « +9,9 % », « +1,9 pt »: always with a decimal, so that gaps stand comma under comma. */
export function gapText(gap: number | null, metric: SerieMetric): string {
  if (!isShown(gap)) return MISSING;
  const unit = metric.type === 'percent' ? (Math.abs(gap) >= 1.95 ? 'pts' : 'pt') : '%';
  return `${withDecimal(formatDelta(gap, 1))}${NARROW_SPACE}${unit}`;
}

const withDecimal = (text: string): string => (text.includes(',') ? text : `${text},0`);

/** Half of the last digit that a gap is written with. */
const LEAST_GAP = 0.05;

/** How a gap is coloured: green and orange only where more is better, and where a difference is to be read. */
export function gapTone(gap: number | null, metric: SerieMetric): 'good' | 'attention' | 'muted' {
  if (!isShown(gap) || Math.abs(gap) < LEAST_GAP || !metric.is_gain) return 'muted';
  return gap > 0 ? 'good' : 'attention';
}
