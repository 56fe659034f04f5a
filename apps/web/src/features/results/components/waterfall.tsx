import { formatCompactMoney } from '@palier/domain';
import { french } from '../../../lib/french.ts';
import { type GapStep, gapSteps } from '../model/gap-steps.ts';
import type { Comparison } from '../model/sum-results.ts';
import styles from './waterfall.module.css';

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [560, 230, 64, 20, 40];

interface WaterfallProps {
  gap: NonNullable<Comparison['gap']>;
  real: number;
  currency: string;
  /** How the parts of the gap are said. */
  partOf: (value: number) => string;
}

/** From what was planned to what was earned, part by part; the axis says where it begins. */
export function Waterfall({ gap, real, currency, partOf }: WaterfallProps) {
  const { steps, ticks, base, bottom, top } = gapSteps(gap, real);
  const place = (value: number): number =>
    TOP + ((top - value) / Math.max(top - bottom, 1e-9)) * (HEIGHT - TOP - BOTTOM);
  const money = (value: number) => formatCompactMoney(value, currency);
  const width = (WIDTH - LEFT) / steps.length;
  const middle = (index: number) => LEFT + width * (index + 0.5);
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={french(steps.map(({ label, value }) => `${label} ${money(value)}`).join(', '))}
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <line className={styles.grid} x1={LEFT} x2={WIDTH} y1={place(tick)} y2={place(tick)} />
          <text className={styles.tick} x={LEFT - 6} y={place(tick) + 3}>
            {money(tick)}
          </text>
        </g>
      ))}
      <line className={styles.base} x1={LEFT} x2={WIDTH} y1={place(base)} y2={place(base)} />
      {steps.map((step, index) => (
        <Bar
          key={step.label}
          {...{ step, width, place }}
          middle={middle(index)}
          amount={isPart(step) ? partOf(step.value) : money(step.value)}
        />
      ))}
      {steps.slice(0, -1).map(({ label, to }, index) => (
        <line
          key={label}
          className={styles.link}
          x1={middle(index) + width * 0.3}
          x2={middle(index + 1) - width * 0.3}
          y1={place(to)}
          y2={place(to)}
        />
      ))}
    </svg>
  );
}

const isPart = ({ kind }: GapStep): boolean => kind === 'gain' || kind === 'loss';

interface BarProps {
  step: GapStep;
  middle: number;
  width: number;
  amount: string;
  place: (value: number) => number;
}

function Bar({ step: { label, note, from, to, kind }, middle, width, amount, place }: BarProps) {
  const top = place(Math.max(from, to));
  const height = Math.max(1, place(Math.min(from, to)) - top);
  return (
    <g>
      <rect className={styles[kind]} x={middle - width * 0.3} y={top} width={width * 0.6} height={height} />
      <text className={styles.amount} x={middle} y={top - 5}>
        {amount}
      </text>
      <text className={styles.name} x={middle} y={HEIGHT - 20}>
        {label}
      </text>
      <text className={styles.under} x={middle} y={HEIGHT - 6}>
        {note}
      </text>
    </g>
  );
}
