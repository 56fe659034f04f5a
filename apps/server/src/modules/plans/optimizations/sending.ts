import type { Tx } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { requireWhole } from '../../../perimeter.ts';
import type { ProjectScope, Scope } from '../../../scope.ts';
import {
  type DecisionWrite,
  type DiscountRow,
  findLines,
  type LineChanges,
  publishWritten,
  withConsequences,
  writeLines,
} from '../../discounts/index.ts';
import { openProject, takeVersion, updateProject } from '../../projects/index.ts';
import {
  listedRuns,
  type OptimizationRow,
  type PlannedLine,
  plannedLines,
  showInListing,
} from './repository.ts';
import { proveCompleted, readOptimization } from './service.ts';

type Needs = Pick<Deps, 'database' | 'events' | 'facts'>;

export interface Sending {
  optimization_ids: string[];
  project_ids: string[];
  remove_unspecified: boolean;
  /** Lines that take another of the runs than the last one. */
  choices?: Record<string, string>;
  /** Why plans that break their rules are sent all the same. */
  forced_reason?: string | undefined;
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
 * line was given another; all of them show on the lines. One activity for each project, which can be undone.
 * @throws 404, 409 for a run that has not completed, 422 for one that breaks its rules and is not forced
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
  { database, events }: Needs,
  project: ProjectScope,
  runs: readonly OptimizationRow[],
  { remove_unspecified, choices = {}, forced_reason }: Sending,
) {
  const written = await inTransaction(database.db, async (tx) => {
    const { version, has_optimizations } = await takeVersion(tx, project, 'send_plan');
    const planned = await plannedBy(tx, project, runs, choices);
    const listed_before = await listedRuns(tx, project);
    await showInListing(
      tx,
      project,
      runs.map((run) => run.optimization_id),
      remove_unspecified,
    );
    await updateProject(tx, project, { has_optimizations: true });
    const details = {
      optimization_ids: runs.map((run) => run.optimization_id),
      listed: { optimization_ids: listed_before },
      proposes: true,
      ...(forced_reason !== undefined && { forced_reason }),
    };
    const own = await writePlan(tx, project, planned, {
      kind: 'optimization',
      comment: commentOf(runs, forced_reason),
      details,
      version,
    });
    return { ...own, kinds_changed: !has_optimizations };
  });
  await publishWritten(events, project, written);
  return { version: written.version, activity_id: written.activity_id, discount_count: written.ids.length };
}

/** What runs give each line of a project, and the goal that it comes with. */
export type Planned = ReadonlyMap<string, { line: PlannedLine; goal: string }>;

/** The lines of a project as runs plan them: the last run named decides but where a line was given another. @throws 422 without any */
export async function plannedBy(
  db: Tx | Deps['database']['db'],
  project: ProjectScope,
  runs: readonly OptimizationRow[],
  choices: Readonly<Record<string, string>>,
): Promise<Planned> {
  const planned = new Map<string, { line: PlannedLine; goal: string }>();
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

/** What a plan makes of a line's decision: its automatic discounts; one chosen by hand stays in force. */
export function plannedChanges(row: DiscountRow, planned: Planned): LineChanges['changes'] | null {
  const plan = planned.get(row.discount_id);
  if (!plan) return null;
  const { discount_pct, next_discount_pcts } = plan.line;
  return withConsequences(row, {
    discount_pct_opti: discount_pct,
    discount_pct_auto: discount_pct,
    next_discount_pcts,
    optimization_goal: plan.goal,
  });
}

async function writePlan(tx: Tx, project: ProjectScope, planned: Planned, write: DecisionWrite) {
  const rows = await findLines(tx, project, [...planned.keys()]);
  const changes = rows.flatMap((row): LineChanges[] => {
    const own = plannedChanges(row, planned);
    return own ? [{ discount_id: row.discount_id, changes: own }] : [];
  });
  return writeLines(tx, project, changes, write);
}

/** The runs that a project's listing shows: what undoing an activity gives back. */
export interface Listed {
  optimization_ids: string[];
}

/** Gives the listing the runs it showed, and answers those it shows until now. */
export async function restoreListed(tx: Tx, project: ProjectScope, listed: Listed): Promise<Listed> {
  const before = { optimization_ids: await listedRuns(tx, project) };
  await showInListing(tx, project, listed.optimization_ids, true);
  return before;
}
