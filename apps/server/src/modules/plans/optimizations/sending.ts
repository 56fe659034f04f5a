import { isDeepStrictEqual } from 'node:util';
import type { SeenDecisions } from '@palier/contract';
import type { Db, DbOrTx, Tx } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError, refused } from '../../../http/errors.ts';
import { type LentFacts, requireWhole } from '../../../perimeter.ts';
import type { ProjectScope, Scope } from '../../../scope.ts';
import {
  type AlikeLines,
  type DecidingColumns,
  type DecisionChanges,
  type DecisionWrite,
  findAlike,
  type Kept,
  type LineChanges,
  levelsOf,
  listedRuns,
  publishWritten,
  showInListing,
  type Written,
  withConsequences,
  withoutUnseen,
  withProgress,
  writeLines,
  writeLong,
} from '../../discounts/index.ts';
import { type DecisionFrame, openProject, takeVersion, updateProject } from '../../projects/index.ts';
import { type OptimizationRow, type PlannedLine, plannedLines } from './repository.ts';
import { proveCompleted, provePhase, readOptimization } from './service.ts';

type Needs = Pick<Deps, 'database' | 'events'> & { facts: LentFacts };

export interface Sending {
  optimization_ids: string[];
  project_ids: string[];
  remove_unspecified: boolean;
  /** Lines that take another of the runs than the last one. */
  choices?: Record<string, string>;
  /** Why plans that break their rules are sent all the same. */
  forced_reason?: string | undefined;
  /** What its author has seen of each project. */
  seen?: Record<string, SeenDecisions> | undefined;
}

/** The runs of a sending. @throws 404, 409 for a run that has not completed, 422 for a choice that is not sent */
export async function runsToSend(
  { database: { db } }: Pick<Deps, 'database'>,
  scope: Scope,
  { optimization_ids, choices = {} }: Pick<Sending, 'optimization_ids' | 'choices'>,
): Promise<OptimizationRow[]> {
  const runs: OptimizationRow[] = [];
  for (const id of optimization_ids) runs.push(await readOptimization(db, scope, id));
  proveCompleted(runs);
  const stray = Object.values(choices).find((id) => !optimization_ids.includes(id));
  if (stray) throw new ApiError('refused', 'Un choix porte sur une optimisation qui n’est pas envoyée.');
  return runs;
}

/**
 * Applies completed runs to the lines of projects: the last one named decides the automatic discounts, but where a
 * line was given another; all of them show on the lines. What somebody wrote after the decisions `seen` stays as it is.
 * One activity for each project, which can be undone.
 * @throws 404, 409 for a run that has not completed, 422 for one that breaks its rules and is not forced, or that was
 * made for another phase
 */
export async function sendToListing(deps: Needs, scope: Scope, sending: Sending) {
  const runs = await runsToSend(deps, scope, sending);
  provePossible(runs, sending.forced_reason);
  const projects: ProjectScope[] = [];
  for (const id of sending.project_ids) {
    const project = await openProject(deps.database.db, scope, id);
    await requireWhole(deps.facts, project);
    projects.push(project);
  }
  const receipts = [];
  for (const project of projects) {
    receipts.push({
      project_id: project.project_id,
      ...(await applyRuns(deps, project, runs, sending)),
    });
  }
  return receipts;
}

const isImpossible = ({ result_overview }: OptimizationRow): boolean =>
  (result_overview?.infeasibility ?? null) !== null;

/** @throws 422 for a plan that breaks its rules, unless a reason is given */
function provePossible(runs: readonly OptimizationRow[], reason: string | undefined): void {
  const broken = runs.find(isImpossible);
  if (broken && reason === undefined)
    throw new ApiError(
      'refused',
      `« ${broken.name} » est impossible : son plan dépasse ses règles. Donnez un motif pour l’envoyer quand même.`,
    );
}

/** The run that was sent, and why when it breaks its rules. */
function commentOf(runs: readonly OptimizationRow[], reason: string | undefined): string | null {
  const name = runs.at(-1)?.name ?? null;
  return runs.some(isImpossible) && reason !== undefined ? `${name} · malgré ses règles : ${reason}` : name;
}

async function applyRuns(
  deps: Needs,
  project: ProjectScope,
  runs: readonly OptimizationRow[],
  sending: Sending,
) {
  const { db } = deps.database;
  const planned = await plannedBy(db, project, runs, sending.choices ?? {});
  const line_count = planned.size;
  let kept: Kept['kept'];
  const written = await withProgress(deps.events, project, { kind: 'plan', line_count }, async (report) => {
    const plan = async (at: DbOrTx, frame: DecisionFrame) => {
      for (const run of runs) provePhase(run, frame);
      proveOffered(planned, frame);
      const { lines, unchanged } = await planLines(at, project, planned);
      const left = await withoutUnseen(at, project, lines, sending.seen?.[project.project_id]);
      kept = left.kept;
      return {
        lines: [...left.lines, ...unchanged],
        write: {
          ...{ kind: 'optimization' as const, comment: commentOf(runs, sending.forced_reason), report },
          details: await sendingDetails(at, project, runs, sending),
        },
      };
    };
    const long = await writeLong(db, project, { act: 'send_plan', line_count }, (frame) => plan(db, frame));
    return long ?? applyAtOnce(db, project, plan);
  });
  await publishWritten(deps.events, project, written);
  return {
    ...{ version: written.version, activity_id: written.activity_id, discount_count: written.ids.length },
    ...(kept && { kept }),
  };
}

