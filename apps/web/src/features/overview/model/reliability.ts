import type { Backtest } from '@palier/contract';
import { countOf, formatPercent, formatPercentDelta, MISSING } from '@palier/domain';

type Phase = Backtest['phases'][number];
export type Score = Phase['total'];
export type Slice = 'phase' | 'discount' | 'category';
export interface ReliabilityRow {
  key: string;
  label: string;
  note: string;
  score: Score;
  isRunning: boolean;
}

/** Beyond this bias a forecast is said to be off. */
export const BIAS_LIMIT = 0.1;

/** One row per slice of what was forecast and sold, the phases in order, the others of the phase chosen. */
export function reliabilityRows({ phases }: Backtest, slice: Slice, position: number): ReliabilityRow[] {
  if (slice === 'phase') {
    return phases.map((phase) => ({
      key: String(phase.project_phase),
      label: phase.label,
      note: phaseNote(phase),
      score: phase.total,
      isRunning: isRunning(phase),
    }));
  }
  const phase = phases.find(({ project_phase }) => project_phase === position);
  if (!phase) return [];
  const common = { note: '', isRunning: isRunning(phase) };
  return slice === 'discount'
    ? phase.by_discount.map(({ discount_pct, ...score }) => ({
        ...common,
        key: String(discount_pct),
        label: formatPercent(discount_pct, 0),
        score,
      }))
    : phase.by_category
        .map(({ category, ...score }) => ({
          ...common,
          key: category,
          label: category || 'Sans famille',
          score,
        }))
        .sort((a, b) => b.score.actual - a.score.actual);
}

const isRunning = ({ elapsed_days, days }: Phase): boolean => elapsed_days < days;

function phaseNote(phase: Phase): string {
  const { elapsed_days, days, source } = phase;
  const parts = [
    isRunning(phase) && `en cours, ${countOf(elapsed_days, 'jour')} sur ${days}, au prorata`,
    source === 'rebuilt' && 'prévision reconstituée',
  ].filter((part) => typeof part === 'string');
  return parts.join(' · ');
}

/** « −4,2 % » when less was forecast than sold. */
export const biasText = ({ bias }: Score): string =>
  bias === null ? MISSING : formatPercentDelta(100 * bias);
export const wapeText = ({ wape }: Score): string => (wape === null ? MISSING : formatPercent(100 * wape));
export const coverageText = ({ coverage_80 }: Score): string => formatPercent(100 * coverage_80, 0);
