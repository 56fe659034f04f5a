import { type Group, groupKey } from '@palier/domain';
import type { Row } from '../database/read-rows.ts';
import { join, raw, type Sql, sql } from '../database/sql.ts';
import { InvalidQueryError } from '../errors.ts';
import { aggregatesOf, namedSql } from './aggregates.ts';
import type { ProjectContext } from './context.ts';
import { chosenFields, isNumeric, type ListingField, type OrderedChoice } from './fields.ts';
import { groupCounts } from './group-counts.ts';
import { nest, plainValue } from './present.ts';
import { linesSql, selectionSql } from './selection.ts';
import type { GroupsRequest, LineSelection } from './types.ts';

const MAXIMUM_LEVELS = 8;

/** A grouping value as the text of a key; nothing and the empty text are the same key. */
function keyText({ definition }: ListingField, value: Sql): Sql {
  return isNumeric(definition)
    ? sql`CASE WHEN ${value} = trunc(${value}) THEN ${value}::BIGINT::VARCHAR ELSE ${value}::VARCHAR END`
    : sql`nullif(${value}::VARCHAR, '')`;
}

function groupingField(context: ProjectContext, id: string): ListingField {
  const field = context.fields.get(id);
  const { groupable, type, label } = field.definition;
  if (!groupable || type === 'list')
    throw new InvalidQueryError(`Requête non valide : « ${label} » ne peut pas grouper`);
  return field;
}

function groupingFields(context: ProjectContext, by: readonly string[]): ListingField[] {
  if (by.length > MAXIMUM_LEVELS)
    throw new InvalidQueryError('Requête non valide : trop de niveaux de groupes');
  return by.map((id) => groupingField(context, id));
}

/** SQL of a line's key of one grouping field. */
export function keySql(context: ProjectContext, id: string): Sql {
  const field = groupingField(context, id);
  return keyText(field, field.column);
}

export function keysSql(context: ProjectContext, by: readonly string[]): Sql[] {
  return groupingFields(context, by).map((field) => keyText(field, field.column));
}

/** A line's key of a grouping field, and what keys are ordered by: numbers as numbers, texts without case or accents. */
export interface KeyPlace {
  key: Sql;
  place: (key: Sql) => Sql;
}

export function keyPlaces(context: ProjectContext, by: readonly string[]): KeyPlace[] {
  return groupingFields(context, by).map((field) => ({
    key: keyText(field, field.column),
    place: (key) => (isNumeric(field.definition) ? sql`(${key})::DOUBLE` : sql`strip_accents(lower(${key}))`),
  }));
}

/** The two sums of a ratio that follows the decisions: the browser works out from them how an edit changes the ratio. */
function partsOf({ definition: { aggregation, source } }: ListingField): string[] {
  return aggregation.kind === 'ratio' && source === 'computed'
    ? [aggregation.numerator, aggregation.denominator]
    : [];
}

export function groupFields(context: ProjectContext, choice: OrderedChoice): ListingField[] {
  const explicit = new Set([...(choice.fields ?? []), ...(choice.includes ?? []), choice.ordered_by]);
  const chosen = chosenFields(context.fields, choice).filter(
    ({ definition }) =>
      definition.aggregation.kind !== 'distinct' || definition.groupable || explicit.has(definition.id),
  );
  const parts = chosen.flatMap(partsOf).flatMap((id) => context.fields.find(id) ?? []);
  return [...new Set([...chosen, ...parts])].filter(
    ({ definition }) => definition.id === choice.ordered_by || !choice.excludes?.includes(definition.id),
  );
}

function groupingSets(names: readonly string[], sets: readonly number[]): string {
  const listed = sets.map((count) => `(${names.slice(0, count).join(', ')})`);
  return listed.length === 1 && listed[0] ? listed[0] : `GROUPING SETS (${listed.join(', ')})`;
}

/**
 * SQL of group values; `sets` lists the numbers of leading keys to group by (0: the total). Lines are first added up
 * by the columns as they are stored, discount and state (`readState`): texts of keys and levels come from these few
 * rows, and `groupCounts` counts by them.
 */
