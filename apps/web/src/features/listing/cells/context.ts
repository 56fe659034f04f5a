import type { ColumnDefinition, CoverageStatistic, EditionMode } from '@palier/domain';
import type { GroupReferences } from '../edit/use-references.ts';
import type { Group, Line } from '../rows/row.ts';
import type { ForecastLengths } from './forecast-lengths.ts';

/** What a cell may ask the screen to do. */
export interface CellActions {
  toggle: (groupId: string) => void;
  retry: (groupId: string) => void;
  reviewLine: (line: Line) => void;
  /** Without a wish, what is not all reviewed is marked so, and what is is to be reviewed again. */
  reviewGroup: (groupId: string, reviewed?: boolean) => void;
  include: (line: Line, included: boolean) => void;
  /** Asks first: it says how many products change. */
  includeGroup: (group: Group, included: boolean) => void;
  /** Offers another discount for a whole group, with its effect. */
  editGroup: (group: Group) => void;
  /** Of a product, of a group, or of everything listed, which the total stands for. */
  openGoal: (target: { line: Line } | { group: Group }) => void;
  openProduct: (line: Line) => void;
  openHistory: (line: Line) => void;
}

/** What every cell may read besides its row; replaced only when all rows must be drawn again. */
export interface CellContext {
  compact: boolean;
  mode: EditionMode;
  validation: boolean;
  levels: readonly number[];
  has_optimizations: boolean;
  catalog_currency: string;
  accounting_currency: string;
  /** Grouping fields, outermost first. */
  grouping: readonly string[];
  featured: readonly string[];
  coverage_stat: CoverageStatistic;
  scenarios: readonly { _id: string; name: string }[];
  /** Share of the products wanted at each discount, in points; null when no objective of products is set. */
  objective: Readonly<Record<string, number>> | null;
  total_stock: number;
  /** Last day of the sales history, and first days of the phases, YYYY-MM-DD. */
  data_date: string | null;
  phase_starts: readonly string[];
  /** Days that the forecasts cover; null when nothing is forecast. */
  lengths: ForecastLengths | null;
  /** Index of the project's worked phase; null once it has none. */
  working_phase: number | null;
  /** No phase is worked: nothing may be edited. */
  work_locked: boolean;
  /** Code of the product whose panel is open. */
  open_product: string | null;
  /** What a group's figures are read against; null until it is known. */
  references: (keys: readonly (string | null)[]) => GroupReferences | null;
  actions: CellActions;
}

export interface LineCellProps {
  line: Line;
  column: ColumnDefinition;
  context: CellContext;
}

export interface GroupCellProps {
  /** Of the total it has no key: `isTotal`. */
  group: Group;
  groupId: string;
  column: ColumnDefinition;
  context: CellContext;
}

/** Whether these are the figures of everything listed: a group whose value is missing has a key all the same. */
export function isTotal({ keys }: Pick<Group, 'keys'>): boolean {
  return keys.length === 0;
}
