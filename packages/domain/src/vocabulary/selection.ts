import type { CoverageStatistic } from '../coverage/score.ts';
import type { QueryTree } from '../query/tree.ts';
import type { SortOrder } from '../view/view.ts';

/** Which lines of a selection a request is about, by their decision. */
export const SCOPES = ['all', 'unset', 'included', 'reviewed', 'not_reviewed'] as const;
export type SelectionScope = (typeof SCOPES)[number];

/** Which lines a request is about. Every part narrows; nothing given means every line. */
export interface Selection {
  filter?: QueryTree | null;
  /** Free text searched in code, name, title and brand, without case or accents. */
  q?: string;
  /** true: only the included lines. */
  included?: boolean;
  /** true: no line at 0 %. */
  hide_zero?: boolean;
  scope?: SelectionScope;
}

/** Which fields the rows of an answer have. */
export interface FieldChoice {
  /** The fields asked for; left out: every field of the catalogue that is not lazy. */
  fields?: readonly string[];
  /** Lazy metrics to add. */
  includes?: readonly string[];
  excludes?: readonly string[];
  /** Of the coverage of shops, only this statistic; the three when missing. */
  coverage_stat?: CoverageStatistic;
}

/** Which rows of a listing an answer holds, and in what order. */
export interface PageQuery {
  sort?: string;
  order?: SortOrder;
  /** Rows in a page. */
  size?: number;
  /** The cursor that the previous page gave. */
  after?: string | null;
}
