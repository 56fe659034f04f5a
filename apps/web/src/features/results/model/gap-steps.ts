import { roundTicks } from '../../../lib/round-ticks.ts';
import type { Comparison } from './sum-results.ts';

export const GAP_PARTS = [
  { name: 'price', label: 'Prix', note: 'au prix payé' },
  { name: 'volume', label: 'Volume', note: 'hors ruptures' },
  { name: 'mix', label: 'Mix', note: 'entre familles' },
  { name: 'stock_out', label: 'Ruptures', note: 'jours sans stock' },
] as const;

export interface GapStep {
  label: string;
  note: string;
  from: number;
  to: number;
  kind: 'planned' | 'real' | 'gain' | 'loss';
  value: number;
}

export interface GapSteps {
  steps: GapStep[];
  /** The axis, and its round lines; it does not begin at zero when all amounts are far from it. */
  bottom: number;
  top: number;
  ticks: readonly number[];
  /** Where the bars of the plan and of the actuals stand: zero, or the end of the axis that is nearest to it. */
  base: number;
}

/** From the plan to what was earned: bars that start where the one before ends. */
export function gapSteps(gap: NonNullable<Comparison['gap']>, real: number): GapSteps {
  let at = real - gap.total;
  const ends = [at];
  const parts = GAP_PARTS.map(({ name, label, note }): GapStep => {
    const from = at;
    at += gap[name];
    ends.push(at);
    return { label, note, from, to: at, kind: gap[name] < 0 ? 'loss' : 'gain', value: gap[name] };
  });
  const planned = real - gap.total;
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  // Room so that the shortest of the two whole bars is still seen.
  const room = Math.max((high - low) * 0.5, Math.abs(high) * 0.02);
  const bottom = low > 0 ? Math.max(0, low - room) : low;
  const top = high < 0 ? Math.min(0, high + room) : high;
  const base = bottom > 0 ? bottom : top < 0 ? top : 0;
  const whole = (label: string, kind: 'planned' | 'real', value: number): GapStep => ({
    ...{ label, kind, value, note: '', from: base, to: value },
  });
  return {
    steps: [whole('Prévu', 'planned', planned), ...parts, whole('Réel', 'real', real)],
    ...{ bottom, top, base, ticks: roundTicks(bottom, top) },
  };
}
