import { FIELDS } from '@palier/domain';
import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../http/handlers.ts';
import { isAllowed } from '../../../scope.ts';
import { nullIfMissing } from '../../facts/index.ts';
import { readSettings } from '../../organizations/index.ts';
import type { Listing } from '../service.ts';
import { presentAttribute, presentField } from './present.ts';
import { readTerms } from './terms.ts';

/** Fields that only serve to compute others are not offered. */
const OFFERED = FIELDS.filter((field) => !field.technical);
const KNOWN = new Set(FIELDS.map((field) => field.id));

export function fieldRoutes(
  { database, facts }: Pick<Deps, 'database' | 'facts'>,
  listing: Listing,
): Handlers {
  return {
    'fields.list': async ({ project }) => {
      const { unavailableFields } = await readSettings(database.db, project);
      const hidden = new Set(unavailableFields);
      const own =
        (await facts.useWarehouse(project, (warehouse) => warehouse.itemFields()).catch(nullIfMissing)) ?? [];
      const fields = [
        ...OFFERED.filter(({ needs }) => !needs || isAllowed(project, 'canSeeCosts')).map(presentField),
        ...own.filter(({ field }) => !KNOWN.has(field)).map(presentAttribute),
      ];
      return { data: fields.filter((field) => !hidden.has(field.id)) };
    },
    'fields.terms': async ({ project, params, query }) => ({
      data: await listing.query(project, (facts) => readTerms(facts, params.field, query)),
    }),
    'fields.count': async ({ project, params, query }) =>
      listing.query(project, async (facts) => ({
        ...(await facts.counts({ filter: query.filter ?? null })),
        data: await readTerms(facts, params.field, query),
      })),
  };
}
