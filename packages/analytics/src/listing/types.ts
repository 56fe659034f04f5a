import type { DiscountKind, FieldDefinition, QueryTree } from '@palier/domain';
import type { EngineLines, SnapshotManifest } from '../snapshot/types.ts';

export type DecisionScope = 'all' | 'unset' | 'included' | 'reviewed' | 'not_reviewed';
export type CoverageStat = 'q1' | 'q2' | 'q3';

/** Which lines a request is about. Every part narrows; nothing given means every line. */
export type LineSelection = {
  filter?: QueryTree | null;
  /** Free text searched in code, name, title and brand, without case or accents. */
  q?: string;
  /** true: only the included lines. */
  included?: boolean;
  /** true: no line at 0 %. */
  hide_zero?: boolean;
  scope?: DecisionScope;
  /** Only these lines (`_id`), for instance those that an activity event touched. */
  line_ids?: readonly string[];
};

export type FieldChoice = {
  /** The metrics asked for; left out: every field of the catalogue that is not lazy. */
  fields?: readonly string[];
  /** Lazy metrics to add. */
  includes?: readonly string[];
  excludes?: readonly string[];
  coverage_stat?: CoverageStat;
};

export type PageRequest = {
  sort?: string;
  order?: 'asc' | 'desc';
  /** Rows in a page, 30 unless said. */
  size?: number;
  /** The cursor that the previous page gave. */
  after?: string | null;
};

export type LinesRequest = LineSelection &
  FieldChoice &
  PageRequest & {
    /** Grouping fields: lines of a group follow each other, and each tells its `keys`. */
    by?: readonly string[];
    summary?: boolean;
  };

export type GroupsRequest = LineSelection &
  FieldChoice &
  PageRequest & {
    /** Grouping fields, the outermost first. */
    by: readonly string[];
    /** true: every level of the tree in one answer, each group before its children. */
    all_levels?: boolean;
    summary?: boolean;
  };

/** The first page of lines of several groups in one request (« tout ouvrir »). */
export type GroupPagesRequest = LineSelection &
  FieldChoice &
  Pick<PageRequest, 'sort' | 'order' | 'size'> & {
    by: readonly string[];
    /** The groups to open; left out: every group. */
    groups?: readonly (readonly (string | null)[])[];
  };

/** A value of the catalogue: a number, text, date (`YYYY-MM-DD`), boolean, list, or nothing. */
export type FieldValue = number | string | boolean | null | FieldValue[] | { [name: string]: FieldValue };

/** The demand curve of a line: expected units at each discount level. */
export type LineCurve = {
  /** Discounts in points, ascending. */
  levels: number[];
  phase_qty: number[];
  phase_p10: number[];
  phase_p90: number[];
  /** rest_qty[a * levels.length + b]: units of the later phases, worked phase at level a, later ones at b. */
  rest_qty: number[];
};

/** One line of the listing, dotted families nested (`forecast: { sales_qty }`). */
export type LineRow = {
  _id: string;
  item_group_id: string;
  curve?: LineCurve;
  [field: string]: FieldValue | LineCurve | undefined;
};

export type DiscountBucket = { discount_pct: number | null; discount_count: number; sum_stock_qty: number };

/** One group of the listing: its own counts, and metrics under the names of the lines' fields. */
export type GroupRow = {
  key: string;
  keys: (string | null)[];
  depth: number;
  discount_count: number;
  included_count: number;
  discount_pct_reviewed_count: number;
  discount_pct_user_count: number;
  unset_optimization_goal_count: number;
  optimization_goals: string[];
  /** Lines by where their discount comes from; those without one are in none. */
  discount_kind_counts: Record<DiscountKind, number>;
  min_price: number | null;
  max_price: number | null;
  discount_pct_distribution: DiscountBucket[];
  [field: string]: FieldValue | DiscountBucket[];
};

/** The totals of a whole selection: a group without keys. */
export type SummaryRow = GroupRow;

export type LinePage = {
  data: LineRow[];
  discount_count: number;
  cursor: string | null;
  summary?: SummaryRow;
};
export type GroupPage = {
  data: GroupRow[];
  /** Lines in the selection. */
  discount_count: number;
  /** Groups of the outermost level asked for. */
  group_count: number;
  cursor: string | null;
  summary?: SummaryRow;
};
export type GroupPages = { data: { keys: (string | null)[]; key: string; page: LinePage }[] };

export type ProjectStats = {
  discount_count: number;
  sum_stock_qty: number;
  discount_pct: {
    discount_pct: number | null;
    discount_count: number;
    sum_stock_qty: number;
    discount_count_pct: number;
    sum_stock_qty_pct: number;
  }[];
  discount_pct_user_count: number;
  discount_pct_reviewed_count: number;
  optimization_goals: string[];
  unset_optimization_goal_count: number;
};

export type TermsRequest = LineSelection & {
  field: string;
  /** Only the terms that hold this text. */
  search?: string;
  /** Only these terms. */
  terms?: readonly string[];
  /** At most so many, 1000 unless said. */
  limit?: number;
};
export type TermCount = {
  value: string | null;
  item_group_count: number;
  item_count: number;
  stock_qty: number;
};

