import type { SeenDecisions } from '@palier/contract';
import { discountFault, EDIT_FAULT_MESSAGES, isOptimizationGoal, readField } from '@palier/domain';
import type { Goal } from '@palier/engine';
import type { Db, DbOrTx, Tx } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { conflict, invalid } from '../../../http/errors.ts';
import type { ProjectScope } from '../../../scope.ts';
import {
  checkOffered,
  type DecidingColumns,
  type DecisionChanges,
  type DecisionWrite,
  type DiscountRow,
  findAlike,
  findLines,
  type Kept,
  type LineChanges,
  levelsOf,
  publishWritten,
  refusedLines,
  type Written,
  withConsequences,
  withoutUnseen,
  withProgress,
  writeLines,
  writeLong,
} from '../../discounts/index.ts';
import { type DecisionFrame, readProject, takeVersion, updateProject } from '../../projects/index.ts';
import { readScenario } from '../../scenarios/index.ts';
import { planDiscounts, plannedDiscounts, readPlanBase } from '../optimizations/plan.ts';
import type { PlanRules } from '../optimizations/plan-rules.ts';
import { latestOptimizations, type OptimizationRow, plannedLines } from '../optimizations/repository.ts';
import { isOfOtherPhase } from '../optimizations/service.ts';

type Needs = Pick<Deps, 'folders' | 'database' | 'facts' | 'threads' | 'events'>;

/** What a selection of lines is given. */
export interface GoalAssignment {
  optimization_goal?: string | null | undefined;
  /** Leave alone the discounts chosen by hand. */
  keep_discount_pct_user: boolean;
  /** Discount chosen for each line; missing lines keep theirs. */
  discount_pct_user?: ReadonlyMap<string, number | null>;
}

/**
 * @throws 422 for a discount that a line may not take; a selection leaves such lines as they are, a line that is
 * named answers.
 */
export async function checkLineDiscount(
  db: DbOrTx,
  project: ProjectScope,
  id: string,
  discountPct: number | null,
): Promise<void> {
  const row = await readProject(db, project, project.project_id);
  const [line] = await findLines(db, project, [id]);
  const fault = line && discountFault(discountPct, line, levelsOf(row));
  if (fault) throw refusedLines([{ _id: id, error: EDIT_FAULT_MESSAGES[fault] }]);
}

/** A line's planned discounts for the worked phase and the later ones. */
interface Path {
  discount_pct: number;
  next_discount_pcts: number[];
}

/**
 * Gives lines a goal, and with it the discounts that serve it best; or gives them chosen discounts.
 * A discount that a line may not take leaves it as it is, and so does what somebody wrote after the decisions `seen`.
 * @throws 409 when the discounts were sought for another phase than the worked one
 */
export async function assignGoal(
  deps: Needs,
  project: ProjectScope,
  ids: readonly string[],
  assignment: GoalAssignment,
  seen?: SeenDecisions,
): Promise<Written & Kept> {
  const goal = assignment.optimization_goal;
  const proposal = typeof goal === 'string' ? await goalPaths(deps, project, ids, goal) : null;
  const paths = proposal?.paths ?? new Map<string, Path>();
  const { db } = deps.database;
  const line_count = ids.length;
  let kept: Kept['kept'];
  const written = await withProgress(deps.events, project, { kind: 'goal', line_count }, async (report) => {
    const plan = async (at: DbOrTx, frame: DecisionFrame) => {
      if (proposal && proposal.project_phase !== frame.working_phase) throw conflict(OF_OTHER_PHASE);
      const planned = await planGoal(at, project, ids, { assignment, paths, levels: levelsOf(frame) });
      const left = await withoutUnseen(at, project, planned, seen);
      kept = left.kept;
      return {
        lines: left.lines,
        write: {
          ...{
            kind: assignment.discount_pct_user ? ('discount' as const) : ('goal' as const),
            comment: null,
          },
          details: { goal: goal ?? null, proposes: paths.size > 0 },
          report,
        },
      };
    };
    const long = await writeLong(db, project, { act: 'goal', line_count }, (frame) => plan(db, frame));
    return long ?? assignAtOnce(db, project, plan);
  });
  await publishWritten(deps.events, project, written);
  return { ...written, kept };
}

const OF_OTHER_PHASE =
  'Une démarque vient d’être validée\u202f: donnez l’objectif de nouveau quand les chiffres du projet sont à jour.';

/** In one transaction. What a goal proposes comes from the optimiser: the project's screens show it from then on. */
function assignAtOnce(
  db: Db,
  project: ProjectScope,
  plan: (
    tx: Tx,
    frame: DecisionFrame,
  ) => Promise<{
    lines: readonly LineChanges[];
    write: Omit<DecisionWrite, 'version' | 'details'> & { details: { proposes: boolean } };
  }>,
): Promise<Written> {
  return inTransaction(db, async (tx) => {
    const frame = await takeVersion(tx, project, 'goal');
    const { lines, write } = await plan(tx, frame);
    const kinds_changed = lines.length > 0 && write.details.proposes && !frame.has_optimizations;
    if (kinds_changed) await updateProject(tx, project, { has_optimizations: true });
    const own = await writeLines(tx, project, lines, { ...write, version: frame.version });
    return { ...own, kinds_changed };
  });
}

