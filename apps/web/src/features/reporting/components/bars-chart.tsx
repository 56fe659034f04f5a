import { formatNumber, type SerieMetric } from '@palier/domain';
import { useRef, useState } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { useElementWidth } from '../../../ui/use-element-width.ts';
import { type BarGroup, nameWidth, planSlots, valueAxis } from '../model/chart.ts';
import { gapText, gapTone, type MetricScale } from '../model/metric.ts';
import { pathText } from '../model/rows.ts';
import styles from './chart.module.css';

export interface ChartProps {
  /** What it shows, for who cannot see it. */
  label: string;
  metric: SerieMetric;
  scale: MetricScale;
  titles: readonly string[];
  colors: readonly string[];
  reference: number;
  /** A figure with its unit. */
  text: (value: number | null) => string;
}

interface BarsChartProps extends ChartProps {
  groups: readonly BarGroup[];
  /** Gaps to the reference: bars above and under zero, the reference having none. */
  gaps?: boolean;
}

const HEIGHT = 190;
const [TOP, FLOOR] = [14, 146];
export const LEFT = 52;
const RIGHT = 8;
/** What bars take of their slot. */
const FILL = 0.74;
const USUAL_WIDTH = 1200;

/**
 * Groups side by side, the largest first: a bar a serie, the reference as a line across them. Groups too many to be
 * named all keep thin bars and a name every few of them; pointing at one says it whole.
 */
export function BarsChart(props: BarsChartProps) {
  const { groups, label, scale, reference, gaps = false } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = useElementWidth(box, USUAL_WIDTH);
  const [pointed, setPointed] = useState<number | null>(null);
  const plan = planSlots(groups.length, width - LEFT - RIGHT, nameWidth(groups));
  const shown = groups.slice(0, plan.shown);
  const axis = valueAxis(
    shown.flatMap(({ values }) => values),
    scale.divisor,
  );
  const place = (value: number): number =>
    TOP + ((axis.high - value) / (axis.high - axis.low || 1)) * (FLOOR - TOP);
  const bars = props.titles.flatMap((_, serie) => (serie === reference ? [] : [serie]));
  const at = pointed === null ? undefined : shown[pointed];
  return (
    <div ref={box} className={styles.chart} data-part="chart" onPointerLeave={() => setPointed(null)}>
      <svg width={width} height={HEIGHT} role="img" aria-label={label}>
        {axis.ticks.map((tick) => (
          <g key={tick}>
            <path className={styles.rule} d={`M${LEFT} ${half(place(tick))}H${width - RIGHT}`} />
            <text className={styles.axis} x={LEFT - 8} y={place(tick) + 4} textAnchor="end">
              {formatNumber(tick, 2)}
            </text>
          </g>
        ))}
        {shown.map((group, index) => (
          <g
            key={group.id}
            data-part="group"
            data-group={group.label}
            className={classNames(index === pointed && styles.pointed)}
            onPointerEnter={() => setPointed(index)}
          >
            <rect
              className={styles.slot}
              x={LEFT + index * plan.slot}
              y={0}
              width={plan.slot}
              height={HEIGHT}
            />
            <GroupMarks
              {...props}
              {...{ group, place, bars }}
              x={LEFT + index * plan.slot}
              slot={plan.slot}
            />
            {index % plan.step === 0 && (
              <GroupName {...props} {...{ group, plan, width }} index={index} gaps={gaps} />
            )}
          </g>
        ))}
        <path className={styles.base} d={`M${LEFT} ${half(place(0))}H${width - RIGHT}`} />
      </svg>
      {at && pointed !== null && (
        <PointedGroup
          {...props}
          group={at}
          slot={plan.slot}
          left={LEFT + pointed * plan.slot}
          width={width}
        />
      )}
      {plan.shown < groups.length && (
        <p className={`tiny muted ${styles.foot}`}>
          {`Les ${plan.shown} premiers groupes sur ${formatNumber(groups.length, 0)}.`}
        </p>
      )}
    </div>
  );
}

const half = (value: number): number => Math.round(value) + 0.5;

interface GroupProps extends BarsChartProps {
  group: BarGroup;
}