/** In one transaction. A plan that changes no line is shown in the listing all the same. */
function applyAtOnce(
  db: Db,
  project: ProjectScope,
  plan: (tx: Tx, frame: DecisionFrame) => Promise<{ lines: LineChanges[]; write: PlanWrite }>,
): Promise<Written> {
  return inTransaction(db, async (tx) => {
    const frame = await takeVersion(tx, project, 'send_plan');
    const { version, has_optimizations } = frame;
    const { lines, write } = await plan(tx, frame);
    await showInListing(tx, project, write.details.shows);
    await updateProject(tx, project, { has_optimizations: true });
    const own = await writeLines(tx, project, lines, { ...write, version });
    return { ...own, kinds_changed: !has_optimizations };
  });
}

type PlanWrite = Omit<DecisionWrite, 'version' | 'details'> & {
  details: Awaited<ReturnType<typeof sendingDetails>>;
};

/** What the journal says of a sending: the runs that the listing showed before it and shows after it. */
async function sendingDetails(
  db: DbOrTx,
  project: ProjectScope,
  runs: readonly OptimizationRow[],
  { remove_unspecified, forced_reason }: Pick<Sending, 'remove_unspecified' | 'forced_reason'>,
) {
  const optimization_ids = runs.map((run) => run.optimization_id);
  const before = await listedRuns(db, project);
  return {
    optimization_ids,
    listed: { optimization_ids: before },
    shows: remove_unspecified ? optimization_ids : [...new Set([...before, ...optimization_ids])],
    proposes: true,
    ...(forced_reason !== undefined && { forced_reason }),
  };
}

/** What runs give each line of a project, and the goal that it comes with. */
export type Planned = ReadonlyMap<string, PlannedDecision>;

interface PlannedDecision {
  line: PlannedLine;
  goal: string;
}

/** The lines of a project as runs plan them: the last run named decides but where a line was given another. @throws 422 without any */
export async function plannedBy(
  db: DbOrTx,
  project: ProjectScope,
  runs: readonly OptimizationRow[],
  choices: Readonly<Record<string, string>>,
): Promise<Planned> {
  const planned = new Map<string, PlannedDecision>();
  for (const run of runs) {
    const goal = run.scenario_id ?? run.goal;
    for (const line of await plannedLines(db, project, run.optimization_id)) {
      const wanted = choices[line.discount_id];
      if (wanted === undefined || wanted === run.optimization_id)
        planned.set(line.discount_id, { line, goal });
    }
  }
  if (planned.size === 0) throw new ApiError('refused', 'Ces optimisations ne portent pas sur ce projet.');
  return planned;
}

/** @throws 422 for plans of discounts that the project offered as they were computed, and does no longer */
export function proveOffered(planned: Planned, row: DecisionFrame): void {
  const levels = levelsOf(row);
  for (const { line } of planned.values()) {
    const stranger = [line.discount_pct, ...line.next_discount_pcts].find((pct) => !levels.includes(pct));
    if (stranger !== undefined)
      throw refused(
        `Ces optimisations donnent ${stranger} %, que ${row.name} ne propose plus : relancez-les.`,
      );
  }
}

/** What a plan makes of a line's decision: its automatic discounts; one chosen by hand stays in force. */
export function plannedChanges(line: DecidingColumns, plan: PlannedDecision | undefined): DecisionChanges {
  if (!plan) return {};
  const { discount_pct, next_discount_pcts } = plan.line;
  return withConsequences(line, {
    discount_pct_opti: discount_pct,
    discount_pct_auto: discount_pct,
    next_discount_pcts,
    optimization_goal: plan.goal,
  });
}

/**
 * What a plan makes of lines; those that it makes the same of, of lines alike, share their changes. Lines that have
 * already what it gives are apart: nobody is told that they keep it.
 */
async function planLines(
  db: DbOrTx,
  project: ProjectScope,
  planned: Planned,
): Promise<{ lines: LineChanges[]; unchanged: LineChanges[] }> {
  const lines: LineChanges[] = [];
  const unchanged: LineChanges[] = [];
  for (const { line, ids } of await findAlike(db, project, [...planned.keys()])) {
    const known = new Map<string, { changes: DecisionChanges; isSame: boolean }>();
    for (const discount_id of ids) {
      const plan = planned.get(discount_id);
      if (!plan) continue;
      const key = `${plan.goal} ${plan.line.discount_pct} ${plan.line.next_discount_pcts}`;
      const made = known.get(key) ?? changesBy(line, plan);
      known.set(key, made);
      (made.isSame ? unchanged : lines).push({ discount_id, changes: made.changes });
    }
  }
  return { lines, unchanged };
}

function changesBy(
  line: AlikeLines['line'],
  plan: PlannedDecision,
): { changes: DecisionChanges; isSame: boolean } {
  const changes = plannedChanges(line, plan);
  const { discount_pct_opti, discount_pct_auto, next_discount_pcts, optimization_goal } = line;
  const had = { discount_pct_opti, discount_pct_auto, next_discount_pcts, optimization_goal };
  return { changes, isSame: isDeepStrictEqual({ ...had, ...changes }, { ...changes, ...had }) };
}
