import type { RouteInput, RouteOutput, View } from '@palier/contract';
import type { QueryTree } from '@palier/domain';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { type ApiClient, api, quietApi } from '../../../lib/api/client.ts';
import { listLines, ownAct, type Selection, seenBody, selectionQuery } from './discounts.ts';

export function listViews() {
  return queryOptions({
    queryKey: ['views'],
    queryFn: ({ signal }) => quietApi.call('views.list', {}, signal),
    select: (answer) => answer.data,
  });
}

export function createView(body: RouteInput<'views.create'>['body']): Promise<View> {
  return api.call('views.create', { body });
}

/** Changes a view; `client`: who says that a colleague has changed it meanwhile. */
export function updateView(
  id: string,
  body: RouteInput<'views.update'>['body'],
  client: Pick<ApiClient, 'call'> = api,
): Promise<View> {
  return client.call('views.update', { params: { id }, body });
}

/** Deletes a view as it was seen; without one nothing is asked. */
export async function deleteView(view: View | undefined): Promise<void> {
  if (!view?._id) return;
  const { _id: id, name, description, parameters, shared, is_partial, is_default } = view;
  const seen = { name, description, parameters, shared, is_partial, is_default };
  await api.call('views.delete', { params: { id }, body: { seen } });
}

/** The latest thing done to a project, before the activities given; null when there was none. */
export async function readLatestActivity(
  project: string,
  before: readonly string[] = [],
): Promise<string | null> {
  const size = before.length > 0 ? 100 : 1;
  const { data } = await quietApi.call('activity.list', { params: { id: project }, query: { size } });
  // Identifiers grow with time.
  return data.find(({ activity_id }) => before.every((id) => activity_id < id))?.activity_id ?? null;
}

/** What the figures of a selection and of its groups are read against; slow, and nearly still. */
export function readReferences(
  project: string,
  selection: Selection,
  by: readonly string[],
  since: string | null,
) {
  return queryOptions({
    queryKey: ['projects', project, 'references', selection, by, since],
    queryFn: ({ signal }) =>
      quietApi.call(
        'discounts.references',
        { params: { id: project }, query: { ...selectionQuery(selection), by, since: since ?? undefined } },
        signal,
      ),
    staleTime: 5 * 60_000,
    retry: false,
  });
}

/** How many products a filter keeps. */
export function countFilter(project: string, filter: QueryTree | null) {
  return queryOptions({
    queryKey: ['projects', project, 'filter-count', filter],
    queryFn: async ({ signal }) => (await listLines(project, { filter }, { size: 1 }, signal)).discount_count,
    retry: false,
  });
}

export function listActivities(project: string) {
  return queryOptions({
    queryKey: ['projects', project, 'activity'],
    queryFn: ({ signal }) =>
      quietApi.call('activity.list', { params: { id: project }, query: { size: 50 } }, signal),
    select: (answer) => answer.data,
    staleTime: 0,
  });
}

export function readProduct(project: string, itemGroup: string) {
  return queryOptions({
    queryKey: ['projects', project, 'products', itemGroup],
    queryFn: ({ signal }) =>
      quietApi.call('products.get', { params: { id: project, itemGroupId: itemGroup } }, signal),
    staleTime: 0,
  });
}

/** The query of one product. */
export function productQuery(itemGroup: string): QueryTree {
  return { combinator: 'and', rules: [{ field: 'item_group_id', operator: 'equals', value: itemGroup }] };
}

/** What was done to one product, newest first. */
function listLineActivities(
  project: string,
  itemGroup: string,
  signal?: AbortSignal,
): Promise<RouteOutput<'discounts.history'>> {
  const input = { params: { id: project }, query: { filter: productQuery(itemGroup) } };
  return quietApi.call('discounts.history', input, signal);
}

/** What someone did to one product, newest first. */
export function readLineHistory(project: string, itemGroup: string) {
  return queryOptions({
    queryKey: ['projects', project, 'history', itemGroup],
    queryFn: ({ signal }) => listLineActivities(project, itemGroup, signal),
    select: (answer) => answer.data,
    staleTime: 0,
  });
}

export function readMissingData(project: string) {
  return queryOptions({
    queryKey: ['projects', project, 'missing'],
    queryFn: ({ signal }) => quietApi.call('discounts.missing_data', { params: { id: project } }, signal),
    select: (answer) => answer.data,
  });
}

/** An optimisation; asked again every 5 s while it is under way. */
export function readOptimization(id: string | null) {
  return queryOptions({
    queryKey: ['optimizations', id],
    queryFn:
      id === null
        ? skipToken
        : ({ signal }) => quietApi.call('optimizations.get', { params: { id } }, signal),
    refetchInterval: ({ state }) => {
      const status = state.data?.status;
      return status === 'requested' || status === 'running' || status === undefined ? 5000 : false;
    },
  });
}

export function cancelOptimization(id: string): Promise<unknown> {
  return api.call('optimizations.cancel', { params: { id } });
}

/**
 * Discounts from files, but over lines that somebody wrote after the version `seen`; a rehearsal (no version) says the
 * effect and writes nothing. Failures are the dialog's to show.
 */
export function importDiscounts(
  project: string,
  files: readonly File[],
  seen?: number,
): Promise<RouteOutput<'projects.import_discounts'>> {
  const query = seen === undefined ? { dry_run: true } : seenBody(project, seen);
  const answer = quietApi.call('projects.import_discounts', { params: { id: project }, query, files });
  return seen === undefined ? answer : ownAct(project, answer, seen);
}

/** The projects that have discounts for the same products, with how many differ. */
export function readOutOfSync(project: string) {
  return queryOptions({
    queryKey: ['projects', project, 'outofsync'],
    queryFn: ({ signal }) => quietApi.call('sync.get_group', { params: { id: project } }, signal),
    select: (answer) => answer.data,
    staleTime: 0,
  });
}

/** Takes the discounts of another project, but over those that somebody wrote after the version `seen`. */
export function syncProject(
  project: string,
  body: RouteInput<'sync.apply'>['body'],
  seen: number | undefined,
) {
  const whole = { ...body, ...seenBody(project, seen) };
  return ownAct(project, quietApi.call('sync.apply', { params: { id: project }, body: whole }), seen);
}
