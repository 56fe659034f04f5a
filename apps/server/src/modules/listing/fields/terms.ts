import type { LineSelection, ProjectFacts, TermCount } from '@palier/analytics';
import { combineQueries, parseRange, type QueryRule, rangeKey, type ValueRange } from '@palier/domain';
import { ApiError } from '../../../http/errors.ts';

/** What is asked of a field's values. */
interface TermsQuery {
  filter?: LineSelection['filter'] | undefined;
  q?: string | undefined;
  map_keys?: string[] | undefined;
  map_type?: 'match' | 'fixed' | 'range' | undefined;
}

/** Most intervals counted in one request: each is a query of its own. */
const MAX_RANGES = 50;

/** The values of a field with their counts, or the intervals asked for with theirs. @throws 400 */
export async function readTerms(
  facts: ProjectFacts,
  field: string,
  query: TermsQuery,
): Promise<ReturnType<typeof presentTerm>[]> {
  const { filter = null, q, map_keys, map_type } = query;
  if (map_type === 'range') return readRanges(facts, field, filter, map_keys ?? []);
  const terms = await facts.terms({
    field,
    filter,
    ...(q && { search: q }),
    ...(map_type !== 'fixed' && map_keys && { terms: map_keys }),
  });
  return terms.map(presentTerm);
}

async function readRanges(
  facts: ProjectFacts,
  field: string,
  filter: LineSelection['filter'],
  keys: readonly string[],
) {
  if (keys.length > MAX_RANGES)
    throw new ApiError('invalid_query', `Requête non valide : ${MAX_RANGES} intervalles au plus`);
  return Promise.all(
    keys.map(async (key) => {
      const range = parseRange(key);
      if (!range)
        throw new ApiError(
          'invalid_query',
          `Requête non valide : « ${key.slice(0, 60)} » n’est pas un intervalle`,
        );
      const rules = rulesOf(field, range);
      const selection = { filter: combineQueries(filter, { combinator: 'and', rules }) };
      const [counts, stats] = await Promise.all([facts.counts(selection), facts.stats(selection)]);
      return { value: rangeKey(range), ...counts, sum_stock_qty: stats.sum_stock_qty };
    }),
  );
}

/** The low end is in, the high end is out, as in rules. */
function rulesOf(field: string, { low, high }: ValueRange): QueryRule[] {
  return [
    { field, operator: 'is_set' },
    ...(low === null ? [] : [{ field, operator: 'gte', value: low } as const]),
    ...(high === null ? [] : [{ field, operator: 'lt', value: high } as const]),
  ];
}

function presentTerm({ value, item_count, item_group_count, stock_qty }: TermCount) {
  return { value, item_count, item_group_count, sum_stock_qty: stock_qty };
}
