import type { EngineLines, LineSelection } from '@palier/analytics';
import { curvePlace, readField } from '@palier/domain';
import {
  CLEARANCE_TARGET,
  checkPlan,
  GOAL_CODE,
  type Goal,
  type LevelPlan,
  type MarkdownProblem,
  type OptimiseResult,
} from '@palier/engine';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import type { ProjectScope } from '../../../scope.ts';
import { findLines, levelsOf } from '../../discounts/index.ts';
import { type LineModel, type LongTask, readModel } from '../../engine/index.ts';
import { phasesWithoutLoss, type RemovedLevels, readRemovedLevels } from '../../law/index.ts';
import { residualRule, type ValuedLines, withResidualValue } from '../../organizations/index.ts';
import { type ProjectRow, readProject } from '../../projects/index.ts';
import { type Decisions, laterLevels, laterPhases, presentPlan } from '../simulations/problem.ts';
import type { PlanRules } from './plan-rules.ts';
import { markdownProblem } from './problem.ts';

type Needs = Pick<Deps, 'database' | 'facts' | 'folders' | 'threads'>;

/** What the optimiser works on: a project's included lines, their decisions and their demand. */
export interface PlanBase {
  project: ProjectRow;
  /** The phase that the figures are of: not the worked one from its validation until they are computed again. */
  figures_phase: number | null;
  levels: number[];
  lines: ValuedLines<EngineLines>;
  decisions: Decisions;
  model: LineModel;
  /** The levels that the law removes; null: none. */
  removed: RemovedLevels | null;
  /** Phases left, from the worked one on, that the law lets sell nothing under its cost. */
  lossless_phases: number;
}

/** Reads what a plan for some lines needs. @throws 409 snapshot_missing without facts or demand curves */
export async function readPlanBase(
  deps: Needs,
  scope: ProjectScope,
  selection: LineSelection,
): Promise<PlanBase> {
  const { db } = deps.database;
  const project = await readProject(db, scope, scope.project_id);
  const rule = await residualRule(db, scope, project);
  const read = await deps.facts.use(scope, async (facts) => ({
    lines: await facts.engineLines({ ...selection, included: true, value_field: rule.field }),
    figures_phase: facts.manifest().working_phase,
  }));
  const hasCurves = read !== null && (read.lines.ids.length === 0 || read.lines.phase_qty.length > 0);
  if (!hasCurves || project.working_phase === null) throw new ApiError('snapshot_missing');
  const { lines, figures_phase } = read;
  const model = await readModel(deps.folders, project.project_id, project.snapshot_version);
  if (!model) throw new ApiError('snapshot_missing');
  const rows = await findLines(db, scope, lines.ids);
  const decisions = new Map(rows.map((line) => [line.discount_id, line]));
  const levels = levelsOf(project);
  const taken = { ...selection, included: true };
  const removed = await readRemovedLevels(deps, scope, project, lines, levels, taken);
  const lossless_phases = await phasesWithoutLoss(deps, scope, project);
  return {
    project,
    figures_phase,
    levels,
    lines: withResidualValue(lines, rule),
    decisions,
    model,
    removed,
    lossless_phases,
  };
}

/** What is maximised, under which rules. */
export interface PlanRequest {
  goal: Goal;
  rules: PlanRules;
}

/** Chooses the discounts of the lines for a goal under rules, in a worker thread. */
export async function planDiscounts(
  deps: Needs,
  scope: ProjectScope,
  base: PlanBase,
  request: PlanRequest,
  task: LongTask = {},
): Promise<OptimiseResult> {
  const problem = await planProblem(deps, scope, base, request);
  const result = await deps.threads.optimise(problem, {}, task);
  return neverWorse(problem, result, presentPath(base));
}

/** The optimiser's problem for some lines. */
export async function planProblem(
  deps: Needs,
  scope: ProjectScope,
  base: PlanBase,
  { goal, rules }: PlanRequest,
): Promise<MarkdownProblem> {
  const field = rules.same_discount_by;
  const groups = field ? await groupsOf(deps, scope, base.lines, field) : null;
  return markdownProblem({ ...base, goal, rules, groups });
}

