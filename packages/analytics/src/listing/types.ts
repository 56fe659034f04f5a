import type {
  Decision,
  FieldChoice,
  FieldDefinition,
  Group,
  GroupPage,
  GroupPages,
  Line,
  LinePage,
  PageQuery,
  QueryTree,
  ResidualValue,
  Selection,
  SelectionStats,
} from '@palier/domain';
import type { RecordedSerie, RecordRequest, SerieDay, SeriesGroup, SeriesRequest } from '../series/types.ts';
import type { EngineLines, PathColumns, SnapshotManifest } from '../snapshot/types.ts';
import type { LawfulLine, PriorPrices } from './prior-rows.ts';

/** What of a project, or of a warehouse, there is for who asks. */
export interface FactsView {
  /** The lines; null: all of them. */
  within: QueryTree | null;
  /** Whether the fields that tell costs are known. */
  costs: boolean;
}

/** Which lines a request is about: a selection, or given lines. */
export type LineSelection = Selection & {
  /** Only these lines (`_id`), for instance those that an activity event touched. */
  line_ids?: readonly string[];
};

export type LinesRequest = LineSelection &
  FieldChoice &
  PageQuery & {
    /** Grouping fields: lines of a group follow each other, and each has its `keys`. */
    by?: readonly string[];
    summary?: boolean;
  };

export type RowsRequest = LineSelection &
  FieldChoice &
  PageQuery & {
    by?: readonly string[];
    /** Keys of the groups of the last level in the order wanted; by their names when missing. */
    group_order?: readonly string[];
  };

export type GroupsRequest = LineSelection &
  FieldChoice &
  PageQuery & {
    /** Grouping fields, the outermost first. */
    by: readonly string[];
    /** true: every level of the tree in one answer, each group before its children. */
    all_levels?: boolean;
    summary?: boolean;
  };

/** The first page of lines of several groups in one request (« tout ouvrir »). */
export type GroupPagesRequest = LineSelection &
  FieldChoice &
  Pick<PageQuery, 'sort' | 'order' | 'size'> & {
    by: readonly string[];
    /** The groups to open; left out: every group. */
    groups?: readonly (readonly (string | null)[])[];
  };

export type TermsRequest = LineSelection & {
  field: string;
  /** Only the terms that hold this text. */
  search?: string;
  /** Only these terms. */
  terms?: readonly string[];
  /** At most so many; 1000 by default. */
  limit?: number;
};
export interface TermCount {
  value: string | null;
  item_group_count: number;
  item_count: number;
  stock_qty: number;
}

export interface LineSerie {
  _id: string;
  /** The first day of `qty`. */
  from_date: string;
  /** Units a day, one number per day. */
  qty: number[];
}

/** A line's decision as PostgreSQL holds it. */
export interface DecisionRow extends Decision {
  discount_id: string;
  item_group_id: string;
}

/** What decides the discounts of a line, before it and after, in points. */
export type LineStanding = Pick<
  DecisionRow,
  | 'discount_id'
  | 'item_group_id'
  | 'included'
  | 'discount_pct_user'
  | 'discount_pct_auto'
  | 'discount_pct_min'
  | 'discount_pct_max'
  | 'previous_discount_pcts'
  | 'next_discount_pcts'
>;

/** A line's value of a field, as an answer's line has it. */
/** Several filters asked of the same lines. */
export interface FilteredLines extends Pick<LineSelection, 'line_ids'> {
  filters: readonly LineSelection['filter'][];
}

export interface FieldValue {
  _id: string;
  value: unknown;
}

/** Which lines a simulation reads, and what else it wants of them. */
/** Each line's values of a field: line n has `lists[of[n]]`, empty when it has none. */
export interface LineValues {
  lists: string[][];
  of: Int32Array;
}

/** Lines, and the field whose values are wanted with them; one that the project does not have gives none. */
export type ValuedSelection = LineSelection & { value_field?: string | null };

export type PlanLinesRequest = ValuedSelection & {
  /** Grouping fields, the outermost first. */
  by?: readonly string[];
  with_ids?: boolean;
};

