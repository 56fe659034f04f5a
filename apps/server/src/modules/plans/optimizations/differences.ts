import type { EngineLines } from '@palier/analytics';
import type { PlanDifferences } from '@palier/contract';
import { lineProfit, lineProfitAfterLeftovers } from '@palier/engine';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import type { ProjectScope } from '../../../scope.ts';
import { findLines, levelsOf } from '../../discounts/index.ts';
import { residualRule, type ValuedLines, withResidualValue } from '../../organizations/index.ts';
import { readProject } from '../../projects/index.ts';
import { type Decisions, simulationProblem } from '../simulations/problem.ts';
import { type PlannedLine, plannedLines } from './repository.ts';
import { proveCompleted, readOptimization } from './service.ts';

type Needs = Pick<Deps, 'database' | 'facts'>;
type Difference = PlanDifferences['data'][number];
type Plan = ReadonlyMap<string, PlannedLine>;

const PAGE = 50;

/** The lines to which completed runs give different discounts, those with most « marge après invendus » at stake first. */
export async function readDifferences(
  deps: Needs,
  project: ProjectScope,
  { optimization_ids, q, size = PAGE }: { optimization_ids: readonly string[]; q?: string; size?: number },
): Promise<PlanDifferences> {
  const { db } = deps.database;
  const runs = await Promise.all(optimization_ids.map((id) => readOptimization(db, project, id)));
  proveCompleted(runs);
  const plans = await Promise.all(
    runs.map(async (run): Promise<Plan> => {
      const lines = await plannedLines(db, project, run.optimization_id);
      return new Map(lines.map((line) => [line.discount_id, line]));
    }),
  );
  const line_ids = [...new Set(plans.flatMap((plan) => [...plan.keys()]))].filter((id) => differs(plans, id));
  if (line_ids.length === 0) return { total: 0, data: [] };
  const row = await readProject(db, project, project.project_id);
  const rule = await residualRule(db, project, row);
  const request = { line_ids, value_field: rule.field, ...(q && { q }) };
  const found = await deps.facts.use(project, (facts) => facts.engineLines(request));
  if (!found) throw new ApiError('snapshot_missing');
  const lines = withResidualValue(found, rule);
  const decisions = new Map((await findLines(db, project, lines.ids)).map((row) => [row.discount_id, row]));
  const levels = levelsOf(row);
  const profits = plans.map((plan) => profitsOf(plan, lines, decisions, levels));
  const stakes = lines.ids
    .map((id, index) => ({
      id,
      index,
      range: rangeOf(profits.map((profit) => profit[index]?.profit_after_leftovers ?? null)),
    }))
    .sort((a, b) => b.range - a.range || a.index - b.index);
  const shown = stakes.slice(0, size);
  const names = await namesOf(
    deps,
    project,
    shown.map(({ id }) => id),
  );
  return {
    total: stakes.length,
    data: shown.map(
      ({ id, index, range }): Difference => ({
        _id: id,
        item_group_id: lines.item_group_ids[index] ?? '',
        title: names.get(id)?.title ?? null,
        image_url: names.get(id)?.image_url ?? null,
        stock_qty: lines.stock_qty[index] ?? 0,
        previous_discount_pct: decisions.get(id)?.previous_discount_pcts.at(-1) ?? null,
        plans: plans.map((plan, n) => {
          const line = plan.get(id);
          const { profit = null, profit_after_leftovers = null } = profits[n]?.[index] ?? {};
          return line ? { discount_pct: line.discount_pct, profit, profit_after_leftovers } : null;
        }),
        profit_range: range,
      }),
    ),
  };
}

function differs(plans: readonly Plan[], id: string): boolean {
  return new Set(plans.flatMap((plan) => plan.get(id)?.discount_pct ?? [])).size > 1;
}

interface LineProfits {
  profit: number;
  profit_after_leftovers: number;
}

/** Margins of each line over the phases left under a plan; null where the plan leaves it out or its cost is unknown. */
function profitsOf(
  plan: Plan,
  lines: ValuedLines<EngineLines>,
  decisions: Decisions,
  levels: readonly number[],
): (LineProfits | null)[] {
  const later = (id: string) => Math.max(0, levels.indexOf(plan.get(id)?.next_discount_pcts[0] ?? 0));
  const problem = {
    ...simulationProblem(lines, decisions, levels),
    later_level: Uint8Array.from(lines.ids, later),
  };
  return lines.ids.map((id, index) => {
    const level = levels.indexOf(plan.get(id)?.discount_pct ?? Number.NaN);
    if (level < 0) return null;
    const profit = lineProfit(problem, index, level);
    const profit_after_leftovers = lineProfitAfterLeftovers(problem, index, level);
    return Number.isFinite(profit_after_leftovers) ? { profit, profit_after_leftovers } : null;
  });
}

function rangeOf(profits: readonly (number | null)[]): number {
  const known = profits.filter((profit) => profit !== null);
  return known.length < 2 ? 0 : Math.max(...known) - Math.min(...known);
}

interface Name {
  title: string | null;
  image_url: string | null;
}

async function namesOf(
  { facts }: Needs,
  project: ProjectScope,
  line_ids: readonly string[],
): Promise<Map<string, Name>> {
  const names = new Map<string, Name>();
  await facts.use(project, async (own) => {
    for await (const batch of own.rows({ line_ids, fields: ['title', 'image_url'] }))
      for (const row of batch)
        names.set(row._id, {
          title: (row.title as string | null | undefined) ?? null,
          image_url: (row.image_url as string | null | undefined) ?? null,
        });
  });
  return names;
}
