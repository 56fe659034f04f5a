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

/** Levels of lines once the law has removed some. */
export interface LawfulSpans {
  spans: Span[];
  /** What is not offered, `n * L + l`; null: all is. */
  removed: RemovedLevels | null;
  /** Lines that lose a level that they could have taken, and are decided apart from their group. */
  hit: Uint8Array;
  /** Lines without any lawful level: they stay at the least discount that they may take. */
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
  levelCount: number,
  isOpen: (item: number, level: number) => boolean,
): LawfulSpans {
  const kept = removed?.slice() ?? null;
  const [hit, stuck, against] = [0, 1, 2].map(() => new Uint8Array(spans.length)) as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  const settled = spans.map((span, item) => {
    const at = (level: number): number => item * levelCount + level;
    const isRemoved = (level: number): boolean => (kept?.[at(level)] ?? 0) !== 0;
    const least = Math.max(span.min, span.previous);
    if (span.fixed >= 0) {
      if (isRemoved(span.fixed)) against[item] = 1;
      kept?.fill(0, at(span.fixed), at(span.fixed) + 1);
      return span;
    }
    const own = Array.from({ length: Math.max(0, span.max - least + 1) }, (_, n) => least + n);
    if (!own.some(isRemoved)) return span;
    hit[item] = 1;
    if (own.some((level) => !isRemoved(level) && isOpen(item, level))) return span;
    stuck[item] = 1;
    kept?.fill(0, at(least), at(least) + 1);
    return { ...span, fixed: least };
  });
  return { spans: settled, removed: kept, hit, stuck, against };
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
