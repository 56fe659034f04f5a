import {
  type DiscountEdit,
  discountFault,
  discountLevels,
  EDIT_FAULT_MESSAGES,
  isEditEqual,
} from '@palier/domain';
import type { Db } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Events } from '../../events/events.ts';
import { conflict, invalid, notFound, refused } from '../../http/errors.ts';
import type { ProjectScope } from '../../scope.ts';
import { type ProjectRow, takeVersion } from '../projects/index.ts';
import {
  type ActivityKind,
  type DecisionChanges,
  type DiscountRow,
  findLines,
  type LineChanges,
  writeDecisions,
  writeSameDecision,
} from './repository.ts';

export type LineEdit = DiscountEdit & {
  /** The version that the caller saw: the edit is refused when somebody changed the same thing since. */
  version?: number | undefined;
};
export type Written = { activity_id: string | null; version: number; ids: string[]; rows: DiscountRow[] };
type Stores = { db: Db; events: Events };

const MAX_IDS_IN_EVENT = 150;

/**
 * Applies edits of single lines in one transaction: all of them or none.
 * @throws 404 for an unknown line, 409 with both values for one changed meanwhile, 422 for a discount that
 * the range, the shields or the previous phase do not allow.
 */
export async function editLines(
  { db, events }: Stores,
  project: ProjectScope,
  edits: Readonly<Record<string, LineEdit>>,
): Promise<Written> {
  const ids = Object.keys(edits);
  const written = await inTransaction(db, async (tx): Promise<Written> => {
    const row = await takeVersion(tx, project);
    const before = byId(await findLines(tx, project, ids));
    const lines = checkEdits(row, before, edits);
    if (lines.length === 0)
      return { activity_id: null, version: row.version, ids: [], rows: [...before.values()] };
    const comments = [...new Set(Object.values(edits).flatMap((edit) => edit.comment ?? []))];
    const { activity_id } = await writeDecisions(
      tx,
      project,
      {
        kind: 'edit',
        description: comments.length === 1 ? (comments[0] ?? null) : null,
        version: row.version,
      },
      lines,
    );
    const changed = lines.map((line) => line.discount_id);
    return { activity_id, version: row.version, ids: changed, rows: await findLines(tx, project, ids) };
  });
  await publishWritten(events, project, written);
  return written;
}

function byId(rows: readonly DiscountRow[]): Map<string, DiscountRow> {
  return new Map(rows.map((row) => [row.discount_id, row]));
}

function checkEdits(
  project: ProjectRow,
  before: ReadonlyMap<string, DiscountRow>,
  edits: Readonly<Record<string, LineEdit>>,
): LineChanges[] {
  const levels = discountLevels(levelsOf(project));
  const lines: LineChanges[] = [];
  const stale: unknown[] = [];
  const faults: { _id: string; error: string }[] = [];
  for (const [_id, edit] of Object.entries(edits)) {
    const line = before.get(_id);
    if (!line) throw notFound(`La ligne ${_id}`);
    if (isEditEqual(edit, line)) continue;
    if (edit.version !== undefined && line.version > edit.version) {
      stale.push({ _id, sent: edit, stored: presentStored(line) });
      continue;
    }
    const fault = discountFault(edit.discount_pct_user ?? null, line, levels);
    if (fault) faults.push({ _id, error: EDIT_FAULT_MESSAGES[fault] });
    lines.push({ discount_id: _id, changes: changesOf(edit, line) });
  }
  if (stale.length > 0)
    throw conflict('Une autre personne a modifié ces lignes entre-temps.', { conflicts: stale });
  if (faults.length > 0) throw refused(faults[0]?.error ?? '', { lines: faults });
  return lines;
}

/** What the other side of a conflict shows. */
function presentStored(line: DiscountRow) {
  return {
    included: line.included,
    discount_pct_user: line.discount_pct_user,
    optimization_goal: line.optimization_goal,
    discount_pct_update_user: line.discount_pct_update_user,
    discount_pct_update_date: line.discount_pct_update_date?.toISOString() ?? null,
    version: line.version,
  };
}

function changesOf(edit: LineEdit, line: DiscountRow): DecisionChanges {
  const changes: DecisionChanges = {};
  if (edit.included !== undefined) changes.included = edit.included;
  if (edit.discount_pct_user !== undefined) {
    changes.discount_pct_user = edit.discount_pct_user;
    const effective = edit.discount_pct_user ?? line.discount_pct_auto;
    changes.discount_pct_is_optimal = line.discount_pct_opti !== null && effective === line.discount_pct_opti;
  }
  if (edit.optimization_goal !== undefined) changes.optimization_goal = edit.optimization_goal;
  changes.discount_pct_update_description = edit.comment ?? null;
  return changes;
}

export function levelsOf(project: Pick<ProjectRow, 'discount_pct_range' | 'discount_step'>) {
  return { discount_pct_range: project.discount_pct_range, discount_step: project.discount_step as 5 | 10 };
}

export type GroupEdit = {
  kind: ActivityKind;
  ids: readonly string[];
  changes: DecisionChanges;
  comment?: string | null | undefined;
  details?: Record<string, unknown>;
};

/**
 * The same change for many lines, one activity. A discount that some lines may not take is given to the
 * others; `refused` says how many were left as they were.
 */
export async function editGroup(
  { db, events }: Stores,
  project: ProjectScope,
  edit: GroupEdit,
): Promise<{ activity_id: string | null; line_count: number; refused: number; version: number }> {
  const result = await inTransaction(db, async (tx) => {
    const row = await takeVersion(tx, project);
    const ids = await allowedIds(tx, project, row, edit);
    const write = {
      kind: edit.kind,
      description: edit.comment ?? null,
      version: row.version,
      details: edit.details ?? {},
    };
    const { activity_id, line_count } = await writeSameDecision(tx, project, write, ids, edit.changes);
    return { activity_id, line_count, refused: edit.ids.length - ids.length, version: row.version, ids };
  });
  await publishWritten(events, project, result);
  return result;
}

async function allowedIds(
  tx: Parameters<typeof findLines>[0],
  project: ProjectScope,
  row: ProjectRow,
  edit: GroupEdit,
): Promise<string[]> {
  const wanted = edit.changes.discount_pct_user;
  if (wanted === undefined || wanted === null) return [...edit.ids];
  const levels = discountLevels(levelsOf(row));
  if (!levels.includes(wanted)) throw invalid(EDIT_FAULT_MESSAGES.not_a_level);
  const lines = await findLines(tx, project, edit.ids);
  return lines.filter((line) => discountFault(wanted, line, levels) === null).map((line) => line.discount_id);
}

/** Tells the browsers which lines to read again; long lists become « many » (null). */
export async function publishWritten(
  events: Events,
  project: ProjectScope,
  written: { activity_id: string | null; version: number; ids: readonly string[] },
): Promise<void> {
  if (written.ids.length === 0) return;
  await events.publish({
    type: 'discounts',
    organization_id: project.organization_id,
    project_id: project.project_id,
    data: {
      project_id: project.project_id,
      version: written.version,
      ids: written.ids.length <= MAX_IDS_IN_EVENT ? written.ids : null,
      user_id: project.user_id,
      activity_id: written.activity_id,
    },
  });
}
