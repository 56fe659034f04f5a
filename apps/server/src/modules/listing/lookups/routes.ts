import type { ItemField } from '@palier/analytics';
import type { FieldDescription } from '@palier/contract';
import { findField } from '@palier/domain';
import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { excludedChecks } from '../../facts/index.ts';
import { presentAttribute, presentField } from '../fields/present.ts';

/** Values suggested at once: more are searched by typing. */
const MOST_TERMS = 200;

export function lookupRoutes({ database: { db }, facts }: Pick<Deps, 'database' | 'facts'>): Handlers {
  return {
    'inventories.list': async ({ scope }) => ({
      data: (await facts.useCounted(scope, (warehouse) => warehouse.inventories())) ?? [],
    }),
    'orders.periods': async ({ scope, query }) => {
      const periods =
        (await facts.useWarehouse(scope, (warehouse) => warehouse.orderPeriods(query.date))) ?? [];
      return {
        data: periods.map(({ from, to, name, quantity }) => ({
          id: from.slice(0, 7),
          label: name,
          start_date: from,
          end_date: to,
          quantity,
        })),
      };
    },
    'sales.locations': async ({ scope, query }) => ({
      data: (await facts.useWarehouse(scope, (warehouse) => warehouse.salesLocations(query.country))) ?? [],
    }),
    'price_lists.list': async ({ scope }) => ({
      data: (await facts.useWarehouse(scope, (warehouse) => warehouse.priceLists())) ?? [],
    }),
    'items.fields': async ({ scope, query }) => {
      const fields = (await facts.useWarehouse(scope, (warehouse) => warehouse.itemFields(query.date))) ?? [];
      return { data: fields.map(describe) };
    },
    'items.terms': async ({ scope, params, query }) => {
      const terms = await facts.useWarehouse(scope, (warehouse) =>
        warehouse.itemTerms(params.field, { search: query.q ?? '', limit: MOST_TERMS }),
      );
      return { data: (terms ?? []).map((value) => ({ value })) };
    },
    'items.count': async ({ scope, query }) => {
      const excluded_checks = await excludedChecks(db, scope);
      const counts = await facts.useWarehouse(scope, (warehouse) =>
        warehouse.itemCounts(query.query ?? null, { date: query.date, excluded_checks }),
      );
      const { excluded_count, ...taken } = counts ?? {
        item_count: 0,
        item_group_count: 0,
        excluded_count: 0,
      };
      return excluded_count > 0 ? { ...taken, excluded_count } : taken;
    },
  };
}

/** A field of the items: the catalogue's entry when it has one, else the retailer's own attribute. */
function describe(own: ItemField): FieldDescription {
  const known = findField(own.field);
  return known ? presentField(known) : presentAttribute(own);
}
