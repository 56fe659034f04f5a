import type { LineSelection, ProjectFacts } from '@palier/analytics';
import { combineQueries, type Operator, type QueryTree, type QueryValue } from '@palier/domain';

/** A kind of data that products may lack, and the query that finds those that do. */
interface MissingCheck {
  field: string;
  label: string;
  query: QueryTree;
}

export interface MissingData {
  field: string;
  label: string;
  discount_count: number;
  sum_stock_qty: number;
  /** Finds the products, for the listing. */
  filter: QueryTree;
  examples: { _id: string; item_group_id: string; title: string | null }[];
}

const EXAMPLES = 5;

const check = (
  field: string,
  label: string,
  operator: Operator = 'is_not_set',
  value?: QueryValue,
): MissingCheck => ({
  field,
  label,
  query: {
    combinator: 'and',
    rules: [{ field, operator, ...(value !== undefined && { value }) }],
  },
});

/** What prices, forecasts and screens need of each product, the gravest first. */
const CHECKS: readonly MissingCheck[] = [
  check('price', 'Prix TTC'),
  check('cost', 'Coût'),
  check('stock_qty', 'Stock', 'lte', 0),
  check('lifetime_sales', 'CA (taux de change inconnu)'),
  check('lifetime_sales_qty', 'Historique de ventes', 'lte', 0),
  check('phase_forecast.sales_qty', 'Prévision'),
  check('size', 'Tailles'),
  check('image_url', 'Image'),
  check('release_season', 'Saison'),
  check('section', 'Rayon'),
  check('family', 'Famille'),
  check('brand', 'Marque'),
  check('on_sale_date', 'Date de mise en vente'),
];

/**
 * What the lines of a selection lack, with how many lack it, their stock and the examples that hold the most of
 * it. Fields that no line lacks are left out.
 */
export async function readMissingData(facts: ProjectFacts, selection: LineSelection): Promise<MissingData[]> {
  const known = new Set(facts.fields().map(({ id }) => id));
  const found: MissingData[] = [];
  for (const { field, label, query } of CHECKS) {
    if (!known.has(field)) continue;
    const those = { ...selection, filter: combineQueries(selection.filter, query) };
    const { discount_count, sum_stock_qty } = await facts.stats(those);
    if (discount_count === 0) continue;
    const examples = await readExamples(facts, those);
    found.push({ field, label, discount_count, sum_stock_qty, filter: query, examples });
  }
  return found;
}

async function readExamples(facts: ProjectFacts, selection: LineSelection): Promise<MissingData['examples']> {
  const { data } = await facts.lines({
    ...selection,
    ...{ fields: ['title'], excludes: ['curve'], sort: 'stock_qty', order: 'desc', size: EXAMPLES },
  });
  return data.map(({ _id, item_group_id, title }) => ({
    _id,
    item_group_id,
    title: typeof title === 'string' ? title : null,
  }));
}
