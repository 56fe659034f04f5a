import {
  type DiscountEdit,
  discountFault,
  EDIT_FAULT_MESSAGES,
  type EditFault,
  editedValues,
  effectiveDiscount,
  isEditEqual,
  nearestLevel,
} from '@palier/domain';
import { ApiError, notFound } from '../../http/errors.ts';
import type { AlikeLines, DecidingColumns } from './alike.ts';
import { withConsequences, withReviewBack } from './consequences.ts';
import type { DecisionChanges, DiscountRow, LineChanges } from './repository.ts';

export type LineEdit = DiscountEdit & {
  /** The version that the caller saw: the edit is refused when the line was changed since. */
  version?: number | undefined;
};

/**
 * What single edits change, after checking each of them.
 * @throws 404 for an unknown line, 409 with both values for a line changed meanwhile, 422 for a discount
 * that the project, the shields or the previous phase do not allow.
 */
export function checkEdits(
  before: ReadonlyMap<string, DiscountRow>,
  edits: Readonly<Record<string, LineEdit>>,
  levels: readonly number[],
): LineChanges[] {
  const lines: LineChanges[] = [];
  const conflicts: unknown[] = [];
  const faults: { _id: string; error: string }[] = [];
  for (const [_id, edit] of Object.entries(edits)) {
    const line = before.get(_id);
    if (!line) throw notFound('Cette ligne');
    if (isEditEqual(edit, line)) continue;
    if (edit.version !== undefined && line.version > edit.version) {
      conflicts.push({ _id, sent: edit, stored: presentStored(line) });
      continue;
    }
    const fault = discountFault(edit.discount_pct_user ?? null, line, levels);
    if (fault) faults.push({ _id, error: EDIT_FAULT_MESSAGES[fault] });
    lines.push({ discount_id: _id, changes: changesOf(edit, line) });
  }
  if (conflicts.length > 0) throw new ApiError('stale_version', undefined, { conflicts });
  if (faults.length > 0) throw refusedLines(faults);
  return lines;
}

/** 422 for discounts that may not be chosen: the sentence is the first line's, the details name them all. */
export function refusedLines(faults: readonly { _id: string; error: string }[]): ApiError {
  return new ApiError('discount_refused', faults[0]?.error, { lines: faults });
}

/** @throws 422 for a discount that the project does not offer to any line */
export function checkOffered(wanted: readonly (number | null)[], levels: readonly number[]): void {
  const stranger = wanted.find((discount) => discount !== null && !levels.includes(discount));
  if (stranger === undefined) return;
  throw new ApiError(
    'discount_refused',
    `Le projet ne propose pas ${stranger} % : choisissez parmi ${levels.join(', ')}.`,
  );
}

/** What the other side of a conflict shows; the journal says whose it is. */
function presentStored(line: DiscountRow) {
  return {
    ...editedValues(line),
    discount_pct: effectiveDiscount(line),
    version: line.version,
    ...{ update_user: null, update_date: null },
  };
}

/** The columns that an edit of a line sets. */
export function changesOf(edit: DiscountEdit, line: DiscountRow): DecisionChanges {
  const changes = decidedChanges(edit, line);
  return edit.gives_review_back && line.review_lost_date
    ? withReviewBack(line, changes, line.review_lost_pct)
    : changes;
}

function decidedChanges(edit: DiscountEdit, line: DecidingColumns): DecisionChanges {
  return withConsequences(line, {
    ...editedValues(edit),
    discount_pct_update_description: edit.comment ?? null,
  });
}

/** An edit of every line of a selection: one value for all, or points added to each. */
export interface GroupEdit {
  included?: boolean | undefined;
  discount_pct_user?: number | null | undefined;
  discount_pct_change?: number | undefined;
  comment?: string | null | undefined;
}

export interface GroupPlan {
  lines: LineChanges[];
  refused: Partial<Record<EditFault, number>>;
}

/** What a group edit changes: lines that may not take it are left alone and counted. Lines alike share their changes. */
export function planGroupEdit(
  found: readonly AlikeLines[],
  edit: GroupEdit,
  levels: readonly number[],
): GroupPlan {
  const plan: GroupPlan = { lines: [], refused: {} };
  for (const { line, ids } of found) {
    const own: DiscountEdit = { comment: edit.comment ?? null };
    if (edit.included !== undefined) own.included = edit.included;
    const wanted = wantedDiscount(line, edit, levels);
    if (wanted !== undefined) {
      const fault = discountFault(wanted, line, levels);
      if (fault) {
        plan.refused[fault] = (plan.refused[fault] ?? 0) + ids.length;
        continue;
      }
      own.discount_pct_user = wanted;
    }
    if (isEditEqual(own, line)) continue;
    const changes = decidedChanges(own, line);
    for (const discount_id of ids) plan.lines.push({ discount_id, changes });
  }
  return plan;
}

function wantedDiscount(
  line: DecidingColumns,
  edit: GroupEdit,
  levels: readonly number[],
): number | null | undefined {
  if (edit.discount_pct_change === undefined) return edit.discount_pct_user;
  const target = (effectiveDiscount(line) ?? 0) + edit.discount_pct_change;
  return nearestLevel(target, levels);
}