function GroupMarks({
  group,
  bars,
  colors,
  reference,
  scale,
  place,
  x,
  slot,
  gaps,
}: GroupProps & { bars: readonly number[]; place: (value: number) => number; x: number; slot: number }) {
  const room = slot * FILL;
  const start = x + (slot - room) / 2;
  const each = room / Math.max(1, bars.length);
  const space = each > 8 ? Math.min(6, each * 0.12) : 0;
  const line = group.values[reference];
  const alone = bars.length === 0;
  return (
    <>
      {bars.map((serie, at) => {
        const value = group.values[serie];
        if (value === null || value === undefined) return null;
        const [from, to] = [place(0), place(value / scale.divisor)];
        return (
          <rect
            key={serie}
            className={styles.column}
            data-serie={serie % 4}
            style={{ fill: colors[serie] }}
            x={start + at * each + space / 2}
            y={Math.min(from, to)}
            width={Math.max(1, each - space)}
            height={Math.max(1, Math.abs(to - from))}
          />
        );
      })}
      {!gaps && line !== null && line !== undefined && alone && (
        <rect
          className={styles.column}
          style={{ fill: colors[reference] }}
          x={start}
          y={Math.min(place(0), place(line / scale.divisor))}
          width={Math.max(1, room)}
          height={Math.max(1, Math.abs(place(0) - place(line / scale.divisor)))}
        />
      )}
      {!gaps && line !== null && line !== undefined && !alone && (
        <path
          className={styles.line}
          style={{ stroke: colors[reference] }}
          d={`M${start - (slot > 24 ? 4 : 0)} ${place(line / scale.divisor)}h${room + (slot > 24 ? 8 : 0)}`}
        />
      )}
    </>
  );
}

/** Width of a letter of the chart's text, px. */
const LETTER = 5.9;

function GroupName({
  group,
  metric,
  plan,
  index,
  width,
}: GroupProps & { plan: ReturnType<typeof planSlots>; index: number; width: number }) {
  const middle = LEFT + (index + 0.5) * plan.slot;
  const room = plan.slot * plan.step - 6;
  const letters = Math.max(3, Math.floor(room / LETTER));
  const name = group.label.length > letters ? `${group.label.slice(0, letters - 1)}…` : group.label;
  const reach = (name.length * LETTER) / 2;
  const x = Math.min(width - reach - 2, Math.max(reach + 2, middle));
  // Moved inside the edge, the last name of some would stand on the one before.
  if (plan.dense && x < middle) return null;
  return (
    <>
      <text className={styles.axis} x={x} y={162} textAnchor="middle">
        {name}
      </text>
      {group.gap !== null && (
        <text
          className={classNames(styles.axis, styles[gapTone(group.gap, metric)])}
          x={x}
          y={176}
          textAnchor="middle"
        >
          {gapText(group.gap, metric)}
        </text>
      )}
    </>
  );
}

const NOTE_WIDTH = 240;
const NOTE_SPACE = 8;

/** Every figure of the group under the pointer; the table below says the same. */
function PointedGroup({
  group,
  titles,
  colors,
  text,
  metric,
  left,
  width,
  gaps,
  slot,
}: GroupProps & { left: number; width: number; slot: number }) {
  // Beside what it is of, which stays in sight.
  const after = left + slot + NOTE_SPACE;
  const side = after + NOTE_WIDTH <= width ? after : Math.max(0, left - NOTE_SPACE - NOTE_WIDTH);
  return (
    <div className={styles.note} aria-hidden="true" style={{ left: side, width: NOTE_WIDTH }}>
      <b>{pathText(group.id) || group.label}</b>
      {titles.map((title, serie) =>
        gaps && group.values[serie] === null ? null : (
          <span key={title} className="side-by-side">
            <i className={styles.mark} style={{ background: colors[serie] }} />
            <span className="spacer">{title}</span>
            <span className="figure">{text(group.values[serie] ?? null)}</span>
          </span>
        ),
      )}
      {group.gap !== null && <span className="muted">{`écart ${gapText(group.gap, metric)}`}</span>}
    </div>
  );
}
