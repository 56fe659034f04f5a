import { isDeepStrictEqual } from 'node:util';
import { APPROVAL_KINDS } from '@palier/contract';
import type { Db, DbOrTx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Events } from '../../events/events.ts';
import { ApiError, conflict, notFound, refused } from '../../http/errors.ts';
import type { ProjectScope } from '../../scope.ts';
import {
  type DecisionChanges,
  type LineChanges,
  listedRuns,
  NO_LOSS,
  type Progress,
  publishWritten,
  settleOptimised,
  type Written,
  withConsequences,
  withProgress,
  withReviewBack,
  writeDecisions,
  writeLong,
} from '../discounts/index.ts';
import { takeVersion } from '../projects/index.ts';
import { type ActivityLines, activityLines } from './lines.ts';
import { isOfWorkedPhase, OF_PHASE } from './phases.ts';
import {
  type ActivityRow,
  activityLineIds,
  addEntry,
  deleteComment,
  findActivity,
  markUndone,
} from './repository.ts';

export type Undone = Written & { activity_id: string; kept: number };

/**
 * Gives the lines of an activity their former values back, as a new activity (undoing that one is a redo).
 * Lines changed since keep what they have and are counted in `kept`.
 * So do discounts of a phase that is no longer the worked one.
 * @throws 404, 409 when it is undone already or nothing of it is left to undo, 422 for a comment or a validated phase.
 */
export async function undoActivity(
  { db, events }: { db: Db; events: Events },
  project: ProjectScope,
  activity_id: string,
): Promise<Undone> {
  const line_count = (await findActivity(db, project, activity_id))?.line_count ?? 0;
  const undone = await withProgress(events, project, { kind: 'undo', line_count }, async (report) => {
    const long = await undoLong(db, project, { activity_id, line_count, report });
    return long ?? undoAtOnce(db, project, activity_id, report);
  });
  await publishWritten(events, project, undone);
  return undone;
}

/** Undoes in one transaction. */
function undoAtOnce(
  db: Db,
  project: ProjectScope,
  activity_id: string,
  report: Progress | undefined,
): Promise<Undone> {
  return inTransaction(db, async (tx): Promise<Undone> => {
    const { version, has_optimizations } = await takeVersion(tx, project, 'undo');
    const activity = await findUndoable(tx, project, activity_id);
    const { lines, kept } = await planUndo(tx, project, activity);
    const details = await undoDetails(tx, project, activity);
    const write = { kind: 'undo', comment: activity.comment, details, version, report } as const;
    const written = await writeDecisions(tx, project, write, lines);
    await markUndone(tx, project, activity_id, written.activity_id);
    const optimised = (await settleOptimised(tx, project, details)) ?? has_optimizations;
    return {
      activity_id: written.activity_id,
      version,
      ids: lines.map((line) => line.discount_id),
      kept,
      kinds_changed: optimised !== has_optimizations,
    };
  });
}

/** Undoes in short transactions; null: not that many lines. */
async function undoLong(
  db: Db,
  project: ProjectScope,
  {
    activity_id,
    line_count,
    report,
  }: { activity_id: string; line_count: number; report: Progress | undefined },
): Promise<Undone | null> {
  let kept = 0;
  const written = await writeLong(db, project, { act: 'undo', line_count }, async () => {
    const activity = await findUndoable(db, project, activity_id);
    const plan = await planUndo(db, project, activity);
    kept = plan.kept;
    const details = await undoDetails(db, project, activity);
    const write = { kind: 'undo', comment: activity.comment, details, report } as const;
    return { lines: plan.lines, write };
  });
  return written && { ...written, kept };
}

/** @throws 404, 409 when it is undone already, 422 for what is not undone */
async function findUndoable(db: DbOrTx, project: ProjectScope, activity_id: string): Promise<ActivityRow> {
  const activity = await findActivity(db, project, activity_id);
  if (!activity) throw notFound('Cet événement');
  if (activity.undone_by) throw conflict('Cet événement est déjà annulé.');
  if (activity.kind === 'comment') throw refused('Un commentaire ne change rien : il n’y a rien à annuler.');
  if (activity.kind === 'phase') throw refused('La validation d’une démarque ne s’annule pas.');
  if (APPROVAL_KINDS.some((kind) => kind === activity.kind))
    throw refused('Une signature se retire ou se reprend, elle ne s’annule pas.');
  if (activity.kind === 'departed')
    throw refused('Des produits sortis du projet y reviennent avec les données, pas par une annulation.');
  if (activity.kind === 'reopening') throw refused('Le retour à une démarque ne s’annule pas.');
  return activity;
}

/** The lines that undoing an activity gives back, and how many keep what they have. @throws 409 when nothing is left to undo */
async function planUndo(
  db: DbOrTx,
  project: ProjectScope,
  activity: ActivityRow,
): Promise<{ lines: LineChanges[]; kept: number }> {
  const found = await activityLines(db, project, activity.activity_id);
  const isWorked = await isOfWorkedPhase(db, project, activity.activity_id);
  const back = found.filter((line) => isUntouched(line, activity) && (isWorked || !decidesPhase(line)));
  if (back.length === 0 && !isWorked)
    throw conflict('Cet événement n’est pas de la démarque travaillée : il n’y a plus rien à annuler.');
  if (back.length === 0)
    throw conflict('Toutes ces lignes ont été modifiées depuis : il n’y a plus rien à annuler.');
  const lines = back.flatMap((line): LineChanges[] => {
    const changes = changesBack(line);
    return line.ids.map((discount_id) => ({ discount_id, changes }));
  });
  return { lines, kept: found.reduce((sum, { ids }) => sum + ids.length, 0) - lines.length };
}

