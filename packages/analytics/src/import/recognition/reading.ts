import type { FileKind } from '../types.ts';
import type { ColumnView } from './table.ts';

/** One way to read a table. */
export interface Reading {
  kind: FileKind;
  points: number;
  /** Our column → theirs. */
  columns: ReadonlyMap<string, ColumnView>;
  /** Required columns that no heading gives: « item_group_id ou item_id ». */
  missing: readonly string[];
  /** What speaks for it, in French, the strongest first. */
  reasons: readonly string[];
  /** Whether the name of the file or sheet is this kind's. */
  is_named: boolean;
  /** Headings that it leaves without a meaning. */
  unexplained: readonly string[];
  /** A column that no heading gives, and those that could be it by their values. */
  guess?: {
    column: string;
    among: readonly ColumnView[];
    /** Whether each row may be of one piece. */
    one_each: boolean;
  };
  /** Our column → what it is of every row. */
  constants?: ReadonlyMap<string, string>;
  /** A likelier kind that the file lacks one column for. */
  hindered?: Pick<Reading, 'kind' | 'missing' | 'points'>;
}
