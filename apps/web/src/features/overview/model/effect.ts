import type { ProjectStats } from '@palier/contract';
import {
  formatCompactMoney,
  formatDelta,
  formatPercent,
  HORIZON_FAMILY,
  type Horizon,
  MISSING,
  readNumber,
} from '@palier/domain';

export interface Effect {
  label: string;
  text: string;
}

type Plan = Pick<ProjectStats, 'phase_forecast' | 'forecast' | 'discount_budget'>;

function change(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : after - before;
}

/** What a simulated plan changes against the present one, over the days of the figures above it. */
export function simulationEffect(
  current: Plan,
  simulated: Plan & { gap?: number | null },
  horizon: Horizon,
  currencies: { catalog: string; accounting: string },
): Effect[] {
  const between = (read: (plan: Plan) => number | null) => change(read(current), read(simulated));
  const over = (name: string) => between((plan) => readNumber(plan[HORIZON_FAMILY[horizon]] ?? null, name));
  const merit = between((plan) => plan.forecast?.profit_after_leftovers ?? null);
  const budget = between((plan) =>
    horizon === 'phase' ? (plan.discount_budget ?? null) : (plan.forecast?.discount_budget ?? null),
  );
  const stock = over('stock');
  return [
    { label: 'CA prévu', text: formatCompactMoney(over('sales'), currencies.catalog, true) },
    ...(merit === null
      ? []
      : [{ label: 'Marge après invendus', text: formatCompactMoney(merit, currencies.accounting, true) }]),
    { label: 'Stock restant', text: stock === null ? MISSING : formatDelta(stock) },
    { label: 'Budget', text: formatCompactMoney(budget, currencies.catalog, true) },
    // The most margin that the same shares could give, with other products in them.
    ...(typeof simulated.gap === 'number'
      ? [
          {
            label: 'Sous la meilleure marge après invendus à ces parts',
            text: formatPercent(100 * simulated.gap),
          },
        ]
      : []),
  ];
}
