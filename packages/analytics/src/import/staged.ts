import type { ImportQuestion } from '@palier/domain';
import type { Feed } from './feed.ts';

/**
 * A feed read into DuckDB. `table` is a view with every typed column of its kind, `refused`, and `position`, which
 * counts the file's rows from 0. `doubts` has, for the rows that were looked at twice, `position`, `refused`,
 * `problems` and `cells`.
 */
export interface Staged {
  feed: Feed;
  table: string;
  doubts: string;
  /** Digest of a file of refused rows that comes back corrected; null for any other file. */
  correction: string | null;
  /** View of the rows under the days that they count for, where these are others than those said: what is merged. */
  days?: string;
  /** What the values leave open; read in the way answered, or in the likely one. */
  questions: ImportQuestion[];
}