export type LineSerie = {
  _id: string;
  /** The first day of `qty`. */
  from_date: string;
  /** Units a day, one number per day. */
  qty: number[];
};

/** A decision as PostgreSQL holds it, with the line it belongs to. */
export type DecisionRow = {
  discount_id: string;
  item_group_id: string;
  included: boolean;
  discount_pct_user: number | null;
  discount_pct_auto: number | null;
  discount_pct_opti: number | null;
  discount_pct_is_optimal: boolean;
  discount_pct_min: number | null;
  discount_pct_max: number | null;
  optimization_goal: string | null;
  discount_pct_reviewed: boolean;
  previous_discount_pcts: readonly number[];
  next_discount_pcts: readonly number[];
  applied_discount_rule_ids: readonly string[];
  discount_pct_update_date: string | null;
  discount_pct_update_user: string | null;
  discount_pct_update_description: string | null;
  version: number | bigint;
};

/** Which lines a simulation reads, and what else it wants of them. */
/** Each line's values of a field: line n has `lists[of[n]]`, empty when it has none. */
export type LineValues = { lists: string[][]; of: Int32Array };

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
  | 'next_discount_pct'
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
};

/** One edit of a what-if: the same decision for every line of a selection; what is left out stays. */
export type WhatIfEdit = {
  selection: LineSelection;
  included?: boolean;
  /** null: the automatic discount. */
  discount_pct_user?: number | null;
  /** Points added to each line's discount, brought to the nearest level; in the place of a value. */
  discount_pct_change?: number;
  /** Discount of the later phases, never under the worked phase's. */
  next_discount_pct?: number;
};

/** Sums over lines of what they are forecast to do; `list_sales` and `available_qty` are what shares are of. */
export type HorizonSums = Record<
  'sales_qty' | 'sales' | 'profit' | 'cogs' | 'stock' | 'list_sales' | 'season_sales_qty' | 'available_qty',
  number
>;
export type FigureSums = { phase: HorizonSums; total: HorizonSums; discount_budget: number };

export type WhatIf = {
  /** Lines that would change, and those that may not, by reason. */
  line_count: number;
  refused: Record<string, number>;
  /** As they are: the whole project, and the lines that the edits are about. */
  project: FigureSums;
  held: FigureSums;
  /** The lines that would change, as they are and as they would be. */
  before: FigureSums;
  after: FigureSums;
};

/** What a project's row says that its lines follow, as of a version of its decisions. */
export type ProjectState = { version: number | bigint; has_optimizations: boolean };

/** The facts of one project's snapshot and the copy of its decisions, ready for queries. */
export type ProjectFacts = {
  readonly project_id: string;
  readonly folder: string;
  readonly line_count: number;
  /** The highest version among the decisions taken in; 0 when none. */
  decisionVersion(): bigint;
  /** Takes in new or changed decisions. Older versions of a row than the one held are ignored. */
  applyDecisions(rows: readonly DecisionRow[]): Promise<void>;
  /** Takes in what the project's row says; an older version than the one held is ignored. */
  applyState(state: ProjectState): Promise<void>;
  lines(request: LinesRequest): Promise<LinePage>;
  groups(request: GroupsRequest): Promise<GroupPage>;
  groupPages(request: GroupPagesRequest): Promise<GroupPages>;
  summary(request: LineSelection & FieldChoice): Promise<SummaryRow>;
  stats(request: LineSelection): Promise<ProjectStats>;
  terms(request: TermsRequest): Promise<TermCount[]>;
  /** How many lines (item groups) and variants (items) the selection holds. */
  counts(request: LineSelection): Promise<{ item_group_count: number; item_count: number }>;
  /** Daily units of the given lines over the last `days` days (default 90). */
  series(request: { line_ids: readonly string[]; days?: number }): Promise<LineSerie[]>;
  lineIds(request: LineSelection): Promise<string[]>;
  /**
   * Every line of the selection in order, by batches, for exports and the optimiser's scopes. With grouping fields
   * (`by`), lines of a group follow each other and each tells its `keys`, as groups do.
   */
  rows(
    request: LineSelection & FieldChoice & PageRequest & { by?: readonly string[] },
  ): AsyncIterable<LineRow[]>;
  line(id: string, choice?: FieldChoice): Promise<LineRow | null>;
  /** Lines by `_id`, in the order given; unknown ids are left out. */
  linesById(ids: readonly string[], choice?: FieldChoice): Promise<LineRow[]>;
  /** Every field that requests may name: the catalogue's, and the retailer's own (`attributes.…`). */
  fields(): FieldDefinition[];
  planLines(request?: PlanLinesRequest): Promise<PlanLines>;
  /** What a set of edits would change; nothing is written. */
  whatIf(edits: readonly WhatIfEdit[]): Promise<WhatIf>;
  /** The line's demand curve arrays and money, as typed arrays in line order, for engine jobs. */
  engineLines(request: ValuedSelection): Promise<EngineLines & { values: LineValues | null }>;
  manifest(): SnapshotManifest;
  close(): Promise<void>;
};
