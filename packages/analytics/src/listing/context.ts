import type { Database } from '../database/database.ts';
import type { Row } from '../database/read-rows.ts';
import type { Sql } from '../database/sql.ts';
import type { HeldSeries } from '../series/types.ts';
import type { CurveReader } from '../snapshot/curve-file.ts';
import type { SnapshotManifest } from '../snapshot/types.ts';
import type { GoalCodes } from './decisions.ts';
import type { ListingFields } from './fields.ts';
import type { KeptFacts } from './kept-facts.ts';

/** An opened project as its queries see it. */
export interface ProjectContext {
  database: Database;
  /** Of the snapshot's files. */
  folder: string;
  /** Schema of the snapshot's tables and name of the decision table, both ours and quoted. */
  facts: string;
  decisions: string;
  fields: ListingFields;
  goals: GoalCodes;
  /** Another after every change of the decisions. */
  edition: () => number;
  /** SQL of ρ over the facts `l`. */
  residual_value: () => string;
  levels: readonly number[];
  manifest: SnapshotManifest;
  curves: CurveReader;
  /** Facts of the lines that are looked at. */
  kept_facts: KeptFacts;
  /** Recorded series as reports count them. */
  series: HeldSeries;
}

/** Pages are at most this long. */
export const MAXIMUM_PAGE = 2000;
export const DEFAULT_PAGE = 30;

/** Rows of a question that comes again word for word, as those of a screen do. */
export function recurringRows<T extends object = Row>(
  { database, decisions, edition }: ProjectContext,
  query: Sql,
): Promise<T[]> {
  return database.recurring<T>(query, query.text.includes(decisions) ? edition() : 0);
}
