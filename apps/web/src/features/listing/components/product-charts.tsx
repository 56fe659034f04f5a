import { formatCompactMoney, formatNumber, formatQuantity, formatShortDate, MISSING } from '@palier/domain';
import type { ReactNode } from 'react';
import { percentText } from '../cells/discount.tsx';

const WIDTH = 408;

interface Axis {
  from: number;
  to: number;
  place: (value: number) => number;
}

/** A linear axis from values to pixels, with a little room at both ends; never of zero length. */
export function axisOf(values: readonly number[], start: number, end: number, fromZero = false): Axis {
  const finite = values.filter(Number.isFinite);
  const low = fromZero ? 0 : Math.min(...finite);
  const high = Math.max(...finite);
  const room = (high - low || Math.abs(high) || 1) * 0.08;
  const from = fromZero ? 0 : low - room;
  const to = high + room;
  return { from, to, place: (value) => start + ((value - from) / (to - from)) * (end - start) };
}

function half(value: number): number {
  return Math.round(value * 2) / 2;
}

/** « Voir les données »: the figures of a chart as a table, for those who cannot see it. */
export function ChartData({
  headers,
  rows,
}: {
  headers: readonly string[];
  rows: readonly (readonly string[])[];
}): ReactNode {
  return (
    <details className="ls-chart-data">
      <summary>Voir les données</summary>
      <table className="t">
        <thead>
          <tr>
            {headers.map((header) => (
              <th key={header} scope="col" className="n">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row[0]}>
              {row.map((cell, index) => (
                <td key={headers[index]} className="n">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

export interface LevelPoint {
  level: number;
  value: number;
  quantity: number;
  allowed: boolean;
}

/** A result by discount: the allowed span, the choice, the best inside the span and the best of all. */
export function CurveChart({
  points,
  chosen,
  currency,
  label,
}: {
  points: readonly LevelPoint[];
  chosen: number | null;
  currency: string | null;
  label: string;
}): ReactNode {
  const height = 168;
  const floor = height - 36;
  const x = axisOf(
    points.map(({ level }) => level),
    28,
    WIDTH - 16,
  );
  const y = axisOf(
    points.map(({ value }) => value),
    floor,
    20,
  );
  const text = (value: number): string =>
    currency ? formatCompactMoney(value, currency) : formatQuantity(value);
  const allowed = points.filter((point) => point.allowed);
  const best = points.reduce<LevelPoint | null>(
    (top, point) => (!top || point.value > top.value ? point : top),
    null,
  );
  const path = points
    .map(
      ({ level, value }, index) =>
        `${index === 0 ? 'M' : 'L'}${half(x.place(level))} ${half(y.place(value))}`,
    )
    .join('');
  const first = allowed[0];
  const last = allowed.at(-1);
  const step =
    points.length > 1
      ? (x.place((points[1] as LevelPoint).level) - x.place((points[0] as LevelPoint).level)) / 2
      : 12;
  return (
    <figure className="ls-chart">
      <svg width={WIDTH} height={height} viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={label}>
        {first && last ? (
          <rect
            className="ls-allowed"
            x={x.place(first.level) - step}
            y={8}
            width={x.place(last.level) - x.place(first.level) + 2 * step}
            height={floor - 8}
          />
        ) : null}
        <path className="ls-curve" d={path} />
        {points.map((point) => {
          const isChosen = point.level === chosen;
          const isBest = point === best;
          const cx = half(x.place(point.level));
          const cy = half(y.place(point.value));
          return (
            <g key={point.level}>
              {isBest && !isChosen ? (
                <path className="ls-best" d={`M${cx} ${cy - 6}l6 6-6 6-6-6z`} />
              ) : (
                <circle
                  className={isChosen ? 'ls-chosen' : 'ls-point'}
                  cx={cx}
                  cy={cy}
                  r={isChosen ? 5 : 3}
                />
              )}
              <text
                x={cx}
                y={cy - 10}
                className={isChosen ? 'ls-axis b' : isBest ? 'ls-axis ls-good' : 'ls-axis'}
                textAnchor="middle"
              >
                {text(point.value)}
              </text>
              <text x={cx} y={floor + 16} className={isChosen ? 'ls-axis b' : 'ls-axis'} textAnchor="middle">
                {percentText(point.level)}
              </text>
              <text x={cx} y={floor + 30} className="ls-axis" textAnchor="middle">
                {`${formatQuantity(point.quantity)} p.`}
              </text>
            </g>
          );
        })}
      </svg>
      <ChartData
        headers={['Démarque', 'Résultat', 'Quantité']}
        rows={points.map((point) => [
          percentText(point.level),
          text(point.value),
          formatQuantity(point.quantity),
        ])}
      />
    </figure>
  );
}

export interface FanPoint {
  date: string;
  median: number;
  low: number;
  high: number;
  nothing: number | null;
  best: number | null;
}

/** Stock left over time: the median, eight chances out of ten, doing nothing and the best. */
export function FanChart({ points }: { points: readonly FanPoint[] }): ReactNode {
  const height = 140;
  const floor = height - 24;
  const right = WIDTH - 92;
  const all = points.flatMap((point) => [
    point.median,
    point.low,
    point.high,
    point.nothing ?? Number.NaN,
    point.best ?? Number.NaN,
  ]);
  const y = axisOf(all, floor, 12);
  const x = (index: number): number => 36 + ((right - 36) * index) / Math.max(1, points.length - 1);
  const path = (read: (point: FanPoint) => number | null): string =>
    points
      .flatMap((point, index) => {
        const value = read(point);
        return value === null ? [] : [`${index === 0 ? 'M' : 'L'}${half(x(index))} ${half(y.place(value))}`];
      })
      .join('');
  const band = `${path((point) => point.high)}${points
    .map((_, index) => points.length - 1 - index)
    .map((index) => `L${half(x(index))} ${half(y.place((points[index] as FanPoint).low))}`)
    .join('')}Z`;
  const last = points.at(-1);
  const labels = last
    ? [
        { text: 'Rien faire', value: last.nothing, className: 'ls-axis' },
        { text: 'p90', value: last.high, className: 'ls-axis comp' },
        { text: 'Prévu', value: last.median, className: 'ls-axis comp b' },
        { text: 'p10', value: last.low, className: 'ls-axis comp' },
        { text: 'Optimum', value: last.best, className: 'ls-axis ls-good' },
      ].filter((item): item is { text: string; value: number; className: string } => item.value !== null)
    : [];
  const sorted = [...labels].sort((left, other) => other.value - left.value);
  let bottom = 0;
  const placed = sorted.map((item) => {
    bottom = Math.max(bottom + 13, y.place(item.value) + 4);
    return { ...item, at: bottom };
  });
  return (
    <figure className="ls-chart">
      <svg
        width={WIDTH}
        height={height}
        viewBox={`0 0 ${WIDTH} ${height}`}
        role="img"
        aria-label="Stock restant prévu"
      >
        <path className="ls-band" d={band} />
        <path className="ls-nothing" d={path((point) => point.nothing)} />
        <path className="ls-optimum" d={path((point) => point.best)} />
        <path className="ls-median" d={path((point) => point.median)} />
        {points.map((point, index) => (
          <text key={point.date} x={x(index)} y={height - 6} className="ls-axis" textAnchor="middle">
            {formatShortDate(point.date)}
          </text>
        ))}
        {placed.map((item) => (
          <text key={item.text} x={right + 6} y={item.at} className={item.className}>
            {`${item.text} ${formatQuantity(item.value)}`}
          </text>
        ))}
      </svg>
      <ChartData
        headers={['Date', 'Prévu', 'p10', 'p90']}
        rows={points.map((point) => [
          formatShortDate(point.date),
          formatQuantity(point.median),
          formatQuantity(point.low),
          formatQuantity(point.high),
        ])}
      />
    </figure>
  );
}

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
  const width = (WIDTH - 60) / Math.max(1, units.length);
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
        width={WIDTH}
        height={height}
        viewBox={`0 0 ${WIDTH} ${height}`}
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
        <path className="ls-spark-base" d={`M28 ${floor + 0.5}H${WIDTH - 32}`} />
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
        <text x={WIDTH - 28} y={price.place(price.to) + 4} className="ls-axis">
          {known.length > 0 ? formatNumber(price.to, 0) : MISSING}
        </text>
      </svg>
    </figure>
  );
}
