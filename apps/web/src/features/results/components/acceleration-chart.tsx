import type { Results } from '@palier/contract';
import { formatCoefficient, formatPercent } from '@palier/domain';
import { countOf, french } from '../../../lib/french.ts';
import { roundTicks } from '../../../lib/round-ticks.ts';
import { depthColor } from '../../../ui/colors.ts';
import { type MeasuredPace, measuredPaces } from '../model/paces.ts';
import styles from './acceleration-chart.module.css';

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [560, 260, 44, 16, 34];
/** Half the side of a mark. */
const MARK = 4.5;
const SHAPES = ['ring', 'disc', 'diamond', 'square'] as const;

const shapeOf = (place: number) => SHAPES[place % SHAPES.length] ?? 'disc';
const colorOf = (place: number, count: number) => depthColor(place + 2, count + 2);

/** What the marks of each phase look like. */
export function AccelerationLegend({ phases }: { phases: Results['phases'] }) {
  return (
    <span className={styles.legend} aria-hidden="true">
      {phases.map(({ project_phase, label }, place) => (
        <span key={project_phase} title={french(label)}>
          <svg viewBox="-6 -6 12 12" aria-hidden="true">
            <Mark {...{ x: 0, y: 0, place, count: phases.length }} />
          </svg>
          {`D${project_phase + 1}`}
        </span>
      ))}
    </span>
  );
}

/** How many times faster each discount sold in each phase, with the interval that holds it eight times in ten. */
export function AccelerationChart({ results: { phases, acceleration } }: { results: Results }) {
  const { paces, levels, low, high } = measuredPaces(acceleration);
  const place = (value: number): number =>
    TOP + ((high - value) / Math.max(high - low, 1e-9)) * (HEIGHT - TOP - BOTTOM);
  const width = (WIDTH - LEFT) / Math.max(1, levels.length);
  const step = (width * 0.7) / phases.length;
  const across = ({ discount_pct, project_phase }: MeasuredPace): number => {
    const own = phases.findIndex((phase) => phase.project_phase === project_phase);
    const middle = LEFT + width * (levels.indexOf(discount_pct) + 0.5);
    return middle + step * (own - (phases.length - 1) / 2);
  };
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={french(paces.map((pace) => sentenceOf(pace, phases)).join(', '))}
    >
      {roundTicks(low, high).map((tick) => (
        <g key={tick}>
          <line className={styles.grid} x1={LEFT} x2={WIDTH} y1={place(tick)} y2={place(tick)} />
          <text className={styles.tick} x={LEFT - 6} y={place(tick) + 3}>
            {formatCoefficient(tick)}
          </text>
        </g>
      ))}
      <line className={styles.base} x1={LEFT} x2={WIDTH} y1={place(1)} y2={place(1)} />
      {levels.map((level, index) => (
        <text key={level} className={styles.level} x={LEFT + width * (index + 0.5)} y={HEIGHT - 12}>
          {formatPercent(level, 0)}
        </text>
      ))}
      {paces.map((pace) => {
        const own = phases.findIndex(({ project_phase }) => project_phase === pace.project_phase);
        const x = across(pace);
        return (
          <g key={`${pace.project_phase} ${pace.discount_pct}`}>
            <title>{french(sentenceOf(pace, phases))}</title>
            <line className={styles.interval} x1={x} x2={x} y1={place(pace.low)} y2={place(pace.high)} />
            {[pace.low, pace.high].map((end) => (
              <line
                key={end}
                className={styles.interval}
                x1={x - MARK}
                x2={x + MARK}
                y1={place(end)}
                y2={place(end)}
              />
            ))}
            <Mark {...{ x, y: place(pace.ratio), place: own, count: phases.length }} />
          </g>
        );
      })}
    </svg>
  );
}

function sentenceOf(
  { discount_pct, project_phase, line_count, ratio, low, high }: MeasuredPace,
  phases: Results['phases'],
): string {
  const label = phases.find((phase) => phase.project_phase === project_phase)?.label ?? '';
  const interval = `${formatCoefficient(low)} à ${formatCoefficient(high)}`;
  return `${label}, ${formatPercent(discount_pct, 0)} : ${formatCoefficient(ratio)} (${interval}), ${countOf(line_count, 'produit')}`;
}

function Mark({ x, y, place, count }: { x: number; y: number; place: number; count: number }) {
  const shape = shapeOf(place);
  const color = colorOf(place, count);
  if (shape === 'ring' || shape === 'disc')
    return (
      <circle
        className={styles[shape]}
        cx={x}
        cy={y}
        r={MARK}
        stroke={color}
        fill={shape === 'disc' ? color : undefined}
      />
    );
  return (
    <rect
      x={x - MARK + 0.5}
      y={y - MARK + 0.5}
      width={2 * MARK - 1}
      height={2 * MARK - 1}
      fill={color}
      transform={shape === 'diamond' ? `rotate(45 ${x} ${y})` : undefined}
    />
  );
}
