import { formatCompactMoney, isShown } from '@palier/domain';
import { french } from '../../../lib/french.ts';
import { Card } from '../../../ui/card.tsx';
import type { Comparison } from '../model/sum-results.ts';
import styles from './results.module.css';

interface Step {
  label: string;
  note: string;
  from: number;
  to: number;
  kind: 'planned' | 'real' | 'gain' | 'loss';
  value: number;
}

const PARTS = [
  { name: 'price', label: 'Prix', note: 'prix payé contre prix prévu' },
  { name: 'volume', label: 'Volume', note: 'pièces hors ruptures' },
  { name: 'mix', label: 'Mix', note: 'entre familles' },
  { name: 'stock_out', label: 'Ruptures', note: 'prévu × jours sans stock' },
] as const;

/** From the plan to what was earned: bars that start where the one before ends. */
function stepsOf(gap: NonNullable<Comparison['gap']>, real: number): Step[] {
  let at = real - gap.total;
  const planned: Step = { label: 'Prévu', note: '', from: 0, to: at, kind: 'planned', value: at };
  const parts = PARTS.map(({ name, label, note }): Step => {
    const from = at;
    at += gap[name];
    return { label, note, from, to: at, kind: gap[name] < 0 ? 'loss' : 'gain', value: gap[name] };
  });
  return [planned, ...parts, { label: 'Réel', note: '', from: 0, to: real, kind: 'real', value: real }];
}

/** The gap to the plan in margin after leftovers, split into parts that add up to it. */
export function GapCard({
  total,
  merit,
  currency,
}: {
  total: Comparison;
  /** What was earned, leftovers deducted; null when what was left is not known. */
  merit: number | null;
  currency: string;
}) {
  const { gap, line_count, compared_count } = total;
  if (!gap) return null;
  const money = (value: number, signed = false) => formatCompactMoney(value, currency, signed);
  const sum = PARTS.map(({ name }) => money(gap[name], true)).join(' ');
  const left = line_count - compared_count;
  return (
    <Card
      title="Écart au plan"
      note="marge après invendus"
      tools={<b className="unbroken">{french(`${sum} = ${money(gap.total, true)}`)}</b>}
    >
      {isShown(merit) ? (
        <Waterfall steps={stepsOf(gap, merit)} money={money} />
      ) : (
        <dl className={styles.parts}>
          {PARTS.map(({ name, label, note }) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd className={gap[name] < 0 ? 'attention' : 'good'}>{money(gap[name], true)}</dd>
              <dd className="small muted">{note}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="small muted">
        {left > 0
          ? french(`${left} produit(s) sans plan, sans prix ou sans coût sont comptés à leur réel.`)
          : french('Tous les produits ont leur plan, leur prix et leur coût.')}
      </p>
    </Card>
  );
}

const [WIDTH, HEIGHT, TOP, BOTTOM] = [480, 190, 18, 32];

function Waterfall({ steps, money }: { steps: Step[]; money: (value: number, signed?: boolean) => string }) {
  const ends = steps.flatMap(({ to }) => to);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const floor = low - Math.max((high - low) * 0.6, Math.abs(high) * 0.02);
  const place = (value: number): number =>
    TOP + ((high - Math.max(value, floor)) / Math.max(high - floor, 1e-9)) * (HEIGHT - TOP - BOTTOM);
  const step = WIDTH / steps.length;
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={french(steps.map(({ label, value }) => `${label} ${money(value)}`).join(', '))}
    >
      {steps.map(({ label, note, from, to, kind, value }, index) => {
        const whole = kind === 'planned' || kind === 'real';
        const [top, foot] = whole
          ? [place(to), HEIGHT - BOTTOM]
          : [place(Math.max(from, to)), place(Math.min(from, to))];
        const middle = step * (index + 0.5);
        return (
          <g key={label}>
            <rect
              className={styles[kind]}
              x={middle - step * 0.3}
              y={top}
              width={step * 0.6}
              height={Math.max(1, foot - top)}
            />
            <text className={styles.amount} x={middle} y={top - 5}>
              {money(value, !whole)}
            </text>
            <text className={styles.name} x={middle} y={HEIGHT - 18}>
              {label}
            </text>
            <text className={styles.under} x={middle} y={HEIGHT - 5}>
              {note}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