/** Plans from the most margin to the most clearance, the coupling rules left out; in a worker thread. */
export async function planFrontier(
  deps: Needs,
  scope: ProjectScope,
  base: PlanBase,
  rules: PlanRules,
  points: number,
): Promise<{ weight: number; plan: Uint8Array }[]> {
  const problem = await planProblem(deps, scope, base, { goal: 'profit', rules });
  return deps.threads.frontier({ ...problem, constraints: [] }, points);
}

/** Levels of the discounts in force, phase after phase, as the optimiser writes a plan. */
export function presentPath({ lines, decisions, levels, model }: PlanBase): Uint8Array {
  const worked = presentPlan(lines, decisions, levels);
  const path = new Uint8Array(lines.ids.length * model.phase_count);
  lines.ids.forEach((id, index) => {
    const later = decisions.get(id)?.next_discount_pcts ?? [];
    let level = worked[index] ?? 0;
    for (let phase = 0; phase < model.phase_count; phase++) {
      if (phase > 0) level = Math.max(level, curvePlace(levels, later[phase - 1] ?? 0));
      path[index * model.phase_count + phase] = level;
    }
  });
  return path;
}

/**
 * The plan found, or the present one when it keeps every rule and is worth more: the search may stop short of it. For
 * clearance, a plan that reaches its share of what the present one sells is not short of it.
 */
export function neverWorse(
  problem: MarkdownProblem,
  result: OptimiseResult,
  present: Uint8Array,
): OptimiseResult {
  const check = checkPlan(problem, present);
  const allowed = check.broken_items.length === 0 && check.satisfied.every(Boolean);
  const wanted = check.goal_value * (problem.goal.includes(GOAL_CODE.cogs) ? CLEARANCE_TARGET : 1);
  if (!allowed || (result.infeasibility === null && wanted <= result.value)) return result;
  const bound = Math.max(result.bound, check.goal_value);
  const gap = (bound - check.goal_value) / Math.max(Math.abs(bound), 1e-9);
  return {
    ...result,
    status: gap <= 1e-3 ? 'optimal' : result.status === 'infeasible' ? 'feasible' : result.status,
    value: check.goal_value,
    bound,
    gap,
    plan: present,
    totals: check.totals,
    infeasibility: null,
    constraints: result.constraints.map((report, index) => ({
      ...report,
      // Prices of rules that the search could not meet are not prices.
      ...(result.infeasibility !== null && { shadow_price: 0, cost: 0 }),
      achieved: check.achieved[index] ?? report.achieved,
      satisfied: true,
    })),
  };
}

/** Lines of the same value of a field have the same number; lines without a value stand alone. */
async function groupsOf(
  { facts }: Needs,
  scope: ProjectScope,
  lines: EngineLines,
  field: string,
): Promise<Int32Array> {
  const values = new Map<string, unknown>();
  await facts.use(scope, async (own) => {
    for await (const batch of own.rows({ line_ids: lines.ids, fields: [field] })) {
      for (const row of batch) values.set(row._id, readField(row, field));
    }
  });
  const numbers = new Map<unknown, number>();
  return Int32Array.from(lines.ids, (id) => {
    const value = values.get(id) ?? null;
    if (value === null) return -1;
    const known = numbers.get(value) ?? numbers.size;
    numbers.set(value, known);
    return known;
  });
}

/** A plan of the optimiser, as a simulation of the same lines takes it: its later phases told apart where the curves are. */
export function planLevels({ lines, levels, model }: PlanBase, plan: Uint8Array): LevelPlan {
  const phases = model.phase_count;
  const levelIn = (item: number, phase: number): number =>
    plan[item * phases + Math.min(phase, phases - 1)] ?? 0;
  return {
    worked: Uint8Array.from(lines.ids, (_, item) => levelIn(item, 0)),
    later: laterLevels(lines.ids.length, laterPhases(lines, levels), (item, phase) =>
      levelIn(item, phase + 1),
    ),
  };
}

/** A line's discounts in a plan: the worked phase's, then the later ones', in points. */
export function plannedDiscounts(
  { levels, model }: PlanBase,
  result: OptimiseResult,
  index: number,
): number[] {
  const path = result.plan.subarray(index * model.phase_count, (index + 1) * model.phase_count);
  return Array.from(path, (level) => levels[level] ?? 0);
}
