import {
  type FieldType,
  foldText,
  isTree,
  MAX_QUERY_DEPTH,
  MAX_QUERY_RULES,
  MAX_QUERY_VALUES,
  OPERATOR_LABELS,
  operatorsOf,
  parseDay,
  pruneQuery,
  type QueryRule,
  type QueryTree,
  shownAs,
} from '@palier/domain';
import { identifier, join, raw, type Sql, sql } from '../database/sql.ts';
import { InvalidQueryError } from '../errors.ts';

/**
 * What a field is in SQL. `list`: the expression is a list of texts, or of anything for a field that is not
 * `filterable`: of these a query may only say whether they are there.
 */
export interface FieldExpression {
  expression: Sql;
  type: FieldType;
  filterable?: boolean;
}
export type FieldLookup = (field: string) => FieldExpression | undefined;

type Bound = string | number | boolean;

function invalid(): never {
  throw new InvalidQueryError('Requête non valide');
}

function numberOf(value: unknown): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : invalid();
}

function booleanOf(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  return invalid();
}

/** A value of the request as the field's type; group keys come as texts. */
function boundValue(value: unknown, type: FieldType): Bound {
  if (type === 'boolean') return booleanOf(value);
  if (type === 'string' || type === 'list' || type === 'score' || type === 'date') {
    const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    if (typeof text !== 'string') return invalid();
    return type === 'date' && !(text.length === 10 && parseDay(text)) ? invalid() : text;
  }
  return numberOf(value);
}

function valuesOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value) || value.length > MAX_QUERY_VALUES) return invalid();
  return value;
}

const foldSql = (expression: Sql): Sql => sql`strip_accents(lower(${expression}))`;

/** Numbers are written out: bound ones have a type that DuckDB must plan for again. Texts are always bound. */
function parameter(value: Bound, type: FieldType): Sql {
  if (typeof value === 'number') return raw(`${value}::DOUBLE`);
  return type === 'date' ? sql`${value}::DATE` : sql`${value}`;
}

/**
 * What a condition is when a value is missing. `unknown` leaves it so, which a WHERE takes as false and DuckDB can
 * look up in the table; `false` is needed under a NOT.
 */
type Missing = 'unknown' | 'false';

function settleSql(condition: Sql, missing: Missing): Sql {
  return missing === 'unknown' ? condition : sql`coalesce(${condition}, false)`;
}

function membership(expression: Sql, values: readonly Sql[]): Sql {
  return values.length === 0 ? raw('false') : sql`${expression} IN (${join(values, ', ')})`;
}

const comparison: Partial<Record<QueryRule['operator'], string>> = { lt: '<', lte: '<=', gt: '>', gte: '>=' };

/** A rule on a number: each is what it is shown as, whatever a sum of floating points left at its end. */
function numberRule(expression: Sql, rule: QueryRule): Sql {
  const written = (value: number): Sql => parameter(value, 'number');
  const is = (value: unknown): Sql => {
    const { low, high } = shownAs(numberOf(value));
    if (low === high) return sql`${expression} = ${written(low)}`;
    return sql`${expression} BETWEEN ${written(low)} AND ${written(high)}`;
  };
  if (rule.operator === 'equals') return is(rule.value);
  if (rule.operator === 'in') {
    const values = valuesOf(rule.value).map(is);
    return values.length === 0 ? raw('false') : sql`(${join(values, ' OR ')})`;
  }
  if (rule.operator === 'between') {
    const [first, last, ...more] = valuesOf(rule.value).map(numberOf);
    if (first === undefined || last === undefined || more.length > 0) return invalid();
    return sql`${expression} BETWEEN ${written(shownAs(first).low)} AND ${written(shownAs(last).high)}`;
  }
  const sign = comparison[rule.operator];
  if (!sign) return invalid();
  const { low, high } = shownAs(numberOf(rule.value));
  const end = rule.operator === 'lt' || rule.operator === 'gte' ? low : high;
  return sql`${expression} ${raw(sign)} ${written(end)}`;
}

/** Types of fields whose values are not numbers. */
const NOT_NUMBERS: readonly FieldType[] = ['boolean', 'string', 'list', 'score', 'date'];

/** A rule on one value. */
function scalarRule(expression: Sql, type: FieldType, rule: QueryRule): Sql {
  if (!NOT_NUMBERS.includes(type)) return numberRule(expression, rule);
  const one = (): Sql => parameter(boundValue(rule.value, type), type);
  const many = (): Sql[] => valuesOf(rule.value).map((value) => parameter(boundValue(value, type), type));
  switch (rule.operator) {
    case 'equals':
      return sql`${expression} = ${one()}`;
    case 'in':
      return membership(expression, many());
    case 'contains':
      return sql`contains(${foldSql(sql`${expression}::VARCHAR`)}, ${foldText(String(boundValue(rule.value, 'string')))})`;
    case 'starts_with':
      return sql`starts_with(${foldSql(sql`${expression}::VARCHAR`)}, ${foldText(String(boundValue(rule.value, 'string')))})`;
    case 'between': {
      const [low, high, ...more] = many();
      if (!low || !high || more.length > 0) return invalid();
      return sql`${expression} BETWEEN ${low} AND ${high}`;
    }
    default: {
      const sign = comparison[rule.operator];
      if (!sign || type === 'boolean') return invalid();
      return sql`${expression} ${raw(sign)} ${one()}`;
    }
  }
}

