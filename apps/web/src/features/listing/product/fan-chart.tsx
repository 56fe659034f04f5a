import { formatQuantity, formatShortDate } from '@palier/domain';
import type { ReactNode } from 'react';
import styles from './chart.module.css';
import { axisOf, CHART_WIDTH, ChartData, half, Scale } from './chart-frame.tsx';

export interface FanPoint {
  date: string;
  median: number;
  low: number;
  high: number;
  nothing: number | null;
  best: number | null;
}

/** Stock left over time: what is forecast, eight chances out of ten, doing nothing and the best. */
export function FanChart({ points }: { points: readonly FanPoint[] }): ReactNode {
  const height = 140;
  const floor = height - 24;
  const right = CHART_WIDTH - 92;
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
  const [first] = points;
  const last = points.at(-1);
  const labels = last
    ? [
        { text: 'Ne rien faire', value: last.nothing, className: styles.axis },
        { text: 'p90', value: last.high, className: `${styles.axis} comp` },
        { text: 'Prévu', value: last.median, className: `${styles.axis} computed b` },
        { text: 'p10', value: last.low, className: `${styles.axis} comp` },
        { text: 'Optimisé', value: last.best, className: `${styles.axis} ${styles.good}` },
      ].filter((item): item is { text: string; value: number; className: string } => item.value !== null)
    : [];
  const sorted = [...labels].sort((left, other) => other.value - left.value);
  // Pushed down so as not to overlap, and back up so as to stay above the dates.
  let bottom = 0;
  const pushed = sorted.map((item) => {
    bottom = Math.max(bottom + 13, y.place(item.value) + 4);
    return { ...item, at: bottom };
  });
  const excess = Math.max(0, bottom - floor);
  const placed = pushed.map((item) => ({ ...item, at: item.at - excess }));
  return (
    <figure className={styles.chart} data-part="chart">
      <svg
        width={CHART_WIDTH}
        height={height}
        viewBox={`0 0 ${CHART_WIDTH} ${height}`}
        role="img"
        aria-label="Stock restant prévu"
      >
        <Scale axis={y} from={36} to={right} count={5} whole text={formatQuantity} />
        <path className={styles.spread} d={band} />
        <path className={styles.nothing} d={path((point) => point.nothing)} />
        <path className={styles.optimum} d={path((point) => point.best)} />
        <path className={styles.median} d={path((point) => point.median)} />
        {points.map((point, index) => (
          <text key={point.date} x={x(index)} y={height - 6} className={styles.axis} textAnchor="middle">
            {formatShortDate(point.date)}
          </text>
        ))}
        {first ? (
          <text x={x(0)} y={Math.max(11, y.place(first.median) - 6)} className={`${styles.axis} strong`}>
            {formatQuantity(first.median)}
          </text>
        ) : null}
        {placed.map((item) => (
          <text key={item.text} x={right + 6} y={item.at} className={item.className}>
            {`${item.text} ${formatQuantity(item.value)}`}
          </text>
        ))}
      </svg>
      <figcaption className="tiny muted">En unités.</figcaption>
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
