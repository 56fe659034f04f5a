import { formatQuantity } from '@palier/domain';

/**
 * A floor as it is prefilled: whole units, rounded down so that the plan that it is the merit of keeps it. Written as
 * people write it, « 127 218 » or « −31 300 ».
 */
export function floorText(amount: number): string {
  return formatQuantity(Math.floor(amount));
}

/** A floor typed the French way, a loss included; null when it is no amount. */
export function typedFloor(typed: string): number | null {
  const bare = typed
    .replace(/[\s\p{Sc}]/gu, '')
    .replace(',', '.')
    .replace('\u2212', '-');
  const value = Number(bare);
  return bare === '' || !Number.isFinite(value) ? null : value;
}

/** Whether a gap would be written 0 %: nobody can say that a better plan exists. */
export const isProvedBest = (gap: number): boolean => Math.round(gap * 10_000) === 0;

/** « Au mieux possible », or how far from it the plan may be: a gap that would be written 0 % is none. */
export function gapSentence(gap: number): string {
  const points = Math.round(gap * 10_000) / 100;
  return isProvedBest(gap)
    ? 'Au mieux possible.'
    : `À ${points.toLocaleString('fr-FR')}\u202f% au plus du mieux possible.`;
}