/** Lines of a project as columns, in line order: their facts, decisions (points) and curves. NaN: not known. */
export type PlanLines = Record<
  | 'line_no'
  | 'price'
  | 'base_price'
  | 'cost'
  | 'stock_qty'
  | 'season_sales_qty'
  | 'upcoming_qty'
  | 'included'
  | 'reviewed'
  | 'discount_pct'
  | 'discount_pct_user'
  | 'previous_discount_pct'
  | 'discount_pct_min'
  | 'discount_pct_max',
  Float64Array
> & {
  line_count: number;
  /** Their `_id`, when they are asked for. */
  ids: string[];
  /** Keys of the groups asked for, and each line's place among them; empty when no grouping is asked. */
  group_keys: (string | null)[][];
  group_of: Int32Array;
  /** Goals of the project's lines, and how many have none. */
  goals: string[];
  unset_goal_count: number;
  /** Values of the field asked for; null when none is. */
  values: LineValues | null;
  /** Levels × lines, line by line; empty when the snapshot has no curves. */
  phase_qty: Float32Array;
  rest_qty: Float32Array;
  /** Later phases told apart, R, and the discounts planned for them, `n * R + r`; NaN where none is. */
  later_phases: number;
  next_discount_pcts: Float64Array;
  /** See `EngineLines`. */
  path?: PathColumns | null;
  level_rate?: Float64Array | null;
};

/** One edit of a what-if: the same decision for every line of a selection; what is left out stays. */
export interface WhatIfEdit {
  selection: LineSelection;
  included?: boolean;
  /** null: the automatic discount. */
  discount_pct_user?: number | null;
  /** Points added to each line's discount, brought to the nearest level; in the place of a value. */
  discount_pct_change?: number;
  /** Discount of the later phases, never under the worked phase's. */
  next_discount_pct?: number;
}

/** Sums over lines of what they are forecast to do, null where it is known of none; `list_sales` and `available_qty` are what the shares are taken of. */
export type HorizonSums = Record<
  'sales_qty' | 'sales' | 'profit' | 'cogs' | 'stock' | 'list_sales' | 'season_sales_qty' | 'available_qty',
  number | null
>;
/** To the project's end, when what is left loses its value. */
export type EndSums = HorizonSums & Record<'discount_budget' | 'profit_after_leftovers', number | null>;
export interface FigureSums {
  phase: HorizonSums;
  total: EndSums;
  discount_budget: number | null;
}

export interface WhatIf {
  /** Lines that would change, and those that may not, by reason. */
  line_count: number;
  refused: Record<string, number>;
  /** As they are: the whole project, and the lines that the edits are about. */
  project: FigureSums;
  held: FigureSums;
  /** The lines that would change, as they are and as they would be. */
  before: FigureSums;
  after: FigureSums;
  /** « Marge après invendus » of the lines that the edits are about, were every price left as it is. */
  nothing: number;
  /** Of those lines: all of them, and those sold under their cost before, after, and after alone. */
  below_cost: Record<'held' | 'before' | 'after' | 'added', number>;
  /** The lowest and highest labels of the included lines that the edits are allowed for; null without a price. */
  label_prices: { low: number | null; high: number | null };
}

/** What a project's row says that its lines follow, as of a version of its decisions. */
export interface ProjectState {
  version: number | bigint;
  has_optimizations: boolean;
  /** What an unsold unit keeps of its cost. */
  residual_value: ResidualValue;
}

/** What a line sold in a phase, with what values it. */
export interface ActualLine {
  _id: string;
  item_group_id: string;
  title: string | null;
  family: string | null;
  /** Its value of the field asked for. */
  group_key: string | null;
  phase: number;
  price: number | null;
  base_price: number | null;
  cost: number | null;
  residual_value: number;
  qty: number;
  sales: number | null;
  list_sales: number | null;
  out_share: number | null;
  /** The discount that the phase was validated at, in points; null for a line that has none. */
  decided_pct: number | null;
  /** Units sold in the phase before its forecast was signed. */
  unplanned_qty: number;
  /** Units of the four weeks before the operation. */
  before_qty: number;
  /** Whether the line took part in the phase; one that is not validated: whether it does now. */
  included: boolean;
  /** Units left at the end, once the project is closed; null when nobody knows. */
  left_qty: number | null;
}

/** A phase whose forecast was signed once it had begun, or before. */
export interface SignedPhase {
  phase: number;
  start: string;
  /** First day of the forecast. */
  from: string;
}

