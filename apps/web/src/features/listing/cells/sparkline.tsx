import { formatNumber, formatQuantity, readField } from '@palier/domain';
import { memo, type ReactNode } from 'react';
import { Skeleton } from '../../../ui/marks.tsx';
import type { Figures } from '../rows/row.ts';
import shared from '../shared.module.css';
import type { CellContext } from './context.ts';
import { type ForecastSpan, forecastSpans } from './forecast-lengths.ts';
import styles from './sparkline.module.css';

const DAY = 24 * 3600 * 1000;

function half(value: number): number {
  return Math.round(value * 2) / 2;
}

/** The path of a line through values from 0 to `highest`, coordinates to the half pixel. */
export function sparkPath(
  values: readonly number[],
  width: number,
  height: number,
  highest = Math.max(1, ...values),
  top = 3,
): string {
  const step = values.length > 1 ? width / (values.length - 1) : width;
  let path = '';
  for (let index = 0; index < values.length; index += 1) {
    const y = height - ((values[index] as number) / highest) * (height - top);
    path += `${index === 0 ? 'M' : 'L'}${half(index * step)} ${half(y)}`;
  }
  return path;
}

/** Running totals. */
export function cumulate(values: readonly number[], from = 0): number[] {
  let sum = from;
  return values.map((value) => {
    sum += value;
    return sum;
  });
}

/** The forecast day by day. */
export function forecastDays(spans: readonly ForecastSpan[]): number[] {
  return spans.flatMap(({ days, per_day }) => Array.from({ length: days }, () => per_day));
}

function isHistory(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'number');
}

interface SparkProps {
  values: readonly number[];
  /** What is forecast after the last value, day by day. */
  forecast: readonly number[];
  /** Place of each phase's first day, in days from the first value. */
  phases: readonly number[];
  height: number;
  /** The values are running totals. */
  cumulative: boolean;
  label: string;
}

const WIDTH = 144;

/** The forecast is a dashed line on a tint, so that colour alone distinguishes neither. */
const Spark = memo(
  function Spark({ values, forecast, phases, height, cumulative, label }: SparkProps): ReactNode {
    const floor = height - 2;
    const days = values.length - 1 + forecast.length;
    const x = (day: number): number => half((day / Math.max(1, days)) * WIDTH);
    const today = x(values.length - 1);
    const highest = Math.max(1, ...values, ...forecast);
    // A day's sales jump and what follows is a mean: only running totals go on from the last day.
    const joined = cumulative && forecast.length > 0;
    const ahead = joined ? [values.at(-1) ?? 0, ...forecast] : forecast;
    const start = joined ? today : x(values.length);
    return (
      <svg
        className={styles.sparkline}
        data-part="sparkline"
        width={WIDTH}
        height={height}
        viewBox={`0 0 ${WIDTH} ${height}`}
        role="img"
        aria-label={label}
      >
        <title>{label}</title>
        {forecast.length > 0 ? (
          <rect className={styles.ahead} x={today} y={1} width={WIDTH - today} height={floor - 1} />
        ) : null}
        {phases
          .filter((day) => day > 0 && day <= days)
          .map((day) => (
            <path key={day} className={styles.phase} d={`M${x(day)} 2V${floor}`} />
          ))}
        <path className={styles.line} data-part="history" d={sparkPath(values, today, floor - 1, highest)} />
        {ahead.length > 0 ? (
          <path
            className={styles.forecast}
            data-part="forecast"
            transform={`translate(${start} 0)`}
            d={sparkPath(ahead, WIDTH - start, floor - 1, highest)}
          />
        ) : null}
        <path className={styles.base} d={`M0 ${floor + 0.5}H${WIDTH}`} />
      </svg>
    );
  },
  (before, after) => sameSpark(before, after),
);

/** Lists made anew at each drawing are compared by their figures: an unchanged line keeps its path. */
function sameSpark(before: SparkProps, after: SparkProps): boolean {
  const same = (left: readonly number[], right: readonly number[]): boolean =>
    left === right || (left.length === right.length && left.every((value, index) => value === right[index]));
  return (
    before.height === after.height &&
    before.label === after.label &&
    same(before.values, after.values) &&
    same(before.forecast, after.forecast) &&
    same(before.phases, after.phases)
  );
}

/** First days of the phases, in days from the first day of the history. */
function phaseDays(context: CellContext, historyDays: number): number[] {
  const last = context.data_date ? Date.parse(context.data_date) : Number.NaN;
  return context.phase_starts
    .map((start) => historyDays - 1 + Math.round((Date.parse(start) - last) / DAY))
    .filter(Number.isFinite);
}

function sparkLabel(days: number, forecast: readonly number[], cumulative: boolean): string {
  const history = cumulative ? `Ventes cumulées, ${days} jours` : `Ventes par jour, ${days} jours`;
  if (forecast.length === 0) return history;
  const units = forecast.reduce((sum, value) => sum + value, 0);
  return `${history} ; prévu ensuite\u202f: ${formatQuantity(units)} en ${forecast.length} jours, ${formatNumber(units / forecast.length)} par jour`;
}

/** Daily sales of a row, the beginnings of the phases and the forecast after today; a grey block while they come. */
export function SparklineCell({
  row,
  context,
  height,
  cumulative = false,
}: {
  row: Figures;
  context: CellContext;
  height: number;
  cumulative?: boolean;
}): ReactNode {
  const history = readField(row, 'daily_sales_qty_history');
  if (history === undefined) return <Skeleton width={WIDTH} height={height} />;
  if (!isHistory(history) || history.length === 0) return <span className={shared.note}>-</span>;
  // Sales far ahead would leave no room for those that were: as many days as the history at most.
  const forecast = forecastDays(forecastSpans(row, context.lengths)).slice(0, history.length);
  const values = cumulative ? cumulate(history) : history;
  return (
    <Spark
      values={values}
      forecast={cumulative ? cumulate(forecast, values.at(-1) ?? 0) : forecast}
      phases={phaseDays(context, history.length)}
      height={height}
      cumulative={cumulative}
      label={sparkLabel(history.length, forecast, cumulative)}
    />
  );
}
