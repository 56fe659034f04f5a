import { pruneQuery, type QueryTree } from '@palier/domain';
import { raw, type Sql, sql } from '../database/sql.ts';
import { InvalidQueryError } from '../errors.ts';
import { fieldsByName, type ListingFields } from './fields.ts';
import { type FieldLookup, filterSql } from './filter.ts';
import type { FactsView } from './types.ts';

/**
 * Condition of the lines within a perimeter. A field that is not there holds for no line: what cannot be checked is
 * outside.
 */
export function withinSql(within: QueryTree, lookup: FieldLookup): Sql {
  try {
    return sql`(${filterSql(within, lookup) ?? raw('true')})`;
  } catch (error) {
    if (error instanceof InvalidQueryError) return raw('false');
    throw error;
  }
}

/** The fields of a project as a view has them: every question to the facts is compiled with these. */
export function viewedFields(fields: ListingFields, { within, costs }: FactsView): ListingFields {
  const seen = costs
    ? fields
    : { ...fields, ...fieldsByName(fields.all.filter(({ definition }) => definition.needs !== 'costs')) };
  return within && pruneQuery(within) ? { ...seen, within: withinSql(within, fields.lookup) } : seen;
}
