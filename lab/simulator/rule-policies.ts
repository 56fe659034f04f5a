import { LEVELS } from './market.ts';
import type { Policy, Present } from './policy.ts';

/** The same discounts for all, phase after phase. */
function calendarPolicy(key: string, label: string, discounts: readonly number[]): Policy {
  return {
    key,
    label,
    open: (market) => (present) => new Float64Array(market.items.length).fill(discounts[present.phase] ?? 0),
  };
}

/** Weeks of stock at the current rate against the weeks left: one level deeper above this, two above twice it. */
const LONG_COVER = 1.5;

/** The buyer's rule of thumb: start at 20 %, go deeper while the stock would outlast the soldes. */
const coverRule: Policy = {
  key: 'cover_rule',
  label: 'Règle de couverture',
  open: (market) => (present) =>
    Float64Array.from(market.items, (item, index) => {
      const last = present.past.at(-1);
      if (!last) return LEVELS[1] ?? 0;
      const weeksLeft = market.phase_days.length - 1 - present.phase;
      const cover = (present.stock[index] ?? 0) / Math.max(0.5, last.units[index] ?? item.sold_last_week);
      const current = LEVELS.indexOf(last.discount[index] ?? 0);
      const steps = cover > 2 * LONG_COVER * weeksLeft ? 2 : cover > LONG_COVER * weeksLeft ? 1 : 0;
      return LEVELS[Math.min(LEVELS.length - 1, current + steps)] ?? 0;
    }),
};

/** What retailers do without a model. */
export const RULE_POLICIES: readonly Policy[] = [
  calendarPolicy('none', 'Aucune démarque', [0, 0, 0, 0]),
  calendarPolicy('flat_30', '30 % pour tous', [0.3, 0.3, 0.3, 0.3]),
  calendarPolicy('ladder', 'Échelle 20/30/50/60', [0.2, 0.3, 0.5, 0.6]),
  coverRule,
];

/** The deeper of the choice and of the previous phase. */
export function neverUp(present: Present, chosen: Float64Array): Float64Array {
  const last = present.past.at(-1);
  return last ? chosen.map((discount, index) => Math.max(discount, last.discount[index] ?? 0)) : chosen;
}
