import type { ReactNode } from 'react';
import { roundTicks } from '../../../lib/round-ticks.ts';
import { Table } from '../../../ui/table.tsx';
import styles from './chart.module.css';

/** Width of the panel's charts, px. */
export const CHART_WIDTH = 408;

export interface Axis {
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

/** Width of a digit of the charts' text, px: enough to keep a text inside its frame. */
const DIGIT = 6.2;

/** The middle of a text that stands around `x`, moved so that none of it is cut by the chart's edges. */
export function insideChart(x: number, ...texts: readonly string[]): number {
  const half = (Math.max(...texts.map((text) => text.length)) * DIGIT) / 2;
  return Math.min(CHART_WIDTH - half, Math.max(half, x));
}

/** A vertical scale: round values, with lines across. */
export function Scale({
  axis,
  from,
  to,
  text,
  count = 4,
  whole = false,
}: {
  axis: Axis;
  /** Where the lines begin and end, px. */
  from: number;
  to: number;
  text: (value: number) => string;
  count?: number;
  /** Written without decimals: a line between two units would bear the name of one of them. */
  whole?: boolean;
}): ReactNode {
  const [low, high] = [Math.min(axis.from, axis.to), Math.max(axis.from, axis.to)];
  return (
    <g>
      {roundTicks(low, high, count)
        .filter((tick) => !whole || Number.isInteger(tick))
        .map((tick) => {
          const y = half(axis.place(tick));
          return (
            <g key={tick}>
              <path className={styles.rule} d={`M${from} ${y}H${to}`} />
              <text x={from - 4} y={y + 4} className={styles.axis} textAnchor="end">
                {text(tick)}
              </text>
            </g>
          );
        })}
    </g>
  );
}

/** To the half pixel: sharp lines. */
export function half(value: number): number {
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
    <details className={styles.data}>
      <summary>Voir les données</summary>
      <Table>
        <thead>
          <tr>
            {headers.map((header) => (
              <th key={header} scope="col" className="figure">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row[0]}>
              {row.map((cell, index) => (
                <td key={headers[index]} className="figure">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </details>
  );
}
