import type { SignedProducts } from '@palier/analytics';
import type { PriceEnding, SignedLabel } from '@palier/domain';
import type { Deps } from '../../deps.ts';
import type { JobRun } from '../../queue/types.ts';
import type { ProjectScope } from '../../scope.ts';
import type { SignedDiscount } from '../discounts/index.ts';
import type { ProjectRow } from '../projects/index.ts';

/** What the making of a snapshot needs. */
export type Needs = Pick<
  Deps,
  | 'config'
  | 'data_owner'
  | 'database'
  | 'events'
  | 'facts'
  | 'folders'
  | 'log'
  | 'queue'
  | 'scratch'
  | 'threads'
> & {
  /** What follows from new figures, before anybody hears of them: of modules that read these. */
  afterSnapshot: (project: ProjectScope) => Promise<void>;
};

/** What was signed of a phase, by line. */
export interface SignedBefore {
  phase: number;
  lines: ReadonlyMap<string, SignedDiscount>;
}

/** A snapshot under way: of which project, made of what. */
export interface Work {
  deps: Needs;
  run: JobRun;
  project: ProjectScope;
  row: ProjectRow;
  version: number;
  /** The folder of the imported data. */
  source: string;
  price_endings: readonly PriceEnding[];
  /** What was signed of the phase before the worked one; null before the second. */
  before: SignedBefore | null;
  /** Its labels that no rule raises, by line. */
  signed_labels: ReadonlyMap<string, SignedLabel>;
  /** Products whose prices are in shops: a later delivery takes none of them out. */
  signed: SignedProducts;
  /** Of the lines that there are, by product. */
  line_ids: ReadonlyMap<string, string>;
  /** The codes of articles signed or submitted at a price of their own, by line. */
  own_prices: ReadonlyMap<string, readonly string[]>;
}
