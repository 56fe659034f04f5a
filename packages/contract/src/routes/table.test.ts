import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ERRORS } from '../wire/errors.ts';
import { POLICIES } from '../wire/policy.ts';
import { NOT_IMPLEMENTED, ROUTE_LIST, ROUTES, type RouteId } from './table.ts';

/** The product API of the specification, section 7. */
const SPECIFIED: readonly (readonly [title: string, id: RouteId, call: string])[] = [
  ['[API-01] the user and permissions', 'me.get', 'GET /me'],
  ['[API-02] the projects', 'projects.list', 'GET /projects'],
  ['[API-03] a new project', 'projects.create', 'POST /projects'],
  ['[API-04] a changed project', 'projects.update', 'PUT /projects/{id}'],
  ['[API-05] a deleted project', 'projects.delete', 'DELETE /projects/{id}'],
  ['[API-06] an import of discounts', 'projects.import_discounts', 'POST /projects/{id}/import'],
  ['[API-07] an import of projects', 'projects.import', 'POST /projects/import'],
  ['[API-08] the fields of a project', 'fields.list', 'GET /projects/{id}/fields'],
  ['[API-09] the terms of a field', 'fields.terms', 'GET /projects/{id}/fields/{field}'],
  ['[API-10] the counts of a field', 'fields.count', 'GET /projects/{id}/fields/{field}/count'],
  ['[API-11] the scenarios', 'scenarios.list', 'GET /scenarios'],
  ['[API-12] a new scenario', 'scenarios.create', 'POST /scenarios'],
  ['[API-13] a changed scenario', 'scenarios.update', 'PUT /scenarios/{id}'],
  ['[API-14] a deleted scenario', 'scenarios.delete', 'DELETE /scenarios/{id}'],
  ['[API-15] a requested optimization', 'optimizations.request', 'POST /scenarios/{id}/optimizations'],
  ['[API-16] the lines', 'discounts.list', 'GET /projects/{id}/discounts'],
  ['[API-17] the groups', 'discounts.groups', 'GET /projects/{id}/discounts/groups'],
  ['[API-18] the stats', 'discounts.stats', 'GET /projects/{id}/discounts/stats'],
  ['[API-19] the history', 'discounts.history', 'GET /projects/{id}/discounts/history'],
  ['[API-20] edited lines', 'discounts.edit', 'PUT /projects/{id}/discounts'],
  ['[API-21] a simulated objective', 'projects.simulate', 'PUT /projects/{id}/simulate'],
  ['[API-22] an export', 'discounts.export', 'GET /projects/{id}/export/{template}'],
  ['[API-23] the views', 'views.list', 'GET /views'],
  ['[API-24] a new view', 'views.create', 'POST /views'],
  ['[API-25] a changed view', 'views.update', 'PUT /views/{id}'],
  ['[API-26] a deleted view', 'views.delete', 'DELETE /views/{id}'],
  ['[API-27] the goals of a group', 'goals.get_group', 'GET /projects/{id}/discounts/optimizations'],
  ['[API-28] a goal for a group', 'goals.set_group', 'PUT /projects/{id}/discounts/optimizations'],
  ['[API-29] a goal for a line', 'goals.set', 'PUT /discounts/{id}/optimization'],
  ['[API-30] a line out of sync', 'sync.get', 'GET /discounts/{id}/outofsync'],
  ['[API-31] a group out of sync', 'sync.get_group', 'GET /projects/{id}/discounts/outofsync'],
  ['[API-32] a synchronisation', 'sync.apply', 'PUT /projects/{id}/discounts/sync'],
  ['[API-33] a reviewed group', 'reviews.set_group', 'PUT /projects/{id}/discounts/reviews'],
  ['[API-34] a group no longer reviewed', 'reviews.clear_group', 'DELETE /projects/{id}/discounts/reviews'],
  ['[API-35] a reviewed line', 'reviews.set', 'PUT /discounts/{id}/review'],
  ['[API-36] a line no longer reviewed', 'reviews.clear', 'DELETE /discounts/{id}/review'],
  ['[API-37] the rules', 'rules.list', 'GET /projects/{id}/rules'],
  ['[API-38] a new rule', 'rules.create', 'POST /projects/{id}/rules'],
  ['[API-39] a changed rule', 'rules.update', 'PUT /rules/{id}'],
  ['[API-40] a deleted rule', 'rules.delete', 'DELETE /rules/{id}'],
  ['[API-41] processed rules', 'rules.process', 'POST /projects/{id}/rules/process'],
  ['[API-42] the inventories', 'inventories.list', 'GET /inventories'],
  ['[API-43] the on-order periods', 'orders.periods', 'GET /orders/periods'],
  ['[API-44] the sales locations', 'sales.locations', 'GET /sales/locations'],
  ['[API-45] the price lists', 'price_lists.list', 'GET /priceLists'],
  ['[API-46] the fields of items', 'items.fields', 'GET /items/fields'],
  ['[API-47] the counts of an item query', 'items.count', 'GET /items'],
  ['[API-48] a product', 'products.get', 'GET /projects/{id}/products/{itemGroupId}'],
  ['[API-49] the latest optimizations', 'optimizations.latest', 'GET /projects/{id}/optimizations/latest'],
  ['[API-50] an optimization', 'optimizations.get', 'GET /optimizations/{id}'],
  ['[API-51] a cancelled optimization', 'optimizations.cancel', 'PUT /optimizations/{id}/cancellation'],
  [
    '[API-52] optimizations sent to the listing',
    'optimizations.send_to_listing',
    'PUT /optimizations/listing',
  ],
  ['[API-53] the series', 'series.list', 'GET /series'],
  ['[API-54] the dimensions of series', 'series.dimensions', 'GET /series/dimensions'],
  ['[API-55] the status of series', 'series.status', 'GET /series/status'],
  ['[API-56] a report of series', 'series.report', 'GET /series/report'],
  ['[API-57] an import of series', 'series.import', 'POST /series/import'],
  ['[API-58] the settings', 'settings.get', 'GET /settings'],
];

