import type { RuleEffect } from '@palier/contract';
import { allowedLevels } from '@palier/domain';
import type { Line } from '../rows/row.ts';
import { levelsOfMerit } from './shields.ts';

/** What a line would gain to the project's end without a rule, at its best discount. */
export interface RuleCost {
  /** That discount, in points; the rule forbids it. */
  level: number;
  /** More « marge après invendus » and units than at the best discount that the rule leaves. */
  merit: number;
  sales_qty: number;
}

/**
 * The best « marge après invendus » without the rule, less the best with it; all other rules are kept.
 * @param levels the project's, in points.
 * @returns null when the rule leaves the best discount, or nobody knows the line's margins.
 */
export function ruleCost(
  line: Line,
  { without }: Pick<RuleEffect, 'without'>,
  levels: readonly number[],
): RuleCost | null {
  const rows = levelsOfMerit(line);
  const best = (allowed: readonly number[]) =>
    rows
      .filter(({ level }) => allowed.includes(level))
      .reduce<(typeof rows)[number] | null>(
        (top, row) => (top === null || row.profit_after_leftovers > top.profit_after_leftovers ? row : top),
        null,
      );
  const kept = best(allowedLevels(line, levels));
  const { discount_pct_min, discount_pct_max } = without;
  const freed = best(allowedLevels({ ...line, discount_pct_min, discount_pct_max }, levels));
  if (!kept || !freed || freed.profit_after_leftovers - kept.profit_after_leftovers < 0.5) return null;
  return {
    level: freed.level,
    merit: freed.profit_after_leftovers - kept.profit_after_leftovers,
    sales_qty: freed.sales_qty - kept.sales_qty,
  };
}
