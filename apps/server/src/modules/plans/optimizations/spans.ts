import { effectiveDiscount, nearestLevel } from '@palier/domain';
import type { DiscountRow } from '../../discounts/index.ts';
import type { RemovedLevels } from '../../law/index.ts';
import { allowedSpan } from '../simulations/problem.ts';
import type { PlanRules } from './plan-rules.ts';

/** Levels that a line may take; `clipped`: what a person chose was outside, and is brought back to the nearest one. */
export interface Span {
  min: number;
  max: number;
  previous: number;
  fixed: number;
  clipped: boolean;
}

/** The levels that a line may take under the rules of a plan, the law aside. */
export function spanOf(line: DiscountRow | undefined, levels: readonly number[], rules: PlanRules): Span {
  if (!line) return { min: 0, max: levels.length - 1, previous: 0, fixed: -1, clipped: false };
  const { min, max } = allowedSpan(line, levels);
  const cap = rules.maximum_discount_pct ?? 100;
  const highest = Math.max(
    min,
    levels.findLastIndex((level) => level <= cap),
  );
  const reached = line.previous_discount_pcts.at(-1) ?? 0;
  const previous = Math.max(
    0,
    levels.findIndex((level) => level >= reached),
  );
  const most = Math.min(max, highest);
  const kept = rules.keep_discount_pct_user !== false && line.discount_pct_user !== null;
  if (!kept) return { min, max: most, previous, fixed: -1, clipped: false };
  const chosen = effectiveDiscount(line) ?? 0;
  const nearest = levels.indexOf(nearestLevel(chosen, levels));
  // Nothing is allowed between the bounds: the line is reported as blocked, not as fixed by a person.
  const least = Math.max(min, previous);
  const fixed = least > most ? -1 : Math.min(most, Math.max(least, nearest));
  return { min, max: most, previous, fixed, clipped: levels[fixed] !== line.discount_pct_user };
}

/** Whether a level is open to a line in a phase, counted from the worked one. */
export type LevelTest = (item: number, level: number, phase: number) => boolean;

/** Levels of lines once the law has removed some. */
export interface LawfulSpans {
  spans: Span[];
  /** Lines that lose a level that they could have taken in some phase, and are decided apart from their group. */
  hit: Uint8Array;
  /** Lines that the law leaves no path to the last phase: they stay at one level, the least that it allows the longest. */
  stuck: Uint8Array;
  /** Lines whose discount chosen by hand is a removed level: it stands, and validation says so. */
  against: Uint8Array;
}

/**
 * Spans once the law's levels are removed, and only where they are. A discount chosen by hand stands: the law forbids an
 * announcement, not a price.
 * @param isOpen whether a level is open to a line otherwise (its cost floor)
 */
export function lawfulSpans(
  spans: readonly Span[],
  removed: RemovedLevels | null,
  levels: readonly number[],
  isOpen: LevelTest,
): LawfulSpans {
  const [hit, stuck, against] = [0, 1, 2].map(() => new Uint8Array(spans.length)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  if (!removed) return { spans: [...spans], hit, stuck, against };
  const settled = spans.map((span, item) => {
    if (span.fixed >= 0) {
      if (removed.now(item, span.fixed) !== 0) against[item] = 1;
      return span;
    }
    const own = ownLevels(span);
    if (!own.some((level) => isRemovedSomewhere(removed, item, level))) return span;
    hit[item] = 1;
    // Without a discount so far, waiting is always lawful.
    if (own.some((level) => levels[level] === 0) || hasPath(removed, item, own, isOpen)) return span;
    stuck[item] = 1;
    const open = own.filter((level) => isOpen(item, level, 0));
    const stays = (level: number): number => phasesAt(removed, item, level);
    const fixed = open.reduce((best, level) => (stays(level) > stays(best) ? level : best), own[0] ?? 0);
    return { ...span, fixed };
  });
  return { spans: settled, hit, stuck, against };
}

/** The levels from the least to the deepest that a line may take, the law aside. */
export function ownLevels({ min, max, previous }: Span): number[] {
  const least = Math.max(min, previous);
  return Array.from({ length: Math.max(0, max - least + 1) }, (_, n) => least + n);
}

function isRemovedSomewhere(removed: RemovedLevels, item: number, level: number): boolean {
  for (let first = 0; first < removed.phases; first++)
    if (!removed.mayStay(item, { first, phase: first, level })) return true;
  return false;
}

/** Whether a line marked down from the worked phase on may go from level to level to the last phase. */
function hasPath(removed: RemovedLevels, item: number, own: readonly number[], isOpen: LevelTest): boolean {
  let least = -1;
  for (let phase = 0; phase < removed.phases; phase++) {
    const next = own.find(
      (level) =>
        level >= least && isOpen(item, level, phase) && removed.at(item, { first: 0, phase, level }) === 0,
    );
    if (next === undefined) return false;
    least = next;
  }
  return true;
}

/** Phases that a line may stay at a level from the worked one on. */
function phasesAt(removed: RemovedLevels, item: number, level: number): number {
  let phase = 0;
  while (phase < removed.phases && removed.at(item, { first: 0, phase, level }) === 0) phase++;
  return phase;
}

/** How many phases and levels a plan has, and what its cost floor leaves open; null: not told here. */
interface OpenLevelsOf {
  phases: number;
  levels: number;
  isOpen: LevelTest | null;
}

/**
 * The levels that each line may take by the phase of its first discount and by phase, as the optimiser has them; null
 * where nothing is closed. A line that the law takes nothing from is not judged by it: it stays with its group.
 */
export function openLevels(
  spans: readonly Span[],
  removed: RemovedLevels | null,
  { hit }: Pick<LawfulSpans, 'hit'>,
  { phases, levels, isOpen }: OpenLevelsOf,
): Uint32Array | null {
  if (!removed && !isOpen) return null;
  const open = new Uint32Array(spans.length * phases ** 2).fill(2 ** 32 - 1);
  spans.forEach(({ fixed }, item) => {
    const law = hit[item] === 1 || fixed >= 0 ? removed : null;
    if (!law && !isOpen) return;
    for (let first = 0; first < phases; first++)
      for (let phase = first; phase < phases; phase++) {
        let bits = 0;
        for (let level = 0; level < levels; level++) {
          const isLawful = !law || law.at(item, { first, phase, level }) === 0;
          if (isLawful && (isOpen?.(item, level, phase) ?? true)) bits |= 1 << level;
        }
        open[(item * phases + first) * phases + phase] = bits;
      }
  });
  return open;
}

/** The lawful level of a line nearest above one, else its least. */
export function lawfulLevel(
  { min, max, previous }: Span,
  wished: number,
  isRemoved: (level: number) => boolean,
): number {
  const least = Math.max(min, previous);
  const level = Math.min(max, Math.max(least, wished));
  if (!isRemoved(level)) return level;
  for (let lower = level - 1; lower >= least; lower--) if (!isRemoved(lower)) return lower;
  for (let deeper = level + 1; deeper <= max; deeper++) if (!isRemoved(deeper)) return deeper;
  return least;
}
