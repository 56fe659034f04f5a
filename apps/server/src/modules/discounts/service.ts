import type { ActivityKind, KeptLines, SeenDecisions, StaleDetails } from '@palier/contract';
import { discountLevels, editActivity, isOptimizationGoal } from '@palier/domain';
import { actTime } from '../../clock.ts';
import type { Db, DbOrTx, Tx } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Events } from '../../events/events.ts';
import { ApiError } from '../../http/errors.ts';
import type { ProjectScope } from '../../scope.ts';
import { type DecisionFrame, type ProjectRow, takeVersion } from '../projects/index.ts';
import { listScenarios } from '../scenarios/index.ts';
import { type Progress, withProgress } from './act-progress.ts';
import { findAlike } from './alike.ts';
import {
  checkEdits,
  checkOffered,
  type GroupEdit,
  type GroupPlan,
  type LineEdit,
  planGroupEdit,
} from './edits.ts';
import { writeLong } from './long/service.ts';
import {
  actsOf,
  type DecisionWrite,
  type DiscountRow,
  findLines,
  type LineChanges,
  withLossesStamped,
  writeDecisions,
  writeSameDecision,
} from './repository.ts';
import { isStamped } from './stamp.ts';
import { presentKept, unseenLines, withoutUnseen } from './unseen.ts';

export interface Stores {
  db: Db;
  events: Events;
}
export interface Written {
  activity_id: string | null;
  version: number;
  ids: string[];
  /** The project has optimisations from now on, or no longer: where every line's discount comes from has changed. */
  kinds_changed?: boolean;
}

/** Of an act on many lines: those that it has left as somebody else wrote them, unseen by its author. */
export interface Kept {
  kept: KeptLines | undefined;
}

const MAX_IDS_IN_EVENT = 150;

/** The discounts that a project offers, in points. */
export function levelsOf(project: Pick<ProjectRow, 'discount_pct_range' | 'discount_step'>): number[] {
  return discountLevels({
    discount_pct_range: project.discount_pct_range,
    discount_step: project.discount_step === 5 ? 5 : 10,
  });
}

/**
 * Applies edits of single lines in one transaction: all of them or none. Answers the lines named as they are
 * after it.
 * @throws as `checkEdits`, and 422 for an unknown goal
 */
export async function editLines(
  { db, events }: Stores,
  project: ProjectScope,
  edits: Readonly<Record<string, LineEdit>>,
): Promise<Written & { rows: DiscountRow[]; has_optimizations: boolean }> {
  const ids = Object.keys(edits);
  const written = await inTransaction(db, async (tx) => {
    const { version, ...row } = await takeVersion(tx, project, 'edit');
    const before = new Map((await findLines(tx, project, ids)).map((line) => [line.discount_id, line]));
    await checkGoals(tx, project, before, edits);
    const at = actTime();
    const checked = await withNames(tx, project, () => checkEdits(before, edits, levelsOf(row)));
    const kind = kindOf(checked);
    const lines = withLossesStamped(checked, project, { kind, at });
    const comments = new Set(Object.values(edits).flatMap((edit) => edit.comment ?? []));
    const [only] = comments;
    const own = await writeLines(tx, project, lines, {
      kind,
      comment: comments.size === 1 ? (only ?? null) : null,
      version,
      at,
    });
    const stamp = { discount_pct_update_date: at, discount_pct_update_user: project.user_id };
    for (const { discount_id, changes } of lines) {
      const line = before.get(discount_id);
      if (!line) continue;
      const stamped = isStamped(line, changes);
      before.set(discount_id, { ...line, ...changes, version, ...(stamped && stamp) });
    }
    return { ...own, rows: [...before.values()], has_optimizations: row.has_optimizations };
  });
  await publishWritten(events, project, written);
  return written;
}

/** @throws 422 for a goal that is neither one of ours nor a scenario of the organisation */
async function checkGoals(
  tx: Tx,
  project: ProjectScope,
  before: ReadonlyMap<string, DiscountRow>,
  edits: Readonly<Record<string, LineEdit>>,
): Promise<void> {
  const given = Object.entries(edits).flatMap(([id, { optimization_goal: goal }]) =>
    goal && !isOptimizationGoal(goal) && goal !== before.get(id)?.optimization_goal ? [goal] : [],
  );
  if (given.length === 0) return;
  const known = new Set((await listScenarios(tx, project)).map(({ scenario_id }) => scenario_id));
  if (given.some((goal) => !known.has(goal)))
    throw new ApiError('refused', 'Cet objectif n’est ni l’un de ceux de Palier, ni un scénario existant.');
}

/** A conflict names whose act the stored version is, which may have changed no discount: a goal, a review. */
async function withNames<T>(tx: Tx, project: ProjectScope, check: () => T): Promise<T> {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'stale_version') throw error;
    const { conflicts } = error.details as StaleDetails;
    const acts = await actsOf(
      tx,
      project,
      conflicts.map(({ stored }) => stored.version),
    );
    throw new ApiError('stale_version', undefined, {
      conflicts: conflicts.map(({ stored, ...rest }) => {
        const act = acts.get(stored.version);
        const update_date = act?.created_at.toISOString() ?? null;
        return { ...rest, stored: { ...stored, update_user: act?.user_name ?? null, update_date } };
      }),
    });
  }
}

