import { formatCompact, formatCompactMoney } from '@palier/domain';
import { useQueries } from '@tanstack/react-query';
import { Card } from '../../../ui/card.tsx';
import { getFrontier } from '../api/optimizations.ts';
import { type Curve, nearCurve, sumFrontiers } from '../model/frontier.ts';
import { type Compared, runLetters } from '../model/results.ts';
import styles from './plan-chart.module.css';

const width = 480;
const height = 260;
const edge = { left: 64, right: 24, top: 20, bottom: 40 } as const;
const fills = {
  A: 'var(--navy-900)',
  B: 'var(--blue-700)',
  C: 'var(--orange-700)',
  D: 'var(--green-700)',
} as const;

interface Point {
  key: string;
  letter: (typeof runLetters)[number] | null;
  name: string;
  x: number;
  y: number;
}

function pointsOf(compared: readonly Compared[]): Point[] {
  const current = compared[0]?.result.current;
  const points = compared.flatMap(({ run, result }, index): Point[] => {
    const { stock, profit } = result.plan;
    return stock === null || profit === null
      ? []
      : [{ key: run._id, letter: runLetters[index] ?? null, name: run.name, x: stock, y: profit }];
  });
  return current && current.stock !== null && current.profit !== null
    ? [{ key: 'current', letter: null, name: 'Actuel', x: current.stock, y: current.profit }, ...points]
    : points;
}

/** Low and high of an axis with some air around the points. */
function span(values: readonly number[]): [low: number, high: number] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const air = (high - low || Math.abs(high) || 1) * 0.2;
  return [low - air, high + air];
}

export interface PlanChartProps {
  compared: readonly Compared[];
  projectIds: readonly string[];
  currency: string;
}

/** Margin against stock left, under the best that the products allow: up and to the right is better. */
export function PlanChart({ compared, projectIds, currency }: PlanChartProps) {
  const run = compared[0]?.run;
  const frontier = useQueries({
    queries: projectIds
      .filter((id) => run?.projects.includes(id))
      .map((id) => getFrontier(id, run?._id ?? '')),
    combine: (answers) => sumFrontiers(answers.map(({ data }) => data?.points)),
  });
  const points = pointsOf(compared);
  const curve = nearCurve(frontier, points);
  if (points.length < 2) return null;
  const [lowX, highX] = span([...points, ...curve].map((point) => point.x));
  const [lowY, highY] = span([...points, ...curve].map((point) => point.y));
  // Less stock left is better: the axis runs from much to little.
  const place = (point: { x: number; y: number }) => ({
    left: edge.left + ((highX - point.x) / (highX - lowX)) * (width - edge.left - edge.right),
    top: edge.top + ((highY - point.y) / (highY - lowY)) * (height - edge.top - edge.bottom),
  });
  const crowded = crowdedNames(points.map((point) => ({ key: point.key, ...place(point) })));
  const ticks = [0, 1, 2, 3].map((step) => lowY + ((highY - lowY) * step) / 3);
  const label = points.map(
    (point) =>
      `${point.name}, marge ${formatCompactMoney(point.y, currency)}, stock ${formatCompact(point.x)}`,
  );
  return (
    <Card
      title="Marge et stock restant"
      tools={<span className="small muted">en haut à droite, le mieux</span>}
    >
      <svg
        className={styles.chart}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={label.join(' ; ')}
      >
        {ticks.map((tick) => {
          const y = edge.top + ((highY - tick) / (highY - lowY)) * (height - edge.top - edge.bottom);
          return (
            <g key={tick}>
              <line x1={edge.left} x2={width - edge.right} y1={y} y2={y} stroke="var(--line)" />
              <text x={edge.left - 8} y={y + 4} textAnchor="end">
                {formatCompactMoney(tick, currency)}
              </text>
            </g>
          );
        })}
        {[highX, (highX + lowX) / 2, lowX].map((tick, index) => (
          <text
            key={tick}
            x={edge.left + (index / 2) * (width - edge.left - edge.right)}
            y={height - 20}
            textAnchor={index === 0 ? 'start' : index === 2 ? 'end' : 'middle'}
          >
            {formatCompact(tick)}
          </text>
        ))}
        <text className="strong" x={width - edge.right} y={height - 4} textAnchor="end">
          Stock restant, pièces
        </text>
        <FrontierLine curve={curve} place={place} />
        {points.map((point) => {
          const { left, top } = place(point);
          const after = left < width - 140;
          return (
            <g key={point.key}>
              <circle
                cx={left}
                cy={top}
                r={point.letter ? 10 : 5}
                fill={point.letter ? fills[point.letter] : 'var(--surface)'}
                stroke={point.letter ? 'var(--surface)' : 'var(--navy-500)'}
                strokeWidth="2"
              />
              {point.letter && (
                <text className={styles.letter} x={left} y={top + 4} textAnchor="middle">
                  {point.letter}
                </text>
              )}
              {!crowded.has(point.key) && (
                <text
                  className={styles.label}
                  x={left + (after ? 14 : -14)}
                  y={top + 22}
                  textAnchor={after ? 'start' : 'end'}
                >
                  {point.name}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </Card>
  );
}

/** Points whose name would be written over an earlier one's: their letter tells them. */
function crowdedNames(places: readonly { key: string; left: number; top: number }[]): ReadonlySet<string> {
  const crowded = new Set<string>();
  const written: { left: number; top: number }[] = [];
  for (const { key, left, top } of places) {
    const hit = written.some((other) => Math.abs(other.left - left) < 120 && Math.abs(other.top - top) < 18);
    if (hit) crowded.add(key);
    else written.push({ left, top });
  }
  return crowded;
}

interface FrontierLineProps {
  curve: Curve;
  place: (point: { x: number; y: number }) => { left: number; top: number };
}

/** The best compromises, as a line with its points. */
function FrontierLine({ curve, place }: FrontierLineProps) {
  if (curve.length < 2) return null;
  const at = curve.map(place);
  const start = at[0];
  return (
    <g className={styles.frontier}>
      <title>
        Meilleurs compromis entre marge et écoulement, sans budget ni cible, aux bornes du premier résultat
      </title>
      <polyline points={at.map(({ left, top }) => `${left},${top}`).join(' ')} />
      {at.map(({ left, top }) => (
        <circle key={`${left}-${top}`} cx={left} cy={top} r={2.5} />
      ))}
      {start && (
        <text x={start.left} y={start.top - 12} textAnchor="start">
          meilleur possible, sans budget ni cible
        </text>
      )}
    </g>
  );
}