/** What the journal says of an undoing: what the listing shows of optimisations goes back with the lines. */
async function undoDetails(db: DbOrTx, project: ProjectScope, activity: ActivityRow) {
  const listed = activity.details.listed as Listed | undefined;
  const proposed = proposes(activity);
  return {
    ...{ undoes: activity.activity_id, kind: activity.kind },
    ...(listed && {
      listed: { optimization_ids: await listedRuns(db, project) },
      shows: listed.optimization_ids,
    }),
    ...(proposed !== null && { proposes: !proposed }),
  };
}

/** The runs that a project's listing showed before an activity. */
interface Listed {
  optimization_ids: string[];
}

/**
 * Whether the activity gave discounts that come from the optimiser; undoing it takes them back. False: it took them
 * back, and undoing it gives them again. null: neither.
 */
function proposes({ kind, details }: ActivityRow): boolean | null {
  if (typeof details.proposes === 'boolean') return details.proposes || (kind === 'undo' ? false : null);
  // From before activities recorded it.
  if (kind === 'optimization') return true;
  return kind === 'goal' && typeof details.goal === 'string' ? true : null;
}

/** What says who reviewed what: marks beside the decision, that an act on the decision takes and its undoing gives back. */
const REVIEW = new Set<string>(['discount_pct_reviewed', ...Object.keys(NO_LOSS)]);
const REASON = 'discount_pct_update_description';

/** Whether an activity changed what was decided for its phase alone: put back in a later one, it would decide that one. */
function decidesPhase({ old_values, new_values }: Pick<ActivityLines, 'old_values' | 'new_values'>): boolean {
  return OF_PHASE.some(
    (column) => !isDeepStrictEqual(old_values[column] ?? null, new_values[column] ?? null),
  );
}

/** Whether an activity did nothing but mark lines as reviewed or not. */
function isReview({ new_values }: Pick<ActivityLines, 'new_values'>): boolean {
  return Object.keys(new_values).every((column) => REVIEW.has(column));
}

/**
 * Whether lines still have what the activity decided; the reason given with it, and a review since, do not count. A
 * mark taken away comes back on a line that nothing has changed since.
 */
function isUntouched(line: ActivityLines, { version }: ActivityRow): boolean {
  const { stored, old_values, new_values } = line;
  const marks = isReview(line) && old_values.discount_pct_reviewed === true;
  if (marks && Number(stored.version) !== Number(version)) return false;
  return Object.entries(new_values).every(
    ([column, value]) =>
      column === REASON ||
      (REVIEW.has(column) && !isReview(line)) ||
      isDeepStrictEqual(stored[column as keyof typeof stored] ?? null, value ?? null),
  );
}

/**
 * What gives lines their former values back. The review that the activity took comes back when the discount is again the
 * one seen; a review of the discount that is undone goes with it.
 */
function changesBack(line: ActivityLines): DecisionChanges {
  const { stored, old_values, new_values } = line;
  if (isReview(line)) return old_values;
  const decided = Object.entries(old_values).filter(([column]) => !REVIEW.has(column));
  const changes = withConsequences(stored, Object.fromEntries(decided));
  const seen = new_values.review_lost_pct;
  const took = new_values.discount_pct_reviewed === false && seen !== undefined;
  return took ? withReviewBack(stored, changes, seen as number | null) : changes;
}

/** Writes a comment on a line and notifies the browsers that show it. */
export async function commentLine(
  { db, events }: { db: Db; events: Events },
  project: ProjectScope,
  discount_id: string,
  comment: string,
): Promise<ActivityRow> {
  const row = await inTransaction(db, async (tx) => {
    const { version } = await takeVersion(tx, project, 'comment');
    return addEntry(tx, project, { kind: 'comment', comment, details: {}, version, ids: [discount_id] });
  });
  const { activity_id } = row;
  await publishWritten(events, project, { activity_id, version: Number(row.version), ids: [discount_id] });
  return row;
}

/** Deletes the caller's own comment. @throws 403 for another's, 404 */
export async function removeComment(
  { db, events }: { db: Db; events: Events },
  project: ProjectScope,
  discount_id: string,
  activity_id: string,
): Promise<void> {
  const activity = await findActivity(db, project, activity_id);
  const ids = await activityLineIds(db, project, activity_id);
  if (activity?.kind !== 'comment' || !ids.includes(discount_id)) throw notFound('Ce commentaire');
  if (activity.user_id !== project.user_id)
    throw new ApiError('forbidden', 'Seul son auteur retire un commentaire.');
  await deleteComment(db, project, activity_id);
  await publishWritten(events, project, { activity_id: null, version: Number(activity.version), ids });
}
