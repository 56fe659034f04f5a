import {
  type Aggregation,
  type CoverageStatistic,
  FIELDS,
  type FieldChoice,
  type FieldDefinition,
} from '@palier/domain';
import { quoteIdentifier, raw, type Sql, sql } from '../database/sql.ts';
import { InvalidQueryError } from '../errors.ts';
import { ATTRIBUTE_PREFIX } from '../warehouse/tables.ts';
import type { FieldLookup } from './filter.ts';
import { decisionColumn } from './stored-columns.ts';

/** Alias of the table that holds a field: `l` the snapshot's lines, `d` the decisions and what follows from them. */
export type Side = 'l' | 'd';

export interface ListingField {
  definition: FieldDefinition;
  side: Side;
  /** The column as it is in its table. */
  column: Sql;
  /** Whether every line has a value. */
  complete: boolean;
}

/** The fields that a project can be asked for: the catalogue's that its tables hold, and the retailer's own. */
export interface ListingFields {
  all: readonly ListingField[];
  find(id: string): ListingField | undefined;
  /** @throws InvalidQueryError for an unknown field. */
  get(id: string): ListingField;
  lookup: FieldLookup;
  /** The columns that hold the sets of a `distinct_count` as bits; none in snapshots that are too old for them. */
  setColumns(name: string): Sql[];
  /** Condition of the lines that there are for who asks, over `l`; undefined: all of them. See view.ts. */
  within?: Sql | undefined;
}

function attribute(id: string): FieldDefinition {
  return {
    id,
    label: id
      .slice(ATTRIBUTE_PREFIX.length)
      .replaceAll('_', ' ')
      .replace(/^./, (first) => first.toUpperCase()),
    section: 'product',
    description: 'Colonne propre à vos fichiers d’articles.',
    type: 'string',
    aggregation: { kind: 'distinct' },
    source: 'static',
    ranks: [],
    in_rulebook: true,
    filterable: true,
    groupable: true,
  };
}

interface Columns {
  /** Of the facts, and those of them that have a value in every line. */
  line: ReadonlySet<string>;
  complete: ReadonlySet<string>;
  decision: ReadonlySet<string>;
  catalogue?: readonly FieldDefinition[];
}

/** Fields present in the two tables, by their columns. */
export function listingFields({ line, complete, decision, catalogue = FIELDS }: Columns): ListingFields {
  const sideOf = (id: string): Side | null => (decision.has(id) ? 'd' : line.has(id) ? 'l' : null);
  const own = [...line].filter((name) => name.startsWith(ATTRIBUTE_PREFIX)).map(attribute);
  const all = [...catalogue, ...own].flatMap((definition): ListingField[] => {
    const side = sideOf(definition.id);
    if (!side) return [];
    const column = raw(side === 'd' ? decisionColumn(definition.id) : `l.${quoteIdentifier(definition.id)}`);
    return [{ definition, side, column, complete: side === 'l' && complete.has(definition.id) }];
  });
  const setColumns = (name: string): Sql[] =>
    [...line]
      .filter((column) => column.startsWith(`${name}_`))
      .map((column) => raw(`l.${quoteIdentifier(column)}`));
  return { ...fieldsByName(all), setColumns };
}

/** Fields found by their names. */
export function fieldsByName(
  all: readonly ListingField[],
): Pick<ListingFields, 'all' | 'find' | 'get' | 'lookup'> {
  const byId = new Map(all.map((field) => [field.definition.id, field]));
  return {
    all,
    find: (id) => byId.get(id),
    get: (id) => {
      const field = byId.get(id);
      if (!field)
        throw new InvalidQueryError(`Requête non valide : champ inconnu « ${String(id).slice(0, 60)} »`);
      return field;
    },
    lookup: (id) => {
      if (id === '_id') return { expression: raw('l._id'), type: 'string' };
      const field = byId.get(id);
      if (!field) return undefined;
      const { type, filterable } = field.definition;
      // Decisions have a time of day; a date is compared by its day.
      const moment = type === 'date' && field.side === 'd';
      return { expression: moment ? sql`left(${field.column}, 10)::DATE` : field.column, type, filterable };
    },
  };
}

/** Families that `includes` names in one word. */
const FAMILIES: readonly (readonly [string, string])[] = [['stock_coverage', 'stock_coverage.']];

function namesField(names: ReadonlySet<string>, { id, alias = id }: FieldDefinition): boolean {
  return (
    names.has(id) ||
    names.has(alias) ||
    FAMILIES.some(([family, prefix]) => names.has(family) && id.startsWith(prefix))
  );
}

/** Whether a field is a quartile over shops other than the one asked for. */
function isOtherStatistic(id: string, statistic: CoverageStatistic | undefined): boolean {
  return (
    statistic !== undefined &&
    id.startsWith('stock_coverage.stores_') &&
    !id.startsWith(`stock_coverage.stores_${statistic}_`)
  );
}

/** What an answer holds, and a field that its rows are ordered by: that one is read even when it is left out. */
export interface OrderedChoice extends FieldChoice {
  ordered_by?: string;
}

/**
 * The fields an answer holds: those asked for or, left out, all that are not lazy; plus `includes`, less `excludes`.
 * Of the quartiles over shops, a family named whole gives only the statistic asked for.
 */
export function chosenFields(fields: ListingFields, choice: OrderedChoice): ListingField[] {
  const asked = choice.fields ? new Set(choice.fields) : null;
  const included = new Set(choice.includes ?? []);
  const excluded = new Set(choice.excludes ?? []);
  return fields.all.filter(({ definition }) => {
    if (definition.id === choice.ordered_by) return true;
    if (namesField(excluded, definition)) return false;
    if (included.has(definition.id) || asked?.has(definition.id)) return true;
    if (isOtherStatistic(definition.id, choice.coverage_stat)) return false;
    if (namesField(included, definition)) return true;
    return asked ? namesField(asked, definition) : definition.lazy !== true && definition.technical !== true;
  });
}

const NUMERIC = new Set(['number', 'integer', 'percent', 'money']);
export const isNumeric = ({ type }: FieldDefinition): boolean => NUMERIC.has(type);

/** The two fields a ratio needs, or undefined when the tables lack one. */
export function ratioParts(
  fields: ListingFields,
  aggregation: Aggregation,
): { numerator: ListingField; denominator: ListingField } | undefined {
  if (aggregation.kind !== 'ratio') return undefined;
  const numerator = fields.find(aggregation.numerator);
  const denominator = fields.find(aggregation.denominator);
  return numerator && denominator ? { numerator, denominator } : undefined;
}