describe('the route table has every call of the specification', () => {
  it.each(SPECIFIED)('%s: %s is %s', (title, id, call) => {
    const route = ROUTE_LIST.find((candidate) => candidate.id === id);
    expect(`${route?.method} ${route?.path}`).toBe(call);
    expect(title).toContain(`[${route?.requirement}]`);
  });

  it('and names no other requirement', () => {
    const named = ROUTE_LIST.flatMap(({ requirement }) => requirement ?? []);
    expect(named.length).toBe(SPECIFIED.length);
    expect(new Set(named).size).toBe(named.length);
  });
});

describe('every route', () => {
  it.each(ROUTE_LIST.map((route) => [route.id, route] as const))(
    '%s has a schema, a policy and documentation',
    (_, route) => {
      expect(route.response).toBeInstanceOf(z.ZodType);
      expect(Object.keys(POLICIES)).toContain(route.permission);
      expect(route.summary).toMatch(/^[A-ZÀ-Ý].+\.$/);
      expect(route.tag).toMatch(/\S/);
      const named = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(route.params?.shape ?? {}).sort()).toEqual(named.sort());
      for (const code of route.errors) expect(Object.keys(ERRORS)).toContain(code);
      if (route.method === 'GET') expect(route.body).toBeUndefined();
      if (route.answer === 'none') expect(route.status).toBe(204);
    },
  );

  it('has its own method and path, and no path hides another', () => {
    const keys = ROUTE_LIST.map(
      ({ method, base, path }) => `${method} ${base ?? '/api'}${path.replace(/\{\w+\}/g, '{}')}`,
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('that reads a project’s data answers 404 for a project of someone else', () => {
    for (const route of ROUTE_LIST.filter(({ path }) => path.startsWith('/projects/{id}')))
      expect(route.errors, route.id).toContain('not_found');
  });

  it('needs a signed-in caller, but for the document, the service’s own health and backup, and signed pictures', () => {
    const open = ROUTE_LIST.filter(
      ({ permission }) => permission === 'anyone' || permission === 'signed_link',
    );
    expect(open.map(({ id }) => id).sort()).toEqual([
      'backup.get',
      'docs.get',
      'health.live',
      'health.ready',
      'metrics.get',
      'openapi.get',
      'pictures.get',
    ]);
  });

  it('that sets something of the organisation is not for who reaches a part of it', () => {
    const open = ROUTE_LIST.filter(
      ({ method, right, covers }) =>
        method !== 'GET' && right === 'canEditSettings' && covers !== 'organization',
    );
    expect(open.map(({ id }) => id)).toEqual([]);
  });

  it('is either carried out or announced as not yet', () => {
    for (const route of ROUTE_LIST) expect(route.implemented).toBe(!NOT_IMPLEMENTED.has(route.id));
    for (const id of NOT_IMPLEMENTED) expect(ROUTES[id]).toBeDefined();
  });

  it('survives any query string: it is parsed or refused, never thrown on', () => {
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constantFrom('true', '30', '{"combinator":"and","rules":[]}'),
    );
    let cases = 0;
    for (const route of ROUTE_LIST) {
      const { query } = route;
      if (!query) continue;
      const record = fc.record(Object.fromEntries(Object.keys(query.shape).map((name) => [name, text])), {
        requiredKeys: [],
      });
      fc.assert(
        fc.property(record, (values) => {
          cases += 1;
          expect(() => query.safeParse(values)).not.toThrow();
        }),
        { numRuns: 20 },
      );
    }
    expect(cases).toBeGreaterThan(100);
  });
});
