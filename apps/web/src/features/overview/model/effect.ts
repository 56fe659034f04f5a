import type { ProjectStats } from '@palier/contract';
import { formatCompactMoney, formatDelta, formatPercent, MISSING, readNumber } from '@palier/domain';

export interface Effect {
  label: string;
  text: string;
}

type Plan = Pick<ProjectStats, 'phase_forecast' | 'discount_budget'>;

function change(before: number | null, after: number | null): number | null {
  return before === null || after === null ? null : after - before;
}

/** What a simulated plan changes against the present one. */
export function simulationEffect(
  current: Plan,
  simulated: Plan & { gap?: number | null },
  currencies: { catalog: string; accounting: string },
): Effect[] {
  const figure = (plan: Plan, name: string) => readNumber(plan.phase_forecast ?? null, name);
  const between = (name: string) => change(figure(current, name), figure(simulated, name));
  const stock = between('stock');
  return [
    { label: 'CA', text: formatCompactMoney(between('sales'), currencies.catalog, true) },
    { label: 'Marge', text: formatCompactMoney(between('profit'), currencies.accounting, true) },
    { label: 'Stock restant', text: stock === null ? MISSING : formatDelta(stock) },
    {
      label: 'Budget',
      text: formatCompactMoney(
        change(current.discount_budget ?? null, simulated.discount_budget ?? null),
        currencies.catalog,
        true,
      ),
    },
    // The most margin that the same shares could give, with other products in them.
    ...(typeof simulated.gap === 'number'
      ? [{ label: 'Sous la meilleure marge à ces parts', text: formatPercent(100 * simulated.gap) }]
      : []),
  ];
}
