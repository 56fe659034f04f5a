import { COVERAGE_SCORES } from '@palier/domain';
import { quoteIdentifier, quoteText, raw, type Sql, sql } from '../database/sql.ts';
import { scoreSql } from '../snapshot/coverage.ts';
import { isNumeric, type ListingField, type ListingFields, ratioParts } from './fields.ts';

/**
 * How group values are made in two steps: `inner` partial results by group, discount and state, `outer` values
 * by group out of the partial ones. Each partial result is computed once, however many fields need it.
 */
export type Aggregates = { inner: Sql[]; outer: { id: string; expression: Sql }[] };

/** Most values listed for a text field of a group. */
const DISTINCT_SHOWN = 50;

const partials = (): { use: (expression: Sql) => string; columns: () => Sql[] } => {
  const known = new Map<string, { name: string; expression: Sql }>();
  return {
    use: (expression) => {
      const found = known.get(expression.text) ?? { name: `a${known.size}`, expression };
      known.set(expression.text, found);
      return found.name;
    },
    columns: () => [...known.values()].map(({ name, expression }) => sql`${expression} AS ${raw(name)}`),
  };
};

type Use = (expression: Sql) => string;

const summed = (use: Use, value: Sql): string => `sum(${use(sql`sum(${value})`)})`;

/** Sums a column over the lines where another has a value too. */
const summedWith = (use: Use, value: ListingField, other: ListingField): string =>
  summed(
    use,
    other.complete ? value.column : sql`CASE WHEN ${other.column} IS NOT NULL THEN ${value.column} END`,
  );

const ratioSql = (use: Use, fields: ListingFields, field: ListingField): string | undefined => {
  const { aggregation } = field.definition;
  const parts = ratioParts(fields, aggregation);
  if (aggregation.kind !== 'ratio' || !parts) return undefined;
  const { numerator, denominator } = parts;
  const top = summedWith(use, numerator, denominator);
  const bottom = summedWith(use, denominator, numerator);
  // What cancels out leaves a residue of rounding, which is nothing to divide by.
  const quotient = `${top} / CASE WHEN abs(${bottom}) > 1e-6 THEN ${bottom} END`;
  return `${aggregation.scale ?? 1} * (${aggregation.complement ? `1 - ${quotient}` : quotient})`;
};

const weightedSql = (use: Use, value: ListingField, weight: ListingField): string =>
  `${summed(use, sql`${value.column} * ${weight.column}`)} / nullif(${summedWith(use, weight, value)}, 0)`;

const harmonicSql = (use: Use, value: ListingField, weight: ListingField): string => {
  const told = sql`${value.column} > 0 AND ${weight.column} > 0`;
  const top = summed(use, sql`CASE WHEN ${told} THEN ${weight.column} END`);
  return `${top} / ${summed(use, sql`CASE WHEN ${told} THEN ${weight.column} / ${value.column} END`)}`;
};

/** How many elements the lines' sets have together; NULL when no line's set is known. */
const distinctCountSql = (use: Use, columns: readonly Sql[]): string | undefined =>
  columns.length > 0
    ? columns.map((column) => `bit_count(bit_or(${use(sql`bit_or(${column})`)}))::DOUBLE`).join(' + ')
    : undefined;

const distinctSql = (use: Use, { definition, column }: ListingField): string => {
  const inner =
    definition.type === 'list'
      ? sql`list_distinct(flatten(list(${column})))`
      : sql`list(DISTINCT ${column}) FILTER (${column} IS NOT NULL)`;
  const values = `list_sort(list_distinct(flatten(list(${use(inner)}) FILTER (${use(inner)} IS NOT NULL))))`;
  return `nullif(list_slice(${values}, 1, ${DISTINCT_SHOWN}), [])`;
};

/** How many lines have each value of a text field, as `{ value: count }`. */
const countsByValue = (use: Use, column: Sql, values: readonly string[]): string =>
  `{${values.map((value) => `${quoteIdentifier(value)}: sum(${use(sql`count(*) FILTER (${column} = ${raw(quoteText(value))})`)})::DOUBLE`).join(', ')}}`;

/** A group's grade is that of its weeks. */
const gradeSql = (use: Use, fields: ListingFields, field: ListingField): string | undefined => {
  const weeks = fields.find(field.definition.id.replace(/cv_score$/, 'weeks'));
  const aggregation = weeks?.definition.aggregation;
  const weight = aggregation?.kind === 'harmonic_mean' ? fields.find(aggregation.weight) : undefined;
  return weeks && weight ? scoreSql(`(${harmonicSql(use, weeks, weight)})`) : undefined;
};

const dated = (field: ListingField, expression: string): string =>
  field.definition.type === 'date' ? `(${expression})::VARCHAR` : expression;

const valueSql = (use: Use, fields: ListingFields, field: ListingField): string | undefined => {
  const { aggregation } = field.definition;
  const extreme = (name: 'min' | 'max'): string =>
    dated(field, `${name}(${use(sql`${raw(name)}(${field.column})`)})`);
  switch (aggregation.kind) {
    case 'sum':
      return isNumeric(field.definition) ? summed(use, field.column) : undefined;
    case 'ratio':
      return ratioSql(use, fields, field);
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
};

/** Prices that every group has, whatever is asked: the extremes over the variants of its products. */
const pricesSql = (use: Use, fields: ListingFields): [string, string][] =>
  (['min', 'max'] as const).map((end): [string, string] => {
    const price = (fields.find(`${end}_price`) ?? fields.find('price'))?.column;
    return [`${end}_price`, price ? `${end}(${use(sql`${raw(end)}(${price})`)})` : 'NULL::DOUBLE'];
  });

/** The two steps of the given fields and of the counts. Fields that have no group value are left out. */
export const aggregatesOf = (fields: ListingFields, chosen: readonly ListingField[]): Aggregates => {
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
};

export const named = ({ id, expression }: Aggregates['outer'][number]): Sql =>
  sql`${expression} AS ${raw(quoteIdentifier(id))}`;
