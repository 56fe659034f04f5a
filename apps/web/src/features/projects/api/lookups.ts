import type { QueryTree } from '@palier/domain';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { quietApi } from '../../../lib/api/client.ts';
import type { choiceOf } from '../model/draft.ts';

const lookupTime = 5 * 60_000;

/** Places that hold stock. */
export function listInventories() {
  return queryOptions({
    queryKey: ['inventories'],
    queryFn: ({ signal }) => quietApi.call('inventories.list', {}, signal),
    select: (answer) => answer.data,
    staleTime: lookupTime,
  });
}

/** Places that sell. */
export function listSalesLocations() {
  return queryOptions({
    queryKey: ['sales-locations'],
    queryFn: ({ signal }) => quietApi.call('sales.locations', {}, signal),
    select: (answer) => answer.data,
    staleTime: lookupTime,
  });
}

/** Months that orders are expected in. */
export function listOrderPeriods() {
  return queryOptions({
    queryKey: ['order-periods'],
    queryFn: ({ signal }) => quietApi.call('orders.periods', { query: {} }, signal),
    select: (answer) => answer.data,
    staleTime: lookupTime,
  });
}

/** Who may lead the work on a project. */
export function listPeople() {
  return queryOptions({
    queryKey: ['people'],
    queryFn: ({ signal }) => quietApi.call('people.list', {}, signal),
    select: (answer) => answer.data,
    staleTime: lookupTime,
  });
}

/** What a project would take with these values, and what comes in and goes out of the one that is changed. */
export function previewChoice(_id: string | null, choice: ReturnType<typeof choiceOf>) {
  return queryOptions({
    queryKey: ['projects', _id, 'preview', choice],
    queryFn: ({ signal }) => quietApi.call('projects.preview', { body: { _id, ...choice } }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });
}

/** How many products and variants of the warehouse a query takes. */
export function countItems(query: QueryTree | null) {
  return queryOptions({
    queryKey: ['items', 'count', query],
    queryFn: ({ signal }) => quietApi.call('items.count', { query: query ? { query } : {} }, signal),
    placeholderData: keepPreviousData,
    // An import or a decision on the data's quality changes it.
    staleTime: 0,
  });
}
