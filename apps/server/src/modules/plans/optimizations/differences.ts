import type { PlanDifferences } from '@palier/contract';
import { curvePlace, knownOrNull, workedDiscount } from '@palier/domain';
import {
  lineProfit,
  lineProfitAfterLeftovers,
  type SimulatedTotals,
  type SimulationProblem,
  simulateGroups,
} from '@palier/engine';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import type { ProjectScope } from '../../../scope.ts';
import { findLines, levelsOf } from '../../discounts/index.ts';
import { residualRule, withResidualValue } from '../../organizations/index.ts';
import { readProject } from '../../projects/index.ts';
import { type Decisions, laterLevels, simulationProblem } from '../simulations/problem.ts';
import { type PlannedLine, plannedLines } from './repository.ts';
import { proveCompleted, readOptimization } from './service.ts';

type Needs = Pick<Deps, 'database' | 'facts' | 'pictures'>;
type Difference = PlanDifferences['data'][number];
type LinePlan = Difference['current'];
/** The discounts of lines in the worked phase and after it. */
type Plan = ReadonlyMap<string, Pick<PlannedLine, 'discount_pct' | 'next_discount_pcts'>>;

const PAGE = 50;

/**
 * The lines to which completed runs give different discounts, or others than those in force; first those with most
 * « marge après invendus » at stake.
 */
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
  const planned = [...new Set(plans.flatMap((plan) => [...plan.keys()]))];
  const decisions: Decisions = new Map(
    (await findLines(db, project, planned)).map((line) => [line.discount_id, line]),
  );
  const current: Plan = new Map([...decisions].map(([id, line]) => [id, inForce(line)]));
  const line_ids = planned.filter((id) => decisions.get(id)?.included && differs([current, ...plans], id));
  if (line_ids.length === 0) return { total: 0, data: [] };
  const row = await readProject(db, project, project.project_id);
  const rule = await residualRule(db, project, row);
  const request = { line_ids, value_field: rule.field, ...(q && { q }) };
  const found = await deps.facts.use(project, (facts) => facts.engineLines(request));
  if (!found) throw new ApiError('snapshot_missing');
  const lines = withResidualValue(found, rule);
  const levels = levelsOf(row);
  const problem = simulationProblem(lines, decisions, levels);
  const answers = [current, ...plans].map((plan) => planOf(plan, lines.ids, problem, levels));
  const stakes = lines.ids
    .map((id, index) => ({ id, index, range: rangeOf(answers.map(({ merit }) => merit(index))) }))
    .sort((a, b) => b.range - a.range || a.index - b.index);
  const shown = stakes.slice(0, size);
  const names = await namesOf(
    deps,
    project,
    shown.map(({ id }) => id),
  );
  const given = answers.map(({ linesAt }) => linesAt(shown.map(({ index }) => index)));
  const data = shown.flatMap(({ id, index, range }, n): Difference[] => {
    const [now, ...others] = given.map((lines) => lines[n] ?? null);
    const name = names.get(id);
    if (!now) return [];
    return [
      {
        _id: id,
        item_group_id: lines.item_group_ids[index] ?? '',
        title: name?.title ?? null,
        image_url: deps.pictures.url(project.organization_id, name?.image_url),
        stock_qty: lines.stock_qty[index] ?? 0,
        previous_discount_pct: decisions.get(id)?.previous_discount_pcts.at(-1) ?? null,
        kept_user: (decisions.get(id)?.discount_pct_user ?? null) !== null,
        current: now,
        plans: others,
        profit_range: range,
      },
    ];
  });
  return { total: stakes.length, data };
}

/** What is in force on a line. */
function inForce(
  line: Parameters<typeof workedDiscount>[0] & Pick<PlannedLine, 'next_discount_pcts'>,
): Pick<PlannedLine, 'discount_pct' | 'next_discount_pcts'> {
  return { discount_pct: workedDiscount(line), next_discount_pcts: line.next_discount_pcts };
}

function differs(plans: readonly Plan[], id: string): boolean {
  return new Set(plans.flatMap((plan) => plan.get(id)?.discount_pct ?? [])).size > 1;
}

/** What a plan gives on each line; null where it leaves the line out. */
interface PlanAnswer {
  merit: (index: number) => number | null;
  linesAt: (indexes: readonly number[]) => (LinePlan | null)[];
}

function planOf(
  plan: Plan,
  ids: readonly string[],
  problem: SimulationProblem,
  levels: readonly number[],
): PlanAnswer {
  const levelAt = (points: number | undefined) => (points === undefined ? -1 : curvePlace(levels, points));
  const worked = ids.map((id) => levelAt(plan.get(id)?.discount_pct));
  const later = laterLevels(ids.length, problem.later_phases ?? 1, (index, phase) =>
    Math.max(0, levelAt(plan.get(ids[index] ?? '')?.next_discount_pcts[phase])),
  );
  const merit = (index: number) => {
    const level = worked[index] ?? -1;
    return level < 0 ? null : knownOrNull(lineProfitAfterLeftovers(problem, index, level, later));
  };
  const both = {
    worked: Uint8Array.from(worked, (level) => Math.max(0, level)),
    later,
  };
  return {
    merit,
    linesAt: (indexes) => {
      const group = new Int32Array(ids.length).fill(-1);
      indexes.forEach((index, n) => {
        group[index] = n;
      });
      const totals = simulateGroups(problem, both, group, indexes.length);
      return indexes.map((index, n) => {
        const level = worked[index] ?? -1;
        const own = totals[n];
        if (level < 0 || !own) return null;
        return {
          discount_pct: levels[level] ?? 0,
          profit: knownOrNull(lineProfit(problem, index, level, later)),
          profit_after_leftovers: merit(index),
          phase: moneyOf(own.phase),
          end: moneyOf(own.end),
        };
      });
    },
  };
}

const moneyOf = ({ sales, discount_amount }: SimulatedTotals) => ({
  sales: knownOrNull(sales),
  discount_budget: knownOrNull(discount_amount),
});

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
