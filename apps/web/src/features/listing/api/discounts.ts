import type { RouteInput, RouteOutput, SeenDecisions, SelectionBody } from '@palier/contract';
import type { DiscountEdit, FieldChoice, GroupPage, GroupPages, LinePage, PageQuery } from '@palier/domain';
import { api, quietApi } from '../../../lib/api/client.ts';
import { noteOwnAct, seenSince } from '../../../lib/own-acts.ts';
import type { Line } from '../rows/row.ts';

/** Which lines a request is about. */
export type Selection = SelectionBody;

/** A selection as a query string takes it: without a filter, nothing is said of it. */
export function selectionQuery({ filter, ...selection }: Selection) {
  return { ...selection, filter: filter ?? undefined };
}

/** The same selection for a body; empty parts are left out. */
export function selectionBody(selection: Selection): Selection {
  return Object.fromEntries(
    Object.entries(selection).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}

type Page = Omit<PageQuery, 'after'> & FieldChoice & { after?: string | null; summary?: boolean };

/** The address of a page of a selection; a first page has no cursor. */
function pageInput(project: string, selection: Selection, { after, ...page }: Page) {
  const query = { ...selectionQuery(selection), ...page, after: after ?? undefined };
  return { params: { id: project }, query };
}

export function listLines(
  project: string,
  selection: Selection,
  page: Page,
  signal?: AbortSignal,
): Promise<LinePage> {
  return quietApi.call('discounts.list', pageInput(project, selection, page), signal);
}

export function listGroups(
  project: string,
  selection: Selection,
  { by, ...page }: Page & { by: readonly string[] },
  signal?: AbortSignal,
): Promise<GroupPage> {
  const { params, query } = pageInput(project, selection, page);
  return quietApi.call('discounts.groups', { params, query: { ...query, by } }, signal);
}

/** First page of lines of several groups at once. */
export function listGroupPages(
  project: string,
  selection: Selection,
  body: Omit<RouteInput<'discounts.group_pages'>['body'], keyof Selection>,
  signal?: AbortSignal,
): Promise<GroupPages> {
  return quietApi.call(
    'discounts.group_pages',
    { params: { id: project }, body: { ...selectionBody(selection), ...body } },
    signal,
  );
}

/** Lines by product code; used for those that someone else changed and for slow figures. */
export function listLinesByCode(
  project: string,
  codes: readonly string[],
  page: Page,
  signal?: AbortSignal,
): Promise<LinePage> {
  const rule = { field: 'item_group_id', operator: 'in' as const, value: [...codes] };
  const filter = { combinator: 'and' as const, rules: [rule] };
  return listLines(project, { filter }, { ...page, size: Math.max(1, codes.length) }, signal);
}

/** An act of this tab: what it writes is known here, so that the next one does not take it for somebody else's. */
export async function ownAct<T extends { version: number }>(
  project: string,
  answer: Promise<T>,
  seen?: number,
): Promise<T> {
  const given = await answer;
  noteOwnAct(project, given.version, { seen: seen !== undefined });
  return given;
}

/** What the author of an act on many lines has seen, when her screen showed a version; nothing is said where none is known. */
export function seenBody(project: string, version: number | undefined): { seen?: SeenDecisions } {
  return version === undefined ? {} : { seen: seenSince(project, version) };
}

export type EditBody = Record<string, DiscountEdit & { version?: number }>;

/** Saves edits by line; failures are the caller's to show. */
export function saveEdits(project: string, edits: EditBody): Promise<RouteOutput<'discounts.edit'>> {
  return ownAct(project, quietApi.call('discounts.edit', { params: { id: project }, body: edits }));
}

export type GroupEditReceipt = RouteOutput<'discounts.edit_group'>;

/** Edits a whole selection as the version `seen` has it, or only tells the effect; failures are the dialog's to show. */
export function editGroup(
  project: string,
  selection: Selection,
  edit: { discount_pct_user?: number | null; included?: boolean; comment?: string },
  { dryRun = false, seen }: { dryRun?: boolean; seen?: number | undefined },
): Promise<GroupEditReceipt> {
  const body = { ...selectionBody(selection), edit, dry_run: dryRun, ...seenBody(project, seen) };
  const answer = quietApi.call('discounts.edit_group', { params: { id: project }, body });
  return dryRun ? answer : ownAct(project, answer, seen);
}

/** Marks a line reviewed at the discount that it shows; one that a colleague has changed since is refused. */
export async function reviewLine(
  project: string,
  line: Line,
  reviewed: boolean,
): Promise<RouteOutput<'reviews.set'>> {
  const params = { id: line._id };
  const seen = { discount_pct: line.discount_pct ?? null, included: line.included !== false };
  const given = await (reviewed
    ? api.call('reviews.set', { params, body: seen })
    : api.call('reviews.clear', { params }));
  noteOwnAct(project, given.act_version);
  return given;
}

/** Marks the lines of a selection, but those that somebody wrote after the version `seen`. */
export function reviewGroup(
  project: string,
  selection: Selection,
  reviewed: boolean,
  seen: number | undefined,
): Promise<RouteOutput<'reviews.set_group'>> {
  const route = reviewed ? 'reviews.set_group' : 'reviews.clear_group';
  // The lines are named in the address: a body may be lost on the way of a DELETE.
  const input = { params: { id: project }, query: selectionQuery(selection), body: seenBody(project, seen) };
  return ownAct(project, api.call(route, input), seen);
}

/** The dialog that asks says a failure in its place. */
export function setGroupGoal(
  project: string,
  selection: Selection,
  body: Pick<RouteInput<'goals.set_group'>['body'], 'optimization_goal' | 'keep_discount_pct_user' | 'scope'>,
  seen: number | undefined,
): Promise<RouteOutput<'goals.set_group'>> {
  const answer = quietApi.call('goals.set_group', {
    params: { id: project },
    body: { ...selectionBody(selection), ...body, ...seenBody(project, seen) },
  });
  return ownAct(project, answer, seen);
}

export function readGroupGoals(
  project: string,
  selection: Selection,
  keepByHand: boolean,
  signal?: AbortSignal,
): Promise<RouteOutput<'goals.get_group'>> {
  const query = { ...selectionQuery(selection), keep_discount_pct_user: keepByHand };
  const input = { params: { id: project }, query };
  return quietApi.call('goals.get_group', input, signal);
}

/** Count and figures of a selection, as decided now. */
export function readSelectionStats(
  project: string,
  selection: Selection,
  signal?: AbortSignal,
): Promise<RouteOutput<'discounts.stats'>> {
  const input = { params: { id: project }, query: selectionQuery(selection) };
  return quietApi.call('discounts.stats', input, signal);
}

export function commentLine(line: string, comment: string): Promise<RouteOutput<'comments.create'>> {
  return quietApi.call('comments.create', { params: { id: line }, body: { comment } });
}

export function deleteComment(line: string, activity: string): Promise<unknown> {
  return quietApi.call('comments.delete', { params: { id: line, activityId: activity } });
}

export function undoActivity(project: string, activity: string): Promise<RouteOutput<'activity.undo'>> {
  return ownAct(project, api.call('activity.undo', { params: { id: project, activityId: activity } }));
}

export function exportListing(
  project: string,
  template: string,
  selection: Selection,
  shape: Pick<
    RouteInput<'discounts.export'>['query'] & object,
    'sort' | 'order' | 'by' | 'columns' | 'featured'
  >,
) {
  return api.download('discounts.export', {
    params: { id: project, template },
    query: { ...selectionQuery(selection), ...shape },
  });
}
