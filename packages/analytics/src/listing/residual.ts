import { hasNamedValues, namedShareReader, type ResidualValue } from '@palier/domain';
import type { Database } from '../database/database.ts';
import { quoteText, raw, sql } from '../database/sql.ts';
import type { ListingFields } from './fields.ts';

/** What the lines of a project whose rule is not known yet keep. */
export const UNKNOWN_RESIDUAL_VALUE = 'NULL::DOUBLE';

/**
 * SQL of ρ over the facts `l` of a line. Which values the rule names is asked of the domain, value by value as they are
 * written in the files; SQL only takes the highest share named, or the rule's `other`.
 */
export async function residualValueSql(
  database: Database,
  facts: string,
  fields: ListingFields,
  rule: ResidualValue,
): Promise<string> {
  const other = `${rule.other}::DOUBLE`;
  const field = rule.field === null ? undefined : fields.find(rule.field);
  // A rule kept from before such fields were refused may name a list of figures.
  if (field?.side !== 'l' || !hasNamedValues(field.definition)) return other;
  const isList = field.definition.type === 'list';
  const value = isList ? sql`unnest(${field.column})` : sql`(${field.column})::VARCHAR`;
  const rows = await database.rows<{ value: string | null }>(
    sql`SELECT DISTINCT ${value} AS value FROM ${raw(facts)}.line l`,
  );
  const shareOf = namedShareReader(rule);
  const cases = rows.flatMap(({ value: text }) => {
    const share = text === null ? undefined : shareOf(text);
    return text === null || share === undefined ? [] : `WHEN ${quoteText(text)} THEN ${share}::DOUBLE`;
  });
  if (cases.length === 0) return other;
  const shareByName = (of: string): string => `CASE ${of} ${cases.join(' ')} END`;
  return isList
    ? `coalesce(list_max(list_transform(${field.column.text}, lambda value: ${shareByName('value')})), ${other})`
    : `coalesce(${shareByName(`(${field.column.text})::VARCHAR`)}, ${other})`;
}