/** Never unknown. */
function isSet({ expression, type }: FieldExpression): Sql {
  if (type === 'list') return sql`coalesce(len(${expression}), 0) > 0`;
  if (type === 'string' || type === 'score') return sql`coalesce(${expression} <> '', false)`;
  return sql`${expression} IS NOT NULL`;
}

/** @throws InvalidQueryError for an operator that the field's type does not offer. */
function checkOperator({ field, operator }: QueryRule, { type, filterable = true }: FieldExpression): void {
  const presence = operator === 'is_set' || operator === 'is_not_set';
  if (presence || (filterable && operatorsOf(type).includes(operator))) return;
  const label = Object.hasOwn(OPERATOR_LABELS, operator) ? OPERATOR_LABELS[operator] : String(operator);
  throw new InvalidQueryError(
    `Requête non valide : l’opérateur « ${label.slice(0, 60)} » ne va pas avec le champ « ${field} »`,
  );
}

const VALUES = {
  boolean: ['vrai ou faux', '', ''],
  date: ['une date (AAAA-MM-JJ)', 'deux dates (AAAA-MM-JJ)', 'une liste de dates (AAAA-MM-JJ)'],
  text: ['un texte', 'deux textes', 'une liste de textes'],
  number: ['un nombre', 'deux nombres', 'une liste de nombres'],
} as const;

/** What a rule's value must be, in French. */
function expectedValue({ operator }: QueryRule, type: FieldType): string {
  const texts = type === 'string' || type === 'list' || type === 'score';
  const [one, two, many] = VALUES[texts ? 'text' : type === 'boolean' || type === 'date' ? type : 'number'];
  if (operator === 'between') return two;
  return operator === 'in' ? many : one;
}

/** @throws InvalidQueryError that names the field and what its value must be */
function comparisonSql(expression: Sql, type: FieldType, rule: QueryRule): Sql {
  try {
    return scalarRule(expression, type, rule);
  } catch (error) {
    if (!(error instanceof InvalidQueryError)) throw error;
    throw new InvalidQueryError(
      `Requête non valide : le champ « ${rule.field} » attend ${expectedValue(rule, type)}`,
    );
  }
}

function ruleSql(rule: QueryRule, lookup: FieldLookup, missing: Missing): Sql {
  const field = lookup(rule.field);
  if (!field)
    throw new InvalidQueryError(`Requête non valide : champ inconnu « ${String(rule.field).slice(0, 60)} »`);
  checkOperator(rule, field);
  const contrary = (operator: QueryRule['operator']): Sql =>
    sql`NOT (${ruleSql({ ...rule, operator }, lookup, 'false')})`;
  if (rule.operator === 'is_set') return isSet(field);
  if (rule.operator === 'is_not_set') return sql`NOT (${isSet(field)})`;
  if (rule.operator === 'not_equals') return contrary('equals');
  if (rule.operator === 'not_in') return contrary('in');
  if (field.type !== 'list') return settleSql(comparisonSql(field.expression, field.type, rule), missing);
  const element = settleSql(comparisonSql(raw('element'), 'string', rule), 'false');
  return sql`coalesce(list_bool_or(list_transform(${field.expression}, element -> ${element})), false)`;
}

/**
 * SQL condition of a query tree; undefined when it matches everything. Fields come from the lookup alone, texts are
 * always bound. `missing`: what a rule is on a line without the value, for conditions that are not just a WHERE.
 *
 * @throws InvalidQueryError for an unknown field, a wrong operator or value, or a tree too deep or large.
 */
export function filterSql(
  tree: QueryTree | null | undefined,
  lookup: FieldLookup,
  missing: Missing = 'false',
): Sql | undefined {
  let rules = 0;
  const node = (part: QueryTree | QueryRule, depth: number, above: Missing): Sql => {
    if (!isTree(part)) {
      rules += 1;
      return rules > MAX_QUERY_RULES ? invalid() : ruleSql(part, lookup, above);
    }
    if (depth > MAX_QUERY_DEPTH || !['and', 'or'].includes(part.combinator)) return invalid();
    const below = part.not ? 'false' : above;
    const children = part.rules.map((child) => sql`(${node(child, depth + 1, below)})`);
    const joined = join(children, part.combinator === 'and' ? ' AND ' : ' OR ');
    return part.not ? sql`NOT (${joined})` : joined;
  };
  const pruned = pruneQuery(tree);
  return pruned ? node(pruned, 1, missing) : undefined;
}

/** A column of a table as a filter field. */
export function columnField(name: string, type: FieldType): FieldExpression {
  return {
    expression: identifier(name),
    type,
  };
}
