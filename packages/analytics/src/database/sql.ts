import { type DuckDBValue, listValue } from '@duckdb/node-api';

/** A piece of SQL whose values are bound, never written into the text. */
export interface Sql {
  readonly text: string;
  readonly values: readonly DuckDBValue[];
}

type SqlPart = Sql | DuckDBValue;

function isSql(part: SqlPart): part is Sql {
  return typeof part === 'object' && part !== null && 'text' in part && 'values' in part;
}

/** Tagged template: fragments are spliced, everything else becomes a bound parameter. */
export function sql(strings: TemplateStringsArray, ...parts: readonly SqlPart[]): Sql {
  let text = strings[0] ?? '';
  const values: DuckDBValue[] = [];
  for (const [index, part] of parts.entries()) {
    if (isSql(part)) {
      text += part.text;
      values.push(...part.values);
    } else {
      text += '?';
      values.push(part);
    }
    text += strings[index + 1] ?? '';
  }
  return { text, values };
}

/** Text of our own making (keywords, expressions of the catalogue). Never a user's. */
export const raw = (text: string): Sql => ({ text, values: [] });

/** A quoted identifier. */
export const identifier = (name: string): Sql => raw(quoteIdentifier(name));

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A quoted text literal, for places where DuckDB takes no parameter (file names, table functions). */
export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export function join(parts: readonly Sql[], separator: string): Sql {
  return {
    text: parts.map((part) => part.text).join(separator),
    values: parts.flatMap((part) => part.values),
  };
}

/** A list parameter; DuckDB cannot type an empty one, so callers treat emptiness themselves. */
export const list = (values: readonly DuckDBValue[]): DuckDBValue => listValue([...values]);

/** Condition that two rows have the same in some columns, what is missing being the same as itself. */
export function sameColumnsSql(left: string, right: string, columns: readonly string[]): string {
  return columns.map((name) => `${left}.${name} IS NOT DISTINCT FROM ${right}.${name}`).join(' AND ');
}
