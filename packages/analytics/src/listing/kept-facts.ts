import type { Row } from '../database/read-rows.ts';

/** Sets of columns, and lines of each, whose facts are kept: what the screens of a project show, some megabytes. */
const SETS = 6;
const LINES = 400;

/**
 * The facts of the lines that are looked at. They are of the snapshot and never change, where the same lines are asked
 * again after each decision of anybody: only their decisions are read then.
 */
export interface KeptFacts {
  /** The rows of these columns that are kept, by number of line. */
  of(columns: string): ReadonlyMap<number, Row>;
  /** Keeps rows, each by its `@line_no`; from then on they are read only. */
  keep(columns: string, rows: readonly Row[]): void;
}

export function keepFacts(): KeptFacts {
  const sets = new Map<string, Map<number, Row>>();
  const set = (columns: string): Map<number, Row> => {
    const found = sets.get(columns) ?? new Map<number, Row>();
    sets.delete(columns);
    sets.set(columns, found);
    dropOldest(sets, SETS);
    return found;
  };
  return {
    of: set,
    keep(columns, rows) {
      const kept = set(columns);
      for (const row of rows) {
        const number = Number(row['@line_no']);
        kept.delete(number);
        kept.set(number, frozen(row));
      }
      dropOldest(kept, LINES);
    },
  };
}

function dropOldest(map: Map<unknown, unknown>, most: number): void {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}

/** Several answers give the same lists. */
function frozen(row: Row): Row {
  for (const name in row) if (Array.isArray(row[name])) Object.freeze(row[name]);
  return Object.freeze(row);
}
