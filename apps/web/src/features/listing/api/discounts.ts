import type { Activity, RouteOutput, SelectionBody, SelectionScope } from '@palier/contract';
import type { CoverageStatistic, DiscountEdit, QueryTree } from '@palier/domain';
import { api, quietApi } from '../../../lib/api/client.ts';
import type { Group, Line } from '../model/row.ts';

/** Which lines a request is about. */
export interface Selection {
  filter: QueryTree | null;
  q?: string;
  included?: boolean;
  hide_zero?: boolean;
  activity_id?: string;
  scope?: SelectionScope;
}

export interface PageQuery {
  sort?: string;
  order?: 'asc' | 'desc';
  size?: number;
  after?: string | null;
  includes?: readonly string[];
  excludes?: readonly string[];
  /** Only these fields; all that are not slow when missing. */
  fields?: readonly string[];
  coverage_stat?: CoverageStatistic;
  summary?: boolean;
}

export interface LinesAnswer {
  data: Line[];
  discount_count: number;
  cursor: string | null;
  summary?: Group;
}

export interface GroupsAnswer {
  data: Group[];
  discount_count: number;
  cursor: string | null;
  summary?: Group;
}

export function selectionQuery(selection: Selection) {
  const { filter, q, included, hide_zero, activity_id, scope } = selection;
  return { filter: filter ? JSON.stringify(filter) : undefined, q, included, hide_zero, activity_id, scope };
}

/** The same selection for a body; empty parts are left out. */
export function selectionBody(selection: Selection): SelectionBody {
  return Object.fromEntries(
    Object.entries(selection).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}

export function listLines(
  project: string,
  selection: Selection,
  page: PageQuery,
  signal?: AbortSignal,
): Promise<LinesAnswer> {
  return quietApi.json<LinesAnswer>({
    method: 'GET',
    path: `/projects/${project}/discounts`,
    query: { ...selectionQuery(selection), ...page },
    signal,
  });
}

export function listGroups(
  project: string,
  selection: Selection,
  page: PageQuery & { by: readonly string[] },
  signal?: AbortSignal,
): Promise<GroupsAnswer> {
  return quietApi.json<GroupsAnswer>({
    method: 'GET',
    path: `/projects/${project}/discounts/groups`,
    query: { ...selectionQuery(selection), ...page },
    signal,
  });
}

/** First page of lines of several groups at once. */
export function listGroupPages(
  project: string,
  selection: Selection,
  body: Omit<PageQuery, 'summary' | 'after'> & {
    by: readonly string[];
    groups: readonly (readonly (string | null)[])[];
  },
  signal?: AbortSignal,
): Promise<{ data: { key: string; keys: (string | null)[]; page: LinesAnswer }[] }> {
  return quietApi.json({
    method: 'POST',
    path: `/projects/${project}/discounts/groups/pages`,
    body: { ...selectionBody(selection), ...body },
    signal,
  });
}

/** Lines by product code; used for those that someone else changed and for slow figures. */
export function listLinesByCode(
  project: string,
  codes: readonly string[],
  page: PageQuery,
  signal?: AbortSignal,
): Promise<LinesAnswer> {
  const filter: QueryTree = {
    combinator: 'and',
    rules: [{ field: 'item_group_id', operator: 'in', value: [...codes] }],
  };
  return listLines(project, { filter }, { ...page, size: Math.max(1, codes.length) }, signal);
}

export type EditBody = Record<string, DiscountEdit & { version?: number }>;

/** Saves edits by line; failures are the caller's to show. */
export function saveEdits(project: string, edits: EditBody): Promise<RouteOutput<'discounts.edit'>> {
  return quietApi.json({ method: 'PUT', path: `/projects/${project}/discounts`, body: edits });
}

export type GroupEditReceipt = RouteOutput<'discounts.edit_group'>;

/** Edits a whole selection, or only tells the effect; failures are the dialog's to show. */
export function editGroup(
  project: string,
  selection: Selection,
  edit: { discount_pct_user?: number | null; included?: boolean; comment?: string },
  dryRun: boolean,
): Promise<GroupEditReceipt> {
  return quietApi.json({
    method: 'PUT',
    path: `/projects/${project}/discounts/groups`,
    body: { ...selectionBody(selection), edit, dry_run: dryRun },
  });
}

export function reviewLine(line: string, reviewed: boolean): Promise<unknown> {
  return api.json({ method: reviewed ? 'PUT' : 'DELETE', path: `/discounts/${line}/review` });
}

export function reviewGroup(project: string, selection: Selection, reviewed: boolean): Promise<unknown> {
  return api.json({
    method: reviewed ? 'PUT' : 'DELETE',
    path: `/projects/${project}/discounts/reviews`,
    query: selectionQuery(selection),
  });
}

export function setLineGoal(line: string, body: { optimization_goal: string | null }): Promise<Line> {
  return api.json<Line>({ method: 'PUT', path: `/discounts/${line}/optimization`, body });
}

export interface GoalAssignment {
  optimization_goal: string | null;
  keep_discount_pct_user: boolean;
  scope?: SelectionScope;
}

/** The dialog that asks says a failure in its place. */
export function setGroupGoal(
  project: string,
  selection: Selection,
  body: GoalAssignment,
): Promise<RouteOutput<'goals.set_group'>> {
  return quietApi.json({
    method: 'PUT',
    path: `/projects/${project}/discounts/optimizations`,
    body: { ...selectionBody(selection), ...body },
  });
}

export function readGroupGoals(project: string, selection: Selection, signal?: AbortSignal) {
  return quietApi.json<RouteOutput<'goals.get_group'>>({
    method: 'GET',
    path: `/projects/${project}/discounts/optimizations`,
    query: selectionQuery(selection),
    signal,
  });
}

export function commentLine(line: string, comment: string): Promise<Activity> {
  return quietApi.json<Activity>({ method: 'POST', path: `/discounts/${line}/comments`, body: { comment } });
}

export function deleteComment(line: string, activity: string): Promise<unknown> {
  return quietApi.json({ method: 'DELETE', path: `/discounts/${line}/comments/${activity}` });
}

export function undoActivity(project: string, activity: string): Promise<RouteOutput<'activity.undo'>> {
  return api.json({ method: 'POST', path: `/projects/${project}/activity/${activity}/undo` });
}

export function exportListing(
  project: string,
  template: string,
  selection: Selection,
  shape: {
    sort?: string;
    order?: 'asc' | 'desc';
    by: readonly string[];
    columns: readonly string[];
    /** Of a price file, counted from 0. */
    phase?: number | undefined;
  },
) {
  return api.file({
    method: 'GET',
    path: `/projects/${project}/export/${template}`,
    query: { ...selectionQuery(selection), ...shape },
  });
}
