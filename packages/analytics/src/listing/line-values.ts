import { hasNamedValues } from '@palier/domain';
import { type Sql, sql } from '../database/sql.ts';
import type { ProjectContext } from './context.ts';
import type { LineValues } from './types.ts';

/** Between the values of a list in one text. */
const SEPARATOR = '\u001f';

/**
 * SQL of a line's values of a field as one text; null where the project has no such field, its
 * values are no texts, or none is asked.
 */
export function valuesSql(
  { fields }: Pick<ProjectContext, 'fields'>,
  field: string | null | undefined,
): Sql | null {
  const known = field ? fields.find(field) : undefined;
  if (!known || !hasNamedValues(known.definition)) return null;
  return known.definition.type === 'list'
    ? sql`array_to_string(${known.column}, ${SEPARATOR})`
    : sql`(${known.column})::VARCHAR`;
}

/** Gathers lines' values: equal texts are read once. */
export class ValueLists {
  readonly #numbers = new Map<string | null, number>();
  readonly #lists: string[][] = [];
  readonly #of: number[] = [];

  add(text: string | null): void {
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#lists.push(text === null || text === '' ? [] : text.split(SEPARATOR)) - 1;
      this.#numbers.set(text, number);
    }
    this.#of.push(number);
  }

  values(): LineValues {
    return { lists: this.#lists, of: Int32Array.from(this.#of) };
  }
}