/** What a goal makes of lines; those that it makes the same of, of lines alike, share their changes. */
async function planGoal(
  db: DbOrTx,
  project: ProjectScope,
  ids: readonly string[],
  {
    assignment,
    paths,
    levels,
  }: { assignment: GoalAssignment; paths: ReadonlyMap<string, Path>; levels: readonly number[] },
): Promise<LineChanges[]> {
  const lines: LineChanges[] = [];
  for (const { line, ids: alike } of await findAlike(db, project, ids)) {
    const known = new Map<string, DecisionChanges>();
    for (const discount_id of alike) {
      const path = paths.get(discount_id);
      const chosen = assignment.discount_pct_user?.get(discount_id);
      const key = JSON.stringify([
        path?.discount_pct,
        path?.next_discount_pcts,
        chosen,
        chosen === undefined,
      ]);
      const changes = known.get(key) ?? changesFor(line, assignment, { path, chosen }, levels);
      known.set(key, changes);
      if (Object.keys(changes).length > 0) lines.push({ discount_id, changes });
    }
  }
  return lines;
}

function changesFor(
  line: DecidingColumns & Pick<DiscountRow, 'optimization_goal'>,
  assignment: GoalAssignment,
  { path, chosen }: { path: Path | undefined; chosen: number | null | undefined },
  levels: readonly number[],
): DecisionChanges {
  const changes: DecisionChanges = {};
  const goal = assignment.optimization_goal;
  if (goal !== undefined && goal !== line.optimization_goal) changes.optimization_goal = goal;
  if (path) {
    changes.discount_pct_opti = path.discount_pct;
    changes.discount_pct_auto = path.discount_pct;
    changes.next_discount_pcts = path.next_discount_pcts;
    if (!assignment.keep_discount_pct_user) changes.discount_pct_user = null;
  }
  const mayChoose = !assignment.keep_discount_pct_user || line.discount_pct_user === null;
  if (chosen !== undefined && mayChoose && discountFault(chosen, line, levels) === null)
    changes.discount_pct_user = chosen;
  return withConsequences(line, changes);
}

/** Discounts by line, from the phase that they were sought for on. */
interface Proposal {
  paths: ReadonlyMap<string, Path>;
  project_phase: number | null;
}

/** Best discounts of the lines for a goal; a scenario that ran here gives what it found. */
async function goalPaths(
  deps: Needs,
  project: ProjectScope,
  ids: readonly string[],
  goal: string,
): Promise<Proposal> {
  if (isOptimizationGoal(goal)) return bestPaths(deps, project, ids, goal, {});
  const runs = await latestOptimizations(deps.database.db, project);
  const row = await readProject(deps.database.db, project, project.project_id);
  const isOurs = (one: OptimizationRow): boolean => one.scenario_id === goal && one.status === 'completed';
  const run = runs.find((one) => isOurs(one) && !isOfOtherPhase(one, row));
  if (run) {
    const lines = await plannedLines(deps.database.db, project, run.optimization_id);
    const paths = new Map(lines.map((line) => [line.discount_id, line]));
    return { paths, project_phase: row.working_phase };
  }
  const scenario = await readScenario(deps.database.db, project, goal).catch(() => {
    throw invalid('Cet objectif n’existe pas.');
  });
  const { maximum_discount_pct, never_below_cost } = scenario.constraints ?? {};
  const own: PlanRules = {
    ...(maximum_discount_pct !== undefined && { maximum_discount_pct }),
    ...(never_below_cost !== undefined && { never_below_cost }),
  };
  return bestPaths(deps, project, ids, scenario.goal, own);
}

async function bestPaths(
  deps: Needs,
  project: ProjectScope,
  ids: readonly string[],
  goal: Goal,
  rules: PlanRules,
): Promise<Proposal> {
  const base = await readPlanBase(deps, project, { line_ids: ids });
  const result = await planDiscounts(deps, project, base, {
    goal,
    rules: { ...rules, keep_discount_pct_user: false },
  });
  const paths = new Map(
    base.lines.ids.map((id, index) => {
      const [discount_pct = 0, ...next_discount_pcts] = plannedDiscounts(base, result, index);
      return [id, { discount_pct, next_discount_pcts }];
    }),
  );
  return { paths, project_phase: base.figures_phase };
}

/**
 * The discount of each line by the value of a field.
 * @throws 400 for a field that the project does not have, 422 for a discount that it does not offer
 */
export async function mapDiscounts(
  { database, facts }: Needs,
  project: ProjectScope,
  ids: readonly string[],
  field: string,
  map: Readonly<Record<string, number | null>>,
): Promise<Map<string, number | null>> {
  checkOffered(Object.values(map), levelsOf(await readProject(database.db, project, project.project_id)));
  const chosen = new Map<string, number | null>();
  await facts.use(project, async (own) => {
    if (!own.fields().some(({ id }) => id === field))
      throw invalid(`Le projet n’a pas de champ « ${field} ».`, { field: 'discount_pct_user_map_field' });
    for await (const batch of own.rows({ line_ids: ids, fields: [field] })) {
      for (const row of batch) {
        const discount = map[String(readField(row, field) ?? '')];
        if (discount !== undefined) chosen.set(row._id, discount);
      }
    }
  });
  return chosen;
}