export function groupedSql(
  context: ProjectContext,
  request: LineSelection & OrderedChoice,
  by: readonly string[],
  sets: readonly number[],
): Sql {
  const grouping = groupingFields(context, by);
  const condition = selectionSql(context.fields, request);
  const { inner, outer } = aggregatesOf(context.fields, groupFields(context, request));
  const stored = grouping.map((_, index) => `g${index}`);
  const names = grouping.map((_, index) => `k${index}`);
  const stock = context.fields.find('stock_qty')?.column ?? raw('0');
  const columns = [
    ...grouping.map(({ column }, index) => sql`${column} AS ${raw(stored[index] ?? 'g')}`),
    raw('d.discount_pct AS bucket, d.state AS state, count(*) AS n'),
    sql`sum(${stock}) AS stock`,
    ...inner,
  ];
  const keys = grouping.map(
    (field, index) => sql`, ${keyText(field, raw(stored[index] ?? 'g'))} AS ${raw(names[index] ?? 'k')}`,
  );
  const [only, ...others] = sets;
  const depth =
    others.length > 0
      ? `(${names.length} - bit_count(GROUPING_ID(${names.join(', ')})))::INTEGER`
      : String(only ?? 0);
  const values = [
    ...names.slice(0, Math.max(...sets)).map(raw),
    raw(`${depth} AS "@keys"`),
    raw(
      `sum(n)::DOUBLE AS discount_count, list(bucket) AS "@levels", list(n::DOUBLE) AS "@counts", list(coalesce(stock, 0)::DOUBLE) AS "@stocks", list(state) AS "@states"`,
    ),
    ...outer.map(namedSql),
  ];
  return sql`WITH part AS (
      SELECT ${join(columns, ', ')} FROM ${raw(linesSql(context))}
      ${condition ? sql`WHERE ${condition}` : raw('')} GROUP BY ${raw([...stored, 'bucket', 'state'].join(', '))}),
    keyed AS (SELECT *${join(keys, '')} FROM part)
    SELECT ${join(values, ', ')} FROM keyed
    GROUP BY ${raw(groupingSets(names, sets))}`;
}

export function presentGroup(context: ProjectContext, row: Row): Group {
  const count = Number(row['@keys']);
  const keys = Array.from({ length: count }, (_, index) => (row[`k${index}`] ?? null) as string | null);
  const group: Row & Pick<Group, 'key' | 'keys' | 'depth'> = {
    key: groupKey(keys),
    keys,
    depth: Math.max(0, count - 1),
  };
  for (const [name, value] of Object.entries(row))
    if (!/^(@|k\d+$)/.test(name)) nest(group, name, plainValue(value));
  const { discount_count, min_price = null, max_price = null } = group as Partial<Group>;
  return Object.assign(group, groupCounts(row, context.goals), {
    discount_count: discount_count ?? 0,
    min_price,
    max_price,
  });
}

/** The total of a selection, out of its row; a selection without lines has a total of zeros. */
export function presentTotal(context: ProjectContext, row: Row | undefined): Group {
  return row && Number(row.discount_count) > 0 ? presentGroup(context, row) : emptySummary();
}

function emptySummary(): Group {
  return {
    ...{ key: '', keys: [], depth: 0, discount_count: 0, included_count: 0, discount_pct_reviewed_count: 0 },
    changed_since_review_count: 0,
    ...{
      discount_pct_user_count: 0,
      unset_optimization_goal_count: 0,
      optimization_goals: [],
      discount_kind_counts: { user: 0, optimised: 0, auto: 0 },
      min_price: null,
      max_price: null,
    },
    discount_pct_distribution: [],
  };
}

export interface GroupSort {
  choice: OrderedChoice;
  field: ListingField | undefined;
  /** A row without the sort's value when the answer leaves it out. */
  shown: (row: Row) => Row;
}

/** The fields of the answer and the one it is sorted by, which is read even when the answer leaves it out. */
export function withSort(context: ProjectContext, request: GroupsRequest): GroupSort {
  const { sort } = request;
  if (sort === undefined) return { choice: request, field: undefined, shown: (row) => row };
  const field = context.fields.get(sort);
  const asked = { ...request, includes: [...(request.includes ?? []), sort] };
  const left = !groupFields(context, asked).includes(field);
  const hidden = [sort, `${sort}_counts`];
  return {
    choice: { ...asked, ordered_by: sort },
    field,
    shown: (row) =>
      left ? Object.fromEntries(Object.entries(row).filter(([name]) => !hidden.includes(name))) : row,
  };
}

/** Of a span of values (prices, dates), which end groups are ordered by: the lowest first, or the highest first. */
export function spanEnd(field: ListingField, order: 'asc' | 'desc'): 0 | 1 | null {
  if (field.definition.aggregation.kind !== 'range') return null;
  return order === 'desc' ? 1 : 0;
}
