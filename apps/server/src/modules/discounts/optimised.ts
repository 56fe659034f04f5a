import { sql } from 'kysely';
import type { DbOrTx, Tx } from '../../db/database.ts';
import type { ProjectScope } from '../../scope.ts';

// What a project's listing shows of optimisations: the runs sent to it, and whether the optimiser proposes anything.

type Of = Pick<ProjectScope, 'project_id'>;

/** What the details of an act say of it. */
export interface OptimisedDetails {
  /** The runs that the listing shows after the act. */
  shows?: readonly string[];
  /** The act gave discounts of the optimiser, or took them back. */
  proposes?: boolean;
}

/** The runs that the project's listing shows. */
export async function listedRuns(db: DbOrTx, { project_id }: Of): Promise<string[]> {
  const rows = await db
    .selectFrom('optimization_project')
    .select('optimization_id')
    .where('project_id', '=', project_id)
    .where('in_listing', '=', true)
    .orderBy('optimization_id')
    .execute();
  return rows.map((row) => row.optimization_id);
}

/** Shows these runs in the project's listing, and no other. */
export async function showInListing(tx: Tx, { project_id }: Of, runs: readonly string[]): Promise<void> {
  const isShown = sql<boolean>`optimization_id = any(${[...runs]}::uuid[])`;
  await tx
    .updateTable('optimization_project')
    .set({ in_listing: isShown })
    .where('project_id', '=', project_id)
    .where(sql<boolean>`in_listing <> (${isShown})`)
    .execute();
}

/**
 * Once an act is in the journal, and what it undoes is marked: the listing shows the runs that the act says, and the
 * project has optimisations while an act that proposed some stands.
 * @returns whether it has; null: the act has nothing to do with them
 */
export async function settleOptimised(
  tx: Tx,
  project: Of,
  { shows, proposes }: OptimisedDetails,
): Promise<boolean | null> {
  if (shows) await showInListing(tx, project, shows);
  if (proposes === undefined) return null;
  const has_optimizations = await anyProposalStands(tx, project);
  await tx
    .updateTable('project')
    .set({ has_optimizations })
    .where('project_id', '=', project.project_id)
    .where('has_optimizations', '<>', has_optimizations)
    .execute();
  return has_optimizations;
}

/**
 * Whether an activity that gave discounts of the optimiser still stands: a goal, a plan sent, or one of them done
 * again. Those from before activities recorded it are recognised by their kind.
 */
async function anyProposalStands(tx: Tx, { project_id }: Of): Promise<boolean> {
  const row = await tx
    .selectFrom('activity')
    .select('activity_id')
    .where('project_id', '=', project_id)
    .where('undone_by', 'is', null)
    .where(
      sql<boolean>`coalesce((details->>'proposes')::boolean,
        kind = 'optimization' or (kind = 'goal' and details->>'goal' is not null))`,
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
