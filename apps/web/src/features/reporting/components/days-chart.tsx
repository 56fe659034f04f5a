import { formatNumber, formatShortDate, isShown } from '@palier/domain';
import { useRef, useState } from 'react';
import { useElementWidth } from '../../../ui/use-element-width.ts';
import { valueAxis } from '../model/chart.ts';
import type { Report } from '../model/rows.ts';
import { cumulated, dayText, phaseStarts } from '../model/time.ts';
import { type ChartProps, LEFT } from './bars-chart.tsx';
import styles from './chart.module.css';

interface DaysChartProps extends ChartProps {
  days: NonNullable<Report['days']>;
}

const HEIGHT = 190;
const [TOP, FLOOR] = [22, 156];
const RIGHT = 16;
const USUAL_WIDTH = 1200;
const TICK_EVERY = 96;
const NOTE_WIDTH = 240;

/** Each serie from the first day to each, day for day of the same phases. */
export function DaysChart(props: DaysChartProps) {
  const { days, metric, scale, titles, colors, reference, label, text } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = useElementWidth(box, USUAL_WIDTH);
  const [pointed, setPointed] = useState<number | null>(null);
  const lines = titles.map((_, serie) => cumulated(days, metric, serie));
  const axis = valueAxis(lines.flat(), scale.divisor);
  const step = (width - LEFT - RIGHT) / Math.max(1, days.length - 1);
  const x = (index: number): number => LEFT + index * step;
  const y = (value: number): number =>
    TOP + ((axis.high - value) / (axis.high - axis.low || 1)) * (FLOOR - TOP);
  const path = (values: readonly (number | null)[]): string =>
    values
      .map((value, index) =>
        isShown(value)
          ? `${isShown(values[index - 1]) ? 'L' : 'M'}${x(index)} ${y(value / scale.divisor)}`
          : '',
      )
      .join('');
  const every = Math.max(1, Math.ceil(TICK_EVERY / Math.max(step, 1)));
  const day = pointed === null ? undefined : days[pointed];
  return (
    <div
      ref={box}
      className={styles.chart}
      data-part="chart"
      onPointerMove={(event) => {
        const at = Math.round(
          (event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT) / step,
        );
        setPointed(at >= 0 && at < days.length ? at : null);
      }}
      onPointerLeave={() => setPointed(null)}
    >
      <svg width={width} height={HEIGHT} role="img" aria-label={label}>
        {axis.ticks.map((tick) => (
          <g key={tick}>
            <path className={styles.rule} d={`M${LEFT} ${Math.round(y(tick)) + 0.5}H${width - RIGHT}`} />
            <text className={styles.axis} x={LEFT - 8} y={y(tick) + 4} textAnchor="end">
              {formatNumber(tick, 2)}
            </text>
          </g>
        ))}
        {phaseStarts(days).map(({ index, label: phase }) => (
          <g key={index}>
            <path className={styles.phase} d={`M${Math.round(x(index)) + 0.5} ${TOP - 12}V${FLOOR}`} />
            <text className={styles.axis} x={x(index) + 4} y={TOP - 6}>
              {phase}
            </text>
          </g>
        ))}
        {days.map(({ date }, index) =>
          index % every === 0 ? (
            <text key={date} className={styles.axis} x={x(index)} y={FLOOR + 18} textAnchor="middle">
              {formatShortDate(date)}
            </text>
          ) : null,
        )}
        {lines.map((values, serie) => (
          <path
            key={titles[serie]}
            className={styles.curve}
            data-serie={serie % 4}
            data-reference={serie === reference || undefined}
            style={{ stroke: colors[serie] }}
            d={path(values)}
          />
        ))}
        {pointed !== null && <path className={styles.phase} d={`M${x(pointed)} ${TOP}V${FLOOR}`} />}
      </svg>
      {day && pointed !== null && (
        <div
          className={styles.note}
          aria-hidden="true"
          style={{ left: Math.max(0, Math.min(width - NOTE_WIDTH, x(pointed) + 8)), width: NOTE_WIDTH }}
        >
          <b>{dayText(day)}</b>
          {titles.map((title, serie) => (
            <span key={title} className="side-by-side">
              <i className={styles.mark} style={{ background: colors[serie] }} />
              <span className="spacer">{title}</span>
              <span className="figure">{text(lines[serie]?.[pointed] ?? null)}</span>
            </span>
          ))}
        </div>
      )}
    </div>
  );
}
