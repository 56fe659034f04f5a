import { memo, type ReactNode } from 'react';
import { type Figures, fieldValue } from '../model/row.ts';
import type { CellContext } from './context.ts';

const DAY = 24 * 3600 * 1000;

/** The path of a line through values from 0 to their maximum, coordinates to the half pixel. */
export function sparkPath(values: readonly number[], width: number, height: number, top = 3): string {
  const highest = Math.max(1, ...values);
  const step = values.length > 1 ? width / (values.length - 1) : width;
  let path = '';
  for (let index = 0; index < values.length; index += 1) {
    const x = Math.round(index * step * 2) / 2;
    const y = Math.round((height - ((values[index] as number) / highest) * (height - top)) * 2) / 2;
    path += `${index === 0 ? 'M' : 'L'}${x} ${y}`;
  }
  return path;
}

/** Running totals. */
export function cumulated(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum;
  });
}

function isHistory(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'number');
}

interface SparkProps {
  values: readonly number[];
  /** Place of each phase's first day, from 0 (first value) to 1 (last value). */
  phases: readonly number[];
  height: number;
  label: string;
}

const WIDTH = 144;

const Spark = memo(function Spark({ values, phases, height, label }: SparkProps): ReactNode {
  const floor = height - 2;
  return (
    <svg
      className="ls-spark"
      width={WIDTH}
      height={height}
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="img"
      aria-label={label}
    >
      {phases.map((place) => (
        <path key={place} className="ls-spark-phase" d={`M${Math.round(place * WIDTH)} 2V${floor}`} />
      ))}
      <path className="ls-spark-line" d={sparkPath(values, WIDTH, floor - 1)} />
      <path className="ls-spark-base" d={`M0 ${floor + 0.5}H${WIDTH}`} />
    </svg>
  );
});

/** Daily sales of a row with the beginnings of the phases; a grey block while they come. */
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
  const history = fieldValue(row, 'daily_sales_qty_history');
  if (history === undefined)
    return <span className="sk" style={{ width: WIDTH, height }} aria-hidden="true" />;
  if (!isHistory(history) || history.length === 0) return <span className="ls-sub">-</span>;
  const last = context.data_date ? Date.parse(context.data_date) : Number.NaN;
  const phases = context.phase_starts
    .map((start) => 1 - (last - Date.parse(start)) / DAY / Math.max(1, history.length - 1))
    .filter((place) => place > 0.01 && place < 1);
  const values = cumulative ? cumulated(history) : history;
  const label = cumulative
    ? `Ventes cumulées, ${history.length} jours`
    : `Ventes par jour, ${history.length} jours`;
  return <Spark values={values} phases={phases} height={height} label={label} />;
}
