import type { LineSelection, TermCount } from '@palier/analytics';
import { FIELDS } from '@palier/domain';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../http/handlers.ts';
import type { Listing } from '../listing/index.ts';
import { readSettings } from '../settings/index.ts';
import { presentAttribute, presentField } from './present.ts';

export function fieldRoutes(
  { database, facts }: Pick<Deps, 'database' | 'facts'>,
  listing: Listing,
): Handlers {
  return {
    'fields.list': async ({ project }) => {
      const { unavailableFields } = await readSettings(database.db, project);
      const hidden = new Set(unavailableFields);
      const known = new Set(FIELDS.map((field) => field.id));
      const own = (await facts.useWarehouse(project, (warehouse) => warehouse.itemFields())) ?? [];
      const fields = [
        ...FIELDS.map(presentField),
        ...own.filter(({ field }) => !known.has(field)).map(presentAttribute),
      ];
      return { data: fields.filter((field) => !hidden.has(field.id)) };
    },
    'fields.terms': async ({ project, params, query }) => {
      const terms = await listing.query(project, (facts) =>
        facts.terms({
          ...selectionOf(query),
          field: params.field,
          ...(query.q && { search: query.q }),
          ...(query.map_keys && { terms: query.map_keys }),
        }),
      );
      return { data: terms.map(presentTerm) };
    },
    'fields.count': async ({ project, params, query }) => {
      const selection = selectionOf(query);
      return listing.query(project, async (facts) => ({
        ...(await facts.counts(selection)),
        data: (
          await facts.terms({
            ...selection,
            field: params.field,
            ...(query.map_keys && { terms: query.map_keys }),
          })
        ).map(presentTerm),
      }));
    },
  };
}

const selectionOf = (query: { filter?: LineSelection['filter'] | undefined }): LineSelection => ({
  filter: query.filter ?? null,
});

function presentTerm({ value, item_count, item_group_count, stock_qty }: TermCount) {
  return { value, item_count, item_group_count, sum_stock_qty: stock_qty };
}
