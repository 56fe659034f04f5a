import { formatNumber, formatShortDate } from '@palier/domain';
import type { ReactNode } from 'react';
import { axisOf, CHART_WIDTH, half } from './chart-frame.tsx';

/** Units a day as bars, the price as steps, the phases as dotted lines. */
export function DailyChart({
  from,
  units,
  prices,
  phases,
}: {
  from: string;
  units: readonly number[];
  /** Price paid each day, null when unknown. */
  prices: readonly (number | null)[];
  phases: readonly { date: string; label: string }[];
}): ReactNode {
  const height = 140;
  const floor = height - 22;
  const y = axisOf(units, floor, 14, true);
  const known = prices.filter((price): price is number => price !== null);
  const price = axisOf([0, ...known], floor, 14, true);
  const width = (CHART_WIDTH - 60) / Math.max(1, units.length);
  const x = (index: number): number => 28 + index * width;
  const start = Date.parse(from);
  const day = (index: number): string => new Date(start + index * 86_400_000).toISOString().slice(0, 10);
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
    .map((phase) => ({ ...phase, index: Math.round((Date.parse(phase.date) - start) / 86_400_000) }))
    .filter(({ index }) => index >= 0 && index <= units.length);
  const ticks = [0, Math.floor(units.length / 3), Math.floor((2 * units.length) / 3), units.length - 1];
  return (
    <figure className="ls-chart">
      <svg
        width={CHART_WIDTH}
        height={height}
        viewBox={`0 0 ${CHART_WIDTH} ${height}`}
        role="img"
        aria-label="Ventes par jour et prix"
      >
        {units.map((value, index) => (
          <rect
            key={day(index)}
            className="ls-bar"
            x={x(index)}
            y={y.place(value)}
            width={Math.max(1, width - 1)}
            height={Math.max(0, floor - y.place(value))}
          />
        ))}
        {marks.map(({ label, index }) => (
          <g key={label}>
            <path className="ls-spark-phase" d={`M${half(x(index))} 4V${floor}`} />
            <text x={x(index) + 3} y={12} className="ls-axis b">
              {label}
            </text>
          </g>
        ))}
        <path className="ls-price" d={steps} />
        <path className="ls-spark-base" d={`M28 ${floor + 0.5}H${CHART_WIDTH - 32}`} />
        {ticks.map((index) => (
          <text
            key={index}
            x={x(index)}
            y={height - 6}
            className="ls-axis"
            textAnchor={index === 0 ? 'start' : 'middle'}
          >
            {formatShortDate(day(index))}
          </text>
        ))}
        <text x={24} y={y.place(y.to) + 4} className="ls-axis" textAnchor="end">
          {formatNumber(y.to, 0)}
        </text>
        <text x={CHART_WIDTH - 28} y={price.place(price.to) + 4} className="ls-axis">
          {known.length > 0 ? formatNumber(price.to, 0) : ''}
        </text>
      </svg>
    </figure>
  );
}
