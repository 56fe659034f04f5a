import { addDays, daysBetween, formatNumber, formatShortDate } from '@palier/domain';
import type { ReactNode } from 'react';
import { roundTicks } from '../../../lib/round-ticks.ts';
import { percentText } from '../cells/discount-text.ts';
import sparklineStyles from '../cells/sparkline.module.css';
import chartStyles from './chart.module.css';
import { axisOf, CHART_WIDTH, ChartData, half, insideChart, Scale } from './chart-frame.tsx';

interface DailyChartProps {
  /** First day, YYYY-MM-DD. */
  from: string;
  units: readonly number[];
  /** Units of the days after the last one sold, in mean by phase. */
  forecast: readonly number[];
  /** Price paid each day, null when unknown. */
  prices: readonly (number | null)[];
  /** What prices are in: « € ». */
  unit: string;
  phases: readonly { date: string; label: string; discount: number | null }[];
}

const HEIGHT = 152;
const TOP = 28;
const FLOOR = HEIGHT - 22;

/** Units a day as bars, sold then forecast, the price as steps, the phases with their discounts. */
export function DailyChart({ from, units, forecast, prices, unit, phases }: DailyChartProps): ReactNode {
  const days = [...units, ...forecast];
  // A day of less than one sale is not drawn as the highest.
  const y = axisOf([...days, 1], FLOOR, TOP, true);
  const known = prices.filter((price): price is number => price !== null);
  const price = axisOf([0, ...known], FLOOR, TOP, true);
  const priceTicks = roundTicks(0, price.to, 4);
  const width = (CHART_WIDTH - 60) / Math.max(1, days.length);
  const x = (index: number): number => 28 + index * width;
  const day = (index: number): string => addDays(from, index);
  const steps = prices
    .flatMap((value, index) =>
      value === null
        ? []
        : [
            `${index === 0 || prices[index - 1] === null ? 'M' : 'L'}${half(x(index))} ${half(price.place(value))}H${half(x(index) + width)}`,
          ],
    )
    .join('');
  const marks = phases
    .map((phase) => ({ ...phase, index: daysBetween(from, phase.date) }))
    .filter(({ index }) => index >= 0 && index < days.length);
  const ticks = [...new Set([0, 1, 2, 3].map((third) => Math.floor((third * (days.length - 1)) / 3)))];
  return (
    <figure className={chartStyles.chart} data-part="chart">
      <svg
        width={CHART_WIDTH}
        height={HEIGHT}
        viewBox={`0 0 ${CHART_WIDTH} ${HEIGHT}`}
        role="img"
        aria-label="Ventes par jour et prix, puis ventes prévues"
      >
        <Scale
          axis={y}
          from={28}
          to={CHART_WIDTH - 32}
          count={4}
          whole
          text={(value) => formatNumber(value, 0)}
        />
        <text x={0} y={11} className={chartStyles.axis}>
          unités
        </text>
        {known.length > 0 && (
          <text x={CHART_WIDTH} y={11} className={chartStyles.axis} textAnchor="end">
            {unit}
          </text>
        )}
        {days.map((value, index) => (
          <rect
            key={day(index)}
            className={
              index < units.length ? chartStyles.units : `${chartStyles.units} ${chartStyles.unitsAhead}`
            }
            x={x(index)}
            y={y.place(value)}
            width={Math.max(1, width - 1)}
            height={Math.max(0, FLOOR - y.place(value))}
          />
        ))}
        {marks.map(({ label, index, discount }) => (
          <g key={label}>
            <path className={sparklineStyles.phase} d={`M${half(x(index))} 2V${FLOOR}`} />
            <text x={x(index) + 3} y={11} className={`${chartStyles.axis} strong`}>
              {label}
            </text>
            <text x={x(index) + 3} y={24} className={chartStyles.axis}>
              {discount ? `−${percentText(discount)}` : ''}
            </text>
          </g>
        ))}
        <path className={chartStyles.price} d={steps} />
        <path className={sparklineStyles.base} d={`M28 ${FLOOR + 0.5}H${CHART_WIDTH - 32}`} />
        {ticks.map((index) => (
          <text
            key={index}
            x={index === 0 ? x(index) : insideChart(x(index), formatShortDate(day(index)))}
            y={HEIGHT - 6}
            className={chartStyles.axis}
            textAnchor={index === 0 ? 'start' : 'middle'}
          >
            {formatShortDate(day(index))}
          </text>
        ))}
        {known.length > 0 &&
          priceTicks.map((tick) => (
            <text key={tick} x={CHART_WIDTH - 28} y={price.place(tick) + 4} className={chartStyles.axis}>
              {tick === 0 ? '' : formatNumber(tick, priceTicks.every(Number.isInteger) ? 0 : 2)}
            </text>
          ))}
      </svg>
      <figcaption className="tiny muted">
        Barres{'\u202f'}: unités par jour, à gauche. Trait{'\u202f'}: prix payé, à droite.
      </figcaption>
      <ChartData
        headers={['Jour', 'Unités', 'Prix']}
        rows={days.map((value, index) => [
          index < units.length ? formatShortDate(day(index)) : `${formatShortDate(day(index))}, prévu`,
          formatNumber(value),
          formatNumber(prices[index], 2),
        ])}
      />
    </figure>
  );
}