/** The facts of one project's snapshot and the copy of its decisions, ready for queries. */
export interface ProjectFacts {
  readonly project_id: string;
  readonly folder: string;
  readonly line_count: number;
  /** The highest version among the decisions taken in; 0 when none. */
  decisionVersion(): bigint;
  /** Grows after each change of the copy of decisions, and of what its figures follow: two answers of one edition are the same. */
  edition(): number;
  /** Takes in new or changed decisions. Older versions of a row than the one held are ignored. */
  applyDecisions(rows: readonly DecisionRow[]): Promise<void>;
  /** Takes in what the project's row says; an older version than the one held is ignored. */
  applyState(state: ProjectState): Promise<void>;
  lines(request: LinesRequest): Promise<LinePage>;
  groups(request: GroupsRequest): Promise<GroupPage>;
  groupPages(request: GroupPagesRequest): Promise<GroupPages>;
  summary(request: LineSelection & FieldChoice): Promise<Group>;
  stats(request: LineSelection): Promise<SelectionStats>;
  terms(request: TermsRequest): Promise<TermCount[]>;
  /** How many lines (item groups) and variants (items) the selection holds. */
  counts(request: LineSelection): Promise<{ item_group_count: number; item_count: number }>;
  /** Daily units of the given lines over the last `days` days (default 90). */
  series(request: { line_ids: readonly string[]; days?: number }): Promise<LineSerie[]>;
  lineIds(request: LineSelection): Promise<string[]>;
  /** For each filter the lines that it takes, in line order, of all or the given ones: the same as one `lineIds` each, read once. */
  lineIdsOfEach(request: FilteredLines): Promise<string[][]>;
  /** What decides the discounts of the selection's lines, in line order. */
  standings(request: LineSelection): Promise<LineStanding[]>;
  /** The selection's lines with their value of one field. */
  fieldValues(request: LineSelection & { field: string }): Promise<FieldValue[]>;
  /**
   * Every line of the selection in order, by batches, for exports and the optimiser's scopes. With grouping fields
   * (`by`), lines of a group follow each other and each has its `keys`, as groups do.
   */
  rows(request: RowsRequest): AsyncIterable<Line[]>;
  line(id: string, choice?: FieldChoice): Promise<Line | null>;
  /** Lines by `_id`, in the order given; unknown ids are left out. */
  linesById(ids: readonly string[], choice?: FieldChoice): Promise<Line[]>;
  /** Every field that requests may name: the catalogue's, and the retailer's own (`attributes.…`). */
  fields(): FieldDefinition[];
  planLines(request?: PlanLinesRequest): Promise<PlanLines>;
  /** What every line sold in each phase; null for a snapshot of before that was kept. */
  actuals(by: string | null, signed: readonly SignedPhase[], validated: number): Promise<ActualLine[] | null>;
  /** What proves the prior prices of some lines, by their `_id`. */
  priorPrices(ids: readonly string[]): Promise<PriorPrices>;
  /** What the law asks of the lines of a selection, in line order: their prior prices by phase. */
  lawfulLines(request: LineSelection): Promise<LawfulLine[]>;
  /** What a set of edits would change; nothing is written. */
  whatIf(edits: readonly WhatIfEdit[]): Promise<WhatIf>;
  /** Writes a series of the project's lines as they stand; `over`: the project has ended, its stock is of its end. */
  recordSerie(request: RecordRequest & { over: boolean }): Promise<RecordedSerie>;
  /** Figures of recorded series by the values of fields, over the lines that they all have. */
  seriesGroups(request: SeriesRequest): Promise<SeriesGroup[]>;
  /** How many lines of each series the filter takes. */
  seriesLineCounts(request: SeriesRequest): Promise<number[]>;
  /** The same figures day by day, all lines together, for each series. */
  seriesDays(request: Omit<SeriesRequest, 'by'>): Promise<SerieDay[][]>;
  /** The line's demand curve arrays and money, as typed arrays in line order, for engine jobs. */
  engineLines(request: ValuedSelection): Promise<EngineLines & { values: LineValues | null }>;
  manifest(): SnapshotManifest;
  /** The same facts as a view of them answers: other lines and fields do not exist. Closed with these, never alone. */
  viewed(view: FactsView): ProjectFacts;
  /** The same facts as if nothing were forecast: their curves are of other discounts than those offered now. */
  withoutCurves(): ProjectFacts;
  close(): Promise<void>;
}
