import type { PlanComparison } from '@palier/contract';
import { meanResidualValue } from '@palier/domain';
import type { ProjectPart } from './part.ts';
import { presentBest, presentHorizons, sumBest, sumBuckets, sumPast, sumTotals } from './totals.ts';

type Part = PlanComparison['projects'][number];

/** The parts of several projects, and all of them as one. */
export function presentComparison(parts: readonly ProjectPart[]): PlanComparison {
  const since = parts.flatMap(({ current_since }) => current_since?.getTime() ?? []);
  const [first] = parts;
  if (!first) throw new Error('no project is compared');
  const past = (horizon: 'phase' | 'end') => sumPast(parts.map(({ last_year }) => last_year[horizon]));
  return {
    ...presentParts(parts),
    last_year: { phase: past('phase'), end: past('end') },
    last_year_days: (
      parts.find(({ last_year }) => last_year.end === null || last_year.phase === null) ?? first
    ).last_year_days,
    best: presentBest(sumBest(parts.map(({ best }) => best))),
    current_since: since.length > 0 ? new Date(Math.max(...since)).toISOString() : null,
    mean_residual_value: meanResidual(parts),
    projects: parts.map((part) => ({ project_id: part.project_id, ...presentParts([part]) })),
  };
}

/** Figures of some projects as of one. */
function presentParts(parts: readonly ProjectPart[]): Omit<Part, 'project_id'> {
  const sum = (pick: (part: ProjectPart) => number) => parts.reduce((total, part) => total + pick(part), 0);
  const runs = parts[0]?.runs ?? [];
  return {
    discount_count: sum((part) => part.discount_count),
    sum_stock_qty: sum((part) => part.sum_stock_qty),
    kept_user_count: sum((part) => part.kept_user_count),
    nothing: presentHorizons(sumTotals(parts.map(({ nothing }) => nothing))),
    current: presentPlan(parts.map(({ current }) => current)),
    runs: runs.map(({ _id }, n) => {
      const own = parts.flatMap((part) => part.runs[n] ?? []);
      const count = (pick: (run: (typeof own)[number]) => number) =>
        own.reduce((total, run) => total + pick(run), 0);
      return {
        _id,
        discount_count: count((run) => run.discount_count),
        plan: presentPlan(own.map(({ plan }) => plan)),
        sent: presentHorizons(sumTotals(own.map(({ sent }) => sent))),
        sent_count: count((run) => run.sent_count),
        changed_count: count((run) => run.changed_count),
      };
    }),
  };
}

function presentPlan(plans: readonly ProjectPart['current'][]): Part['current'] {
  return {
    ...presentHorizons(sumTotals(plans.map(({ totals }) => totals))),
    discount_distribution: sumBuckets(plans.map(({ distribution }) => distribution)),
  };
}

/** Mean share of its cost that an unsold unit keeps over all the compared lines. */
function meanResidual(parts: readonly Pick<ProjectPart, 'leftovers'>[]): number | null {
  const all = (name: keyof ProjectPart['leftovers']) => parts.flatMap(({ leftovers }) => leftovers[name]);
  return meanResidualValue(all('residual_value'), all('cost'), all('stock'));
}
