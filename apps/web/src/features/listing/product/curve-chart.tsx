import { formatCompactMoney, formatQuantity } from '@palier/domain';
import type { ReactNode } from 'react';
import { percentText } from '../cells/discount-text.ts';
import styles from './chart.module.css';
import { axisOf, CHART_WIDTH, ChartData, half, insideChart, Scale } from './chart-frame.tsx';
import { productMoney } from './part.ts';

export interface LevelPoint {
  level: number;
  value: number;
  quantity: number;
  allowed: boolean;
}

/** Room for the scale. */
const LEFT = 46;

/** A result by discount: the allowed span, the choice, the best inside the span and the best of all. */
export function CurveChart({
  points,
  chosen,
  kept,
  currency,
  label,
}: {
  points: readonly LevelPoint[];
  chosen: number | null;
  /** The discount of doing nothing: the previous phase's. */
  kept: number | null;
  currency: string | null;
  label: string;
}): ReactNode {
  const height = 184;
  const floor = height - 36;
  const x = axisOf(
    points.map(({ level }) => level),
    LEFT,
    CHART_WIDTH - 12,
  );
  const text = (value: number): string => (currency ? productMoney(value, currency) : formatQuantity(value));
  // Figures that read the same are the same: no slope is drawn of less than a unit, and none of them is best.
  const flat = new Set(points.map(({ value }) => text(value))).size < 2;
  const y = axisOf(
    points.map(({ value }) => (flat ? Math.round(value) : value)),
    floor - 4,
    34,
  );
  const allowed = points.filter((point) => point.allowed);
  const best = flat
    ? null
    : points.reduce<LevelPoint | null>((top, point) => (!top || point.value > top.value ? point : top), null);
  const heightOf = (value: number): number => y.place(flat ? Math.round(value) : value);
  const path = points
    .map(
      ({ level, value }, index) =>
        `${index === 0 ? 'M' : 'L'}${half(x.place(level))} ${half(heightOf(value))}`,
    )
    .join('');
  const wordOf = (point: LevelPoint): string | null => {
    if (point.level === chosen) return point === best ? 'choisi, optimum' : 'choisi';
    if (point === best) return point.allowed ? 'optimum' : 'optimum libre';
    // Beside a point that is named, its words would meet the other's.
    const beside = [points[points.indexOf(point) - 1], points[points.indexOf(point) + 1]];
    const met = beside.some((other) => other && (other === best || other.level === chosen));
    return point.level === kept && !met ? 'ne rien faire' : null;
  };
  // The curve falls on the point from above: its figure stands under it, where no line passes.
  const fallsTo = (index: number): boolean => {
    const [before, own] = [points[index - 1], points[index]];
    return Boolean(
      before && own && index === points.length - 1 && heightOf(own.value) - heightOf(before.value) > 24,
    );
  };
  const first = allowed[0];
  const last = allowed.at(-1);
  const step =
    points.length > 1
      ? (x.place((points[1] as LevelPoint).level) - x.place((points[0] as LevelPoint).level)) / 2
      : 12;
  return (
    <figure className={styles.chart} data-part="chart">
      <svg
        width={CHART_WIDTH}
        height={height}
        viewBox={`0 0 ${CHART_WIDTH} ${height}`}
        role="img"
        aria-label={label}
      >
        {first && last ? (
          <rect
            className={styles.allowed}
            x={x.place(first.level) - step}
            y={8}
            width={x.place(last.level) - x.place(first.level) + 2 * step}
            height={floor - 8}
          />
        ) : null}
        <Scale
          axis={y}
          from={LEFT}
          to={CHART_WIDTH - 4}
          text={(value) => (currency ? formatCompactMoney(value, currency) : formatQuantity(value))}
        />
        <path className={styles.curve} d={path} />
        {points.map((point, index) => {
          const isChosen = point.level === chosen;
          const isBest = point === best;
          const cx = half(x.place(point.level));
          const cy = half(heightOf(point.value));
          return (
            <g key={point.level}>
              {isBest && !isChosen ? (
                <path className={styles.best} d={`M${cx} ${cy - 6}l6 6-6 6-6-6z`} />
              ) : (
                <circle
                  className={isChosen ? styles.chosen : styles.point}
                  cx={cx}
                  cy={cy}
                  r={isChosen ? 5 : 3}
                />
              )}
              <PointText
                x={insideChart(cx, text(point.value), wordOf(point) ?? '')}
                y={cy}
                falls={fallsTo(index)}
                word={wordOf(point)}
                text={text(point.value)}
                className={
                  isChosen ? `${styles.axis} strong` : isBest ? `${styles.axis} ${styles.good}` : styles.axis
                }
              />
              <text
                x={cx}
                y={floor + 16}
                className={isChosen ? `${styles.axis} strong` : styles.axis}
                textAnchor="middle"
              >
                {percentText(point.level)}
              </text>
              <text x={cx} y={floor + 30} className={styles.axis} textAnchor="middle">
                {`${formatQuantity(point.quantity)} p.`}
              </text>
            </g>
          );
        })}
      </svg>
      <figcaption className="tiny muted">
        p.{'\u202f'}: pièces vendues. Fond vert{'\u202f'}: démarques permises.
      </figcaption>
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

interface PointTextProps {
  x: number;
  y: number;
  /** The curve comes down to the point. */
  falls: boolean;
  /** What the point is, over its figure. */
  word: string | null;
  text: string;
  className: string | undefined;
}

/** A point's figure, with a word over it for those that are looked for. */
function PointText({ x, y, falls, word, text, className }: PointTextProps): ReactNode {
  if (falls && !word) {
    return (
      <text x={x - 12} y={y + 5} className={className} textAnchor="end">
        {text}
      </text>
    );
  }
  return (
    <text x={x} y={y - (word ? 22 : 10)} className={className} textAnchor="middle">
      {word ? (
        <tspan x={x} className={styles.word}>
          {word}
        </tspan>
      ) : null}
      <tspan x={x} dy={word ? 12 : 0}>
        {text}
      </tspan>
    </text>
  );
}
