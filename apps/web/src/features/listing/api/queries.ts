import type {
  Activity,
  FieldDescription,
  Optimization,
  Product,
  RouteOutput,
  Settings,
  View,
} from '@palier/contract';
import type { QueryTree } from '@palier/domain';
import { queryOptions } from '@tanstack/react-query';
import { api, quietApi } from '../../../lib/api/client.ts';
import { type Selection, selectionQuery } from './discounts.ts';

export function readSettings() {
  return queryOptions({
    queryKey: ['settings'],
    queryFn: ({ signal }) => quietApi.json<Settings>({ method: 'GET', path: '/settings', signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function listViews() {
  return queryOptions({
    queryKey: ['views'],
    queryFn: ({ signal }) => quietApi.json<{ data: View[] }>({ method: 'GET', path: '/views', signal }),
    select: (answer) => answer.data,
  });
}

export function createView(body: Partial<Omit<View, '_id' | 'author_id'>>): Promise<View> {
  return api.json<View>({ method: 'POST', path: '/views', body });
}

export function updateView(id: string, changes: Partial<Omit<View, '_id' | 'author_id'>>): Promise<View> {
  return api.json<View>({ method: 'PUT', path: `/views/${id}`, body: changes });
}

/** Deletes a view; without an id nothing is asked. */
export async function deleteView(id: string | undefined): Promise<void> {
  if (!id) return;
  await api.json({ method: 'DELETE', path: `/views/${id}` });
}

/** The latest thing done to a project; null before the first. */
export async function readLatestActivity(project: string): Promise<string | null> {
  const { data } = await quietApi.json<{ data: Activity[] }>({
    method: 'GET',
    path: `/projects/${project}/activity`,
    query: { size: 1 },
  });
  return data[0]?.activity_id ?? null;
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
      quietApi.json<RouteOutput<'discounts.references'>>({
        method: 'GET',
        path: `/projects/${project}/discounts/references`,
        query: { ...selectionQuery(selection), by, since },
        signal,
      }),
    staleTime: 5 * 60_000,
    retry: false,
  });
}

/** The fields of a project: the catalogue's and the retailer's own. */
export function listFields(project: string) {
  return queryOptions({
    queryKey: ['projects', project, 'fields'],
    queryFn: ({ signal }) =>
      quietApi.json<{ data: FieldDescription[] }>({
        method: 'GET',
        path: `/projects/${project}/fields`,
        signal,
      }),
    select: (answer) => answer.data,
    staleTime: 5 * 60_000,
  });
}

/** The values of a field with their counts, those that hold a text. */
export function listTerms(project: string, field: string, q: string) {
  return queryOptions({
    queryKey: ['projects', project, 'fields', field, q],
    queryFn: ({ signal }) =>
      quietApi.json<RouteOutput<'fields.terms'>>({
        method: 'GET',
        path: `/projects/${project}/fields/${field}`,
        query: { q },
        signal,
      }),
    select: (answer) => answer.data,
    staleTime: 60_000,
  });
}

/** How many products a filter keeps. */
export function countFilter(project: string, filter: QueryTree | null) {
  const text = filter ? JSON.stringify(filter) : undefined;
  return queryOptions({
    queryKey: ['projects', project, 'filter-count', text],
    queryFn: async ({ signal }) => {
      const answer = await quietApi.json<{ discount_count: number }>({
        method: 'GET',
        path: `/projects/${project}/discounts`,
        query: { filter: text, size: 1 },
        signal,
      });
      return answer.discount_count;
    },
    retry: false,
  });
}

export function listActivities(project: string) {
  return queryOptions({
    queryKey: ['projects', project, 'activity'],
    queryFn: ({ signal }) =>
      quietApi.json<{ data: Activity[]; cursor: string | null }>({
        method: 'GET',
        path: `/projects/${project}/activity`,
        query: { size: 50 },
        signal,
      }),
    select: (answer) => answer.data,
    staleTime: 0,
  });
}

export function readProduct(project: string, itemGroup: string) {
  return queryOptions({
    queryKey: ['projects', project, 'products', itemGroup],
    queryFn: ({ signal }) =>
      quietApi.json<Product>({
        method: 'GET',
        path: `/projects/${project}/products/${encodeURIComponent(itemGroup)}`,
        signal,
      }),
    staleTime: 0,
  });
}

/** The query of one product. */
export function productQuery(itemGroup: string): QueryTree {
  return { combinator: 'and', rules: [{ field: 'item_group_id', operator: 'equals', value: itemGroup }] };
}

/** What was done to one product, newest first. */
export function listLineActivities(
  project: string,
  itemGroup: string,
  signal?: AbortSignal,
): Promise<{ data: Activity[] }> {
  return quietApi.json({
    method: 'GET',
    path: `/projects/${project}/discounts/history`,
    query: { filter: JSON.stringify(productQuery(itemGroup)) },
    signal,
  });
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
    queryFn: ({ signal }) =>
      quietApi.json<RouteOutput<'discounts.missing_data'>>({
        method: 'GET',
        path: `/projects/${project}/discounts/missing`,
        signal,
      }),
    select: (answer) => answer.data,
  });
}

/** An optimisation; asked again every 5 s while it is under way. */
export function readOptimization(id: string | null) {
  return queryOptions({
    queryKey: ['optimizations', id],
    queryFn: ({ signal }) =>
      quietApi.json<Optimization>({ method: 'GET', path: `/optimizations/${id}`, signal }),
    enabled: id !== null,
    refetchInterval: ({ state }) => {
      const status = state.data?.status;
      return status === 'requested' || status === 'running' || status === undefined ? 5000 : false;
    },
  });
}

export function cancelOptimization(id: string): Promise<unknown> {
  return api.json({ method: 'PUT', path: `/optimizations/${id}/cancellation` });
}

/** Discounts from files; a rehearsal says the effect and writes nothing. Failures are the dialog's to show. */
export function importDiscounts(
  project: string,
  files: readonly File[],
  rehearsal: boolean,
): Promise<RouteOutput<'projects.import_discounts'>> {
  const form = new FormData();
  for (const file of files) form.append('uploadedFiles', file);
  const query = rehearsal ? { dry_run: true } : {};
  return quietApi.json({ method: 'POST', path: `/projects/${project}/import`, query, body: form });
}

/** The projects that have discounts for the same products, with how many differ. */
export function readOutOfSync(project: string) {
  return queryOptions({
    queryKey: ['projects', project, 'outofsync'],
    queryFn: ({ signal }) =>
      quietApi.json<RouteOutput<'sync.get_group'>>({
        method: 'GET',
        path: `/projects/${project}/discounts/outofsync`,
        signal,
      }),
    select: (answer) => answer.data,
    staleTime: 0,
  });
}

export function syncProject(
  project: string,
  body: { source_project_id: string; override_optimal_discount_pct: boolean },
) {
  return quietApi.json<RouteOutput<'sync.apply'>>({
    method: 'PUT',
    path: `/projects/${project}/discounts/sync`,
    body,
  });
}

export function validatePhase(project: string, workingPhase: number | null): Promise<unknown> {
  return api.json({ method: 'PUT', path: `/projects/${project}`, body: { working_phase: workingPhase } });
}
