import { COVERAGE_SCORES } from '@palier/domain';
import { quoteIdentifier, quoteText, raw, type Sql, sql } from '../database/sql.ts';
import { coverageScoreSql, ratioSql } from '../formulas.ts';
import { isNumeric, type ListingField, type ListingFields, ratioParts } from './fields.ts';

/**
 * How group values are made in two steps: `inner` partial results by group, discount and state, `outer` values
 * by group out of the partial ones. Each partial result is computed once, however many fields need it.
 */
export interface Aggregates {
  inner: Sql[];
  outer: { id: string; expression: Sql }[];
}

/** Most values listed for a text field of a group. */
const DISTINCT_SHOWN = 50;

function partials(): { use: (expression: Sql) => string; columns: () => Sql[] } {
  const known = new Map<string, { name: string; expression: Sql }>();
  return {
    use: (expression) => {
      const found = known.get(expression.text) ?? { name: `a${known.size}`, expression };
      known.set(expression.text, found);
      return found.name;
    },
    columns: () => [...known.values()].map(({ name, expression }) => sql`${expression} AS ${raw(name)}`),
  };
}

type Use = (expression: Sql) => string;

const sumSql = (use: Use, value: Sql): string => `sum(${use(sql`sum(${value})`)})`;

/** Sums a column over the lines where another has a value too. */
function sumWithSql(use: Use, value: ListingField, other: ListingField): string {
  return sumSql(
    use,
    other.complete ? value.column : sql`CASE WHEN ${other.column} IS NOT NULL THEN ${value.column} END`,
  );
}

function ratioOfSums(use: Use, fields: ListingFields, field: ListingField): string | undefined {
  const { aggregation } = field.definition;
  const parts = ratioParts(fields, aggregation);
  if (aggregation.kind !== 'ratio' || !parts) return undefined;
  const { numerator, denominator } = parts;
  const top = sumWithSql(use, numerator, denominator);
  const bottom = sumWithSql(use, denominator, numerator);
  const quotient = ratioSql(top, bottom);
  return `${aggregation.scale ?? 1} * (${aggregation.complement ? `1 - ${quotient}` : quotient})`;
}

function weightedSql(use: Use, value: ListingField, weight: ListingField): string {
  return `${sumSql(use, sql`${value.column} * ${weight.column}`)} / nullif(${sumWithSql(use, weight, value)}, 0)`;
}

function harmonicSql(use: Use, value: ListingField, weight: ListingField): string {
  const counted = sql`${value.column} > 0 AND ${weight.column} > 0`;
  const top = sumSql(use, sql`CASE WHEN ${counted} THEN ${weight.column} END`);
  return `${top} / ${sumSql(use, sql`CASE WHEN ${counted} THEN ${weight.column} / ${value.column} END`)}`;
}

/** How many elements the lines' sets have together; NULL when no line's set is known. */
function distinctCountSql(use: Use, columns: readonly Sql[]): string | undefined {
  return columns.length > 0
    ? columns.map((column) => `bit_count(bit_or(${use(sql`bit_or(${column})`)}))::DOUBLE`).join(' + ')
    : undefined;
}

function distinctSql(use: Use, { definition, column }: ListingField): string {
  const inner =
    definition.type === 'list'
      ? sql`list_distinct(flatten(list(${column})))`
      : sql`list(DISTINCT ${column}) FILTER (${column} IS NOT NULL)`;
  const values = `list_sort(list_distinct(flatten(list(${use(inner)}) FILTER (${use(inner)} IS NOT NULL))))`;
  return `nullif(list_slice(${values}, 1, ${DISTINCT_SHOWN}), [])`;
}

/** How many lines have each value of a text field, as `{ value: count }`. */
function countsByValue(use: Use, column: Sql, values: readonly string[]): string {
  return `{${values.map((value) => `${quoteIdentifier(value)}: sum(${use(sql`count(*) FILTER (${column} = ${raw(quoteText(value))})`)})::DOUBLE`).join(', ')}}`;
}

/** A group's grade is that of its weeks. */
function gradeSql(use: Use, fields: ListingFields, field: ListingField): string | undefined {
  const weeks = fields.find(field.definition.id.replace(/cv_score$/, 'weeks'));
  const aggregation = weeks?.definition.aggregation;
  const weight = aggregation?.kind === 'harmonic_mean' ? fields.find(aggregation.weight) : undefined;
  return weeks && weight ? coverageScoreSql(`(${harmonicSql(use, weeks, weight)})`) : undefined;
}

function dateSql(field: ListingField, expression: string): string {
  return field.definition.type === 'date' ? `(${expression})::VARCHAR` : expression;
}

function valueSql(use: Use, fields: ListingFields, field: ListingField): string | undefined {
  const { aggregation } = field.definition;
  const extreme = (name: 'min' | 'max'): string =>
    dateSql(field, `${name}(${use(sql`${raw(name)}(${field.column})`)})`);
  switch (aggregation.kind) {
    case 'sum':
      return isNumeric(field.definition) ? sumSql(use, field.column) : undefined;
    case 'ratio':
      return ratioOfSums(use, fields, field);
    case 'weighted_mean':
    case 'harmonic_mean': {
      const weight = fields.find(aggregation.weight);
      const mean = aggregation.kind === 'harmonic_mean' ? harmonicSql : weightedSql;
      return weight ? mean(use, field, weight) : undefined;
    }
    case 'min':
    case 'max':
      return extreme(aggregation.kind);
    case 'range':
      return `CASE WHEN ${extreme('min')} IS NOT NULL THEN [${extreme('min')}, ${extreme('max')}] END`;
    case 'distinct':
      return distinctSql(use, field);
    case 'distinct_count':
      return distinctCountSql(use, fields.setColumns(aggregation.sets));
    default:
      return field.definition.type === 'score' ? gradeSql(use, fields, field) : undefined;
  }
}

/** Prices that every group has, whatever is asked: the extremes over the variants of its products. */
function pricesSql(use: Use, fields: ListingFields): [string, string][] {
  return (['min', 'max'] as const).map((end): [string, string] => {
    const price = (fields.find(`${end}_price`) ?? fields.find('price'))?.column;
    return [`${end}_price`, price ? `${end}(${use(sql`${raw(end)}(${price})`)})` : 'NULL::DOUBLE'];
  });
}

/** The two steps of the given fields and of the counts. Fields that have no group value are left out. */
export function aggregatesOf(fields: ListingFields, chosen: readonly ListingField[]): Aggregates {
  const { use, columns } = partials();
  const outer = pricesSql(use, fields).map(([id, expression]) => ({ id, expression: raw(expression) }));
  const known = new Set(outer.map(({ id }) => id));
  for (const field of chosen) {
    if (known.has(field.definition.id)) continue;
    const expression = valueSql(use, fields, field);
    if (expression !== undefined) outer.push({ id: field.definition.id, expression: raw(expression) });
    if (field.definition.type === 'score')
      outer.push({
        id: `${field.definition.id}_counts`,
        expression: raw(countsByValue(use, field.column, COVERAGE_SCORES)),
      });
  }
  return { inner: columns(), outer };
}

export function namedSql({ id, expression }: Aggregates['outer'][number]): Sql {
  return sql`${expression} AS ${raw(quoteIdentifier(id))}`;
}
