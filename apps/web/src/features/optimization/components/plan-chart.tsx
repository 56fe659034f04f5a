import type { PlanComparison } from '@palier/contract';
import { formatCompactMoney, formatNumber, formatPercent } from '@palier/domain';
import { useQueries } from '@tanstack/react-query';
import { roundTicks } from '../../../lib/round-ticks.ts';
import { Card } from '../../../ui/card.tsx';
import { getFrontier } from '../api/optimizations.ts';
import { type Curve, nearCurve, sumFrontiers } from '../model/frontier.ts';
import { type PlacedLabel, placeLabels } from '../model/labels.ts';
import { type LetterTint, letterTint } from '../model/letters.ts';
import type { Compared } from '../model/results.ts';
import styles from './plan-chart.module.css';

const WIDTH = 480;
const HEIGHT = 300;
const FRAME = { left: 56, right: WIDTH - 16, top: 30, bottom: HEIGHT - 44 } as const;
const FILLS: Record<LetterTint, string> = {
  first: 'var(--navy-900)',
  second: 'var(--blue-700)',
  third: 'var(--orange-700)',
  fourth: 'var(--green-700)',
};

interface Point {
  key: string;
  letter: string | null;
  name: string;
  /** Season sell-through, points. */
  x: number;
  y: number;
}

interface Place {
  left: number;
  top: number;
}

function pointsOf(comparison: PlanComparison, compared: readonly Compared[]): Point[] {
  const plans = [
    { key: 'nothing', letter: null, name: 'Ne rien faire', figures: comparison.nothing.end },
    { key: 'current', letter: null, name: 'Actuel', figures: comparison.current.end },
    ...compared.map(({ run }, index) => ({
      key: run._id,
      letter: run.letter,
      name: run.name,
      figures: comparison.runs[index]?.plan.end,
    })),
  ];
  return plans.flatMap(({ figures, ...point }): Point[] => {
    const x = figures?.sell_through_pct ?? null;
    const y = figures?.profit_after_leftovers ?? null;
    return x === null || y === null ? [] : [{ ...point, x, y }];
  });
}

/** Low and high of an axis with some air around the points. */
function span(values: readonly number[]): [low: number, high: number] {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const air = (high - low || Math.abs(high) || 1) * 0.12;
  return [low - air, high + air];
}

export interface PlanChartProps {
  comparison: PlanComparison;
  compared: readonly Compared[];
  projectIds: readonly string[];
  currency: string;
}

/** « Marge après invendus » against season sell-through, under the best that the products allow: up and right is better. */
export function PlanChart({ comparison, compared, projectIds, currency }: PlanChartProps) {
  const run = compared[0]?.run;
  // A curve of other lines than those compared would pass under or over the plans for no reason.
  const isWhole = comparison.runs[0]?.discount_count === comparison.discount_count;
  const frontier = useQueries({
    queries: isWhole ? projectIds.map((id) => getFrontier(id, run?._id ?? '')) : [],
    combine: (answers) => sumFrontiers(answers.map(({ data }) => data?.points)),
  });
  const points = pointsOf(comparison, compared);
  if (points.length < 2) return null;
  const curve = nearCurve(frontier, points);
  const [lowX, highX] = span([...points, ...curve].map((point) => point.x));
  const [lowY, highY] = span([...points, ...curve].map((point) => point.y));
  const place = (point: { x: number; y: number }): Place => ({
    left: FRAME.left + ((point.x - lowX) / (highX - lowX)) * (FRAME.right - FRAME.left),
    top: FRAME.top + ((highY - point.y) / (highY - lowY)) * (FRAME.bottom - FRAME.top),
  });
  const labels = placeLabels(
    points.map((point) => ({ key: point.key, text: point.name, ...place(point) })),
    FRAME,
  );
  const words = points.map(
    ({ name, x, y }) => `${name}, ${formatCompactMoney(y, currency)}, écoulement ${formatPercent(x)}`,
  );
  return (
    <Card
      title="Marge et écoulement"
      tools={<span className="small muted">jusqu’à la fin ; en haut à droite, le mieux</span>}
    >
      <svg
        className={styles.chart}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={words.join(' ; ')}
      >
        <Axes x={[lowX, highX]} y={[lowY, highY]} place={place} currency={currency} />
        <FrontierLine curve={curve} place={place} />
        {labels.map((label, index) => (
          <Mark key={label.key} label={label} letter={points[index]?.letter ?? null} />
        ))}
      </svg>
    </Card>
  );
}

interface AxesProps {
  x: [low: number, high: number];
  y: [low: number, high: number];
  place: (point: { x: number; y: number }) => Place;
  currency: string;
}

/** Round values on both axes, with what they count. */
function Axes({ x, y, place, currency }: AxesProps) {
  const across = roundTicks(x[0], x[1], 6);
  const digits = across.every(Number.isInteger) ? 0 : 1;
  return (
    <g>
      <text className={styles.label} x={8} y={14}>
        Marge après invendus
      </text>
      {roundTicks(y[0], y[1]).map((tick) => {
        const { top } = place({ x: x[0], y: tick });
        return (
          <g key={tick}>
            <line x1={FRAME.left} x2={FRAME.right} y1={top} y2={top} stroke="var(--line)" />
            <text x={FRAME.left - 6} y={top + 4} textAnchor="end">
              {formatCompactMoney(tick, currency)}
            </text>
          </g>
        );
      })}
      {across.map((tick) => (
        <text key={tick} x={place({ x: tick, y: y[0] }).left} y={FRAME.bottom + 16} textAnchor="middle">
          {formatNumber(tick, digits)}
        </text>
      ))}
      <text className={styles.label} x={FRAME.right} y={HEIGHT - 8} textAnchor="end">
        {'Écoulement saison,\u00a0%'}
      </text>
    </g>
  );
}

/** A plan: its letter on its colour, or a ring, and its name where there is room for it. */
function Mark({ label, letter }: { label: PlacedLabel; letter: string | null }) {
  const { left, top, x, y, anchor, text, leads } = label;
  return (
    <g>
      {leads && <line x1={left} y1={top} x2={x} y2={y - 4} stroke="var(--navy-300)" />}
      <circle
        cx={left}
        cy={top}
        r={letter ? 10 : 5}
        fill={letter ? FILLS[letterTint(letter)] : 'var(--surface)'}
        stroke={letter ? 'var(--surface)' : 'var(--navy-500)'}
        strokeWidth="2"
      />
      {letter && (
        <text className={styles.letter} x={left} y={top + 4} textAnchor="middle">
          {letter}
        </text>
      )}
      <text className={letter ? styles.label : undefined} x={x} y={y} textAnchor={anchor} data-part="name">
        {text}
      </text>
    </g>
  );
}

interface FrontierLineProps {
  curve: Curve;
  place: (point: { x: number; y: number }) => Place;
}

/** The best compromises, as a line with its points. */
function FrontierLine({ curve, place }: FrontierLineProps) {
  if (curve.length < 2) return null;
  const at = curve.map(place);
  return (
    <g className={styles.frontier}>
      <title>
        Meilleurs compromis entre marge après invendus et écoulement, sans budget ni cible, aux bornes du
        premier résultat
      </title>
      <polyline points={at.map(({ left, top }) => `${left},${top}`).join(' ')} />
      {at.map(({ left, top }) => (
        <circle key={`${left}-${top}`} cx={left} cy={top} r={2.5} />
      ))}
      <text x={FRAME.right} y={14} textAnchor="end">
        meilleur possible, sans budget ni cible
      </text>
    </g>
  );
}