/** What the journal says of an edit: the main thing it changes. A reason alone is said of the product. */
function kindOf(lines: readonly LineChanges[]): ActivityKind {
  return editActivity(new Set(lines.flatMap((line) => Object.keys(line.changes)))) ?? 'inclusion';
}

/** Writes changes that may be none: then there is no activity. */
export async function writeLines(
  tx: Tx,
  project: ProjectScope,
  lines: readonly LineChanges[],
  write: DecisionWrite,
): Promise<Written> {
  if (lines.length === 0) return { activity_id: null, version: write.version, ids: [] };
  const { activity_id } = await writeDecisions(tx, project, write, lines);
  return { activity_id, version: write.version, ids: lines.map((line) => line.discount_id) };
}

/**
 * Edits every line named; those that may not take the discount are left alone and counted, as are those that somebody
 * wrote after what the author has seen.
 */
export async function editGroup(
  { db, events }: Stores,
  project: ProjectScope,
  ids: readonly string[],
  edit: GroupEdit,
  seen?: SeenDecisions,
): Promise<Written & Left> {
  const planned = async (at: DbOrTx, row: DecisionFrame) => {
    const levels = levelsOf(row);
    checkOffered([edit.discount_pct_user ?? null], levels);
    const { lines, refused } = planGroupEdit(await findAlike(at, project, ids), edit, levels);
    return { ...(await withoutUnseen(at, project, lines, seen)), refused };
  };
  const kind =
    edit.discount_pct_user === undefined && edit.discount_pct_change === undefined ? 'inclusion' : 'discount';
  const act = (report: Progress | undefined) => {
    const write = { kind, comment: edit.comment ?? null, report } as const;
    return editAll(db, project, ids, { write, planned });
  };
  const written = await withProgress(events, project, { kind: 'edit', line_count: ids.length }, act);
  await publishWritten(events, project, written);
  return written;
}

/** The lines that an edit of many leaves alone. */
type Left = Pick<GroupPlan, 'refused'> & Kept;

/** Edits lines in short transactions or in one, as their number asks. */
async function editAll(
  db: Db,
  project: ProjectScope,
  ids: readonly string[],
  {
    write,
    planned,
  }: {
    write: Omit<DecisionWrite, 'version'>;
    planned: (at: DbOrTx, row: DecisionFrame) => Promise<{ lines: readonly LineChanges[] } & Left>;
  },
): Promise<Written & Left> {
  let left: Left = { refused: {}, kept: undefined };
  const long = await writeLong(db, project, { act: 'edit', line_count: ids.length }, async (row) => {
    const { lines, ...own } = await planned(db, row);
    left = own;
    return { lines, write };
  });
  if (long) return { ...long, ...left };
  return inTransaction(db, async (tx) => {
    const row = await takeVersion(tx, project, 'edit');
    const { lines, ...leaving } = await planned(tx, row);
    const own = await writeLines(tx, project, lines, { ...write, version: row.version });
    return { ...own, ...leaving };
  });
}

/**
 * Marks lines as reviewed or not, but those that somebody wrote after what the author has `seen`. `check` sees what stands
 * once nobody else writes the project's lines any more, and throws when they may not be written.
 */
export async function markLines(
  { db, events }: Stores,
  project: ProjectScope,
  ids: readonly string[],
  changes: Pick<DiscountRow, 'discount_pct_reviewed'>,
  { details = {}, check, seen }: MarkOptions,
): Promise<Written & Kept & { discount_count: number }> {
  const written = await inTransaction(db, async (tx) => {
    const { version } = await takeVersion(tx, project, 'review');
    await check?.(tx);
    const unseen = await unseenLines(tx, project, ids, seen);
    // Somebody else has given them the same mark.
    const others = unseen.filter((line) => line.discount_pct_reviewed !== changes.discount_pct_reviewed);
    const left = new Set(others.map(({ discount_id }) => discount_id));
    const own = left.size > 0 ? ids.filter((id) => !left.has(id)) : ids;
    const { activity_id, line_count } = await writeSameDecision(
      tx,
      project,
      { kind: 'review', comment: null, details, version },
      own,
      changes,
    );
    return {
      activity_id: line_count > 0 ? activity_id : null,
      version,
      ids: [...own],
      discount_count: line_count,
      kept: await presentKept(tx, project, others),
    };
  });
  if (written.discount_count > 0) await publishWritten(events, project, written);
  return written;
}

interface MarkOptions {
  details?: Record<string, unknown>;
  check?: ((tx: Tx) => Promise<void>) | undefined;
  seen?: SeenDecisions | undefined;
}

/** Tells the browsers which lines to read again; long lists become « many » (null). */
export async function publishWritten(events: Events, project: ProjectScope, written: Written): Promise<void> {
  if (written.ids.length === 0) return;
  const few = written.ids.length <= MAX_IDS_IN_EVENT && !written.kinds_changed;
  if (written.kinds_changed)
    await events.publish({
      type: 'project',
      organization_id: project.organization_id,
      project_id: project.project_id,
      data: { project_id: project.project_id, change: 'updated' },
    });
  await events.publish({
    type: 'discounts',
    organization_id: project.organization_id,
    project_id: project.project_id,
    data: {
      project_id: project.project_id,
      version: written.version,
      ids: few ? written.ids : null,
      user_id: project.user_id,
      user_name: project.user_name,
      activity_id: written.activity_id,
    },
  });
}
