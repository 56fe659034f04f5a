import type { LineSelection, PlanLines } from '@palier/analytics';
import type { References } from '@palier/contract';
import {
  curvePlace,
  type Horizon,
  judgeLoss,
  knownOrNull,
  meanResidualValue,
  workedDiscount,
} from '@palier/domain';
import {
  type BestTotals,
  bestTotals,
  type HorizonTotals,
  type LevelPlan,
  type SimulatedTotals,
  simulateGroups,
} from '@palier/engine';
import type { Deps } from '../../../deps.ts';
import { type ProjectScope, viewOf } from '../../../scope.ts';
import { valuesWithoutOwn } from '../../activities/index.ts';
import { findLines, levelsOf } from '../../discounts/index.ts';
import { warehouseVersion } from '../../facts/index.ts';
import { readRemovedLevels } from '../../law/index.ts';
import { lossThreshold, organizationLaw, residualRule } from '../../organizations/index.ts';
import { readProject } from '../../projects/index.ts';
import { sumBest, sumTotals } from '../comparisons/totals.ts';
import { lossFigures } from '../losses/figures.ts';
import { projectProblem } from '../simulations/problem.ts';
import { lastYear } from './last-year.ts';
import { readPlannedLines, stillPlan } from './lines.ts';
import { groupTree } from './tree.ts';

type Needs = Pick<Deps, 'folders' | 'database' | 'facts' | 'threads'>;
type GroupReferences = References['data'][number];
type Standings = GroupReferences[Horizon];

interface Request {
  by: readonly string[];
  since: string | null;
}

/** All that an answer follows from: what is asked, what there is for the caller, the project with the version of its decisions, the sales imported. */
export async function referencesKey(
  deps: Needs,
  scope: ProjectScope,
  selection: LineSelection,
  { by, since }: Request,
): Promise<string> {
  const { db } = deps.database;
  const project = await readProject(db, scope, scope.project_id);
  const { snapshot_summary: _, ...known } = project;
  const rule = [
    await residualRule(db, scope, project),
    await lossThreshold(db, scope),
    await organizationLaw(db, scope),
  ];
  return JSON.stringify([
    known,
    rule,
    await warehouseVersion(db, scope),
    selection,
    viewOf(scope),
    by,
    since && [since, scope.user_id],
  ]);
}

/**
 * What the figures of a selection, and of its groups, are read against: doing nothing, the best attainable, the same
 * round last year. @throws 409 snapshot_missing
 */
export async function readReferences(
  deps: Needs,
  project: ProjectScope,
  selection: LineSelection,
  { by, since }: Request,
): Promise<References> {
  const row = await readProject(deps.database.db, project, project.project_id);
  const lines = await readPlannedLines(deps, project, row, { ...selection, by, with_ids: true });
  const levels = levelsOf(row);
  const removed = await readRemovedLevels(deps, project, row, lines, levels, selection);
  const { problem, plan } = projectProblem(lines, levels, removed);
  const present: LevelPlan = { worked: plan, later: problem.later_level ?? plan };
  const tree = groupTree(lines, by.length);
  const { group, group_count } = tree;
  const figures = (of: LevelPlan): HorizonTotals[] =>
    tree.addUp(simulateGroups(problem, of, group, group_count), sumTotals);

  const still = stillPlan(lines, levels);
  const nothing = figures(still);
  const then = since === null ? null : await valuesWithoutOwn(deps.database.db, project, since);
  const former = then && (await formerPlan(deps, project, { lines, levels, present }, then.values));
  const before = former && figures(former);
  const free = Uint8Array.from(lines.included);
  const most = await deps.threads.best({ problem, free });
  const best = tree.addUp(bestTotals(problem, most, present, group, group_count), sumBest);
  const past = {
    phase: await lastYear(deps, project, row, selection, by, 'phase'),
    end: await lastYear(deps, project, row, selection, by, 'end'),
  };
  const standings = (keys: (string | null)[], index: number, horizon: Horizon): Standings => ({
    nothing: presentStanding(nothing[index]?.[horizon]),
    ...(before && { before: presentStanding(before[index]?.[horizon]) }),
    best: bestStanding(best[index]?.[horizon]),
    last_year: past[horizon].find(keys),
  });
  return {
    data: tree.keys.map(
      (keys, index): GroupReferences => ({
        keys,
        phase: standings(keys, index, 'phase'),
        end: standings(keys, index, 'end'),
      }),
    ),
    mean_residual_value: meanResidualValue(lines.residual_value, lines.cost, lines.stock_qty),
    last_year: { phase: past.phase.period, end: past.end.period },
    loss: judgeLoss(
      lossFigures(problem, { plan: present, nothing: still, current: former ?? present }),
      await lossThreshold(deps.database.db, project),
    ),
    ...(then && { since_count: then.count }),
  };
}

interface Present {
  lines: PlanLines;
  levels: readonly number[];
  present: LevelPlan;
}

/** The plan in force with the former values of some lines over it. */
async function formerPlan(
  { database }: Needs,
  project: ProjectScope,
  { lines, levels, present }: Present,
  values: ReadonlyMap<string, Record<string, unknown>>,
): Promise<LevelPlan> {
  const worked = present.worked.slice();
  const later = present.later.slice();
  const places = new Map(lines.ids.map((id, index) => [id, index]));
  const changed = [...values.keys()].filter((id) => places.has(id));
  for (const line of await findLines(database.db, project, changed)) {
    const former = { ...line, ...values.get(line.discount_id) };
    const place = places.get(line.discount_id) ?? -1;
    worked[place] = curvePlace(levels, workedDiscount(former));
    for (let phase = 0; phase < lines.later_phases; phase++)
      later[place * lines.later_phases + phase] = curvePlace(levels, former.next_discount_pcts[phase] ?? 0);
  }
  return { worked, later };
}

/** null where a figure is known of no line. */
const known = (sum: number | undefined): number | null => knownOrNull(sum ?? Number.NaN);

function presentStanding(totals: SimulatedTotals | undefined) {
  return {
    ...presentFigures(totals),
    profit_after_leftovers: known(totals?.profit_after_leftovers),
    stock: known(totals?.residual_stock),
  };
}

function presentFigures(totals: SimulatedTotals | undefined) {
  return {
    sales_qty: totals?.units ?? 0,
    sales: known(totals?.sales),
    profit: known(totals?.profit),
    discount_budget: known(totals?.discount_amount),
  };
}

function bestStanding(best: BestTotals | undefined): Standings['best'] {
  return {
    sales_qty: best?.units ?? 0,
    sales: known(best?.sales),
    profit: known(best?.profit),
    profit_after_leftovers: known(best?.profit_after_leftovers),
    stock: known(best?.residual_stock),
  };
}
