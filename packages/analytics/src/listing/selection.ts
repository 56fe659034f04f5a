import { foldText } from '@palier/domain';
import { join, list, raw, type Sql, sql } from '../database/sql.ts';
import { InvalidQueryError } from '../errors.ts';
import type { ListingFields } from './fields.ts';
import { filterSql } from './filter.ts';
import type { LineSelection } from './types.ts';

const SCOPES = {
  all: 'true',
  unset: 'd.discount_pct IS NULL',
  included: 'd.included',
  reviewed: 'd.discount_pct_reviewed',
  not_reviewed: 'NOT d.discount_pct_reviewed',
} as const;

/** Condition of a selection over `l` and `d`, within what the asker sees; undefined when it takes every line. */
export function selectionSql(fields: ListingFields, selection: LineSelection): Sql | undefined {
  const conditions: Sql[] = fields.within ? [fields.within] : [];
  const filter = filterSql(selection.filter, fields.lookup, 'unknown');
  if (filter) conditions.push(sql`(${filter})`);
  for (const word of foldText(selection.q ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 10))
    conditions.push(sql`contains(l.search_text, ${word})`);
  if (selection.included) conditions.push(raw('d.included'));
  if (selection.hide_zero) conditions.push(raw('coalesce(d.discount_pct, 0) <> 0'));
  if (selection.scope && selection.scope !== 'all') {
    const scope = SCOPES[selection.scope];
    if (!scope) throw new InvalidQueryError('Requête non valide');
    conditions.push(raw(scope));
  }
  if (selection.line_ids) {
    const ids = selection.line_ids;
    conditions.push(ids.length === 0 ? raw('false') : sql`l._id IN (SELECT unnest(${list(ids)}))`);
  }
  return conditions.length > 0 ? join(conditions, ' AND ') : undefined;
}

/** Facts and decisions of every line: both tables have the same rows in the same order, so no join has to find them. */
export function linesSql(tables: { facts: string; decisions: string }): string {
  return `${tables.facts}.line l POSITIONAL JOIN ${tables.decisions} d`;
}

/** Tables a query needs: decisions are read only when something of theirs is asked. */
export function fromSql(
  tables: { facts: string; decisions: string },
  used: readonly (Sql | undefined)[],
): Sql {
  const needs = used.some((part) => part !== undefined && /\bd\."?/.test(part.text));
  return raw(`FROM ${needs ? linesSql(tables) : `${tables.facts}.line l`}`);
}
