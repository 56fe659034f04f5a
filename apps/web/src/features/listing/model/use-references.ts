import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readGroupGoals, type Selection } from '../api/discounts.ts';
import type { BeforeFigures } from './row.ts';

/** Other outcomes that the listing's figures are read against. */
export interface References {
  /** The best that each figure could be, whatever it costs the others. */
  optimum: Partial<Record<keyof BeforeFigures, number>>;
  budget_ceiling: number | null;
}

type Measure = 'sales' | 'profit' | 'stock';

/** The best of each measure over the goals: the largest sales and margin, the least stock left. */
export function bestOverGoals(
  goals: readonly { phase_forecast?: Partial<Record<Measure, number | null>> }[],
): References['optimum'] {
  const values = (measure: Measure): number[] =>
    goals.map((goal) => goal.phase_forecast?.[measure]).filter((value) => typeof value === 'number');
  const optimum: References['optimum'] = {};
  const [sales, profit, stock] = [values('sales'), values('profit'), values('stock')];
  if (sales.length > 0) optimum.sales = Math.max(...sales);
  if (profit.length > 0) optimum.profit = Math.max(...profit);
  if (stock.length > 0) optimum.stock = Math.min(...stock);
  return optimum;
}

/** What the listed products could give under each goal; missing until the server knows. */
export function useReferences(
  project: string,
  selection: Selection,
  ceiling: number | null,
  enabled: boolean,
): References {
  const goals = useQuery({
    queryKey: ['projects', project, 'goals', selection],
    queryFn: ({ signal }) => readGroupGoals(project, selection, signal),
    enabled,
    staleTime: 5 * 60_000,
    retry: false,
  });
  return useMemo(
    () => ({ optimum: bestOverGoals(goals.data?.goals ?? []), budget_ceiling: ceiling }),
    [goals.data, ceiling],
  );
}
