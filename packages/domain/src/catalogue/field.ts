import type { SectionId } from './section.ts';

/**
 * percent holds points (20 = 20 %), money a number in the currency's major unit, score a grade A, B or C,
 * list an array of values (of variants, of days), date YYYY-MM-DD.
 */
export const FIELD_TYPES = [
  'string',
  'number',
  'integer',
  'date',
  'boolean',
  'percent',
  'money',
  'score',
  'list',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** catalog: the currency prices are shown in. accounting: the one costs and margins are kept in. */
export type FieldCurrency = 'catalog' | 'accounting';

/**
 * How a group's value comes from its lines.
 *
 * ratio: scale × Σ numerator / Σ denominator, or scale × (1 − that) when complement; both are summed over the
 * lines whatever their own aggregation, lines where either is missing left out. weighted_mean: Σ value × weight
 * / Σ weight. harmonic_mean: Σ weight / Σ (weight / value) over the lines where both are above 0, which is the ratio
 * of the sums when each value is its weight over something. range: the smallest and the largest. distinct: the distinct
 * values. distinct_count: how many elements the lines' sets have together; a line's own value is how many its set has.
 * elementwise_sum: arrays added position by position. bucket_sum: buckets of the same key added. none: no group value.
 */
export type Aggregation =
  | { kind: 'sum' }
  | { kind: 'weighted_mean' | 'harmonic_mean'; weight: string }
  | { kind: 'distinct_count'; sets: string }
  | { kind: 'ratio'; numerator: string; denominator: string; complement?: boolean; scale?: number }
  | { kind: 'min' | 'max' | 'distinct' | 'range' | 'elementwise_sum' | 'bucket_sum' | 'none' };

/**
 * static: a column of the snapshot's line file. decision: a column of the decisions table. computed: from
 * curves and decisions, or from the grouping, at the time of the query.
 */
export type FieldSource = 'static' | 'decision' | 'computed';

/** A rank gives the decile (1 to 10, 10 the largest) of a metric, over all lines or inside the line's group. */
export interface RankOf {
  field: string;
  scope: 'global' | 'group';
}

export interface FieldDefinition {
  /** Wire name; a dot nests it in the answer (`forecast.sales_qty` is `forecast: { sales_qty }`). */
  id: string;
  /** Another name by which requests may ask for it: the specification's, where the answer nests the field. */
  alias?: string;
  label: string;
  section: SectionId;
  description: string;
  type: FieldType;
  /** What a number counts: « unités », « semaines », « pts ». */
  unit?: string;
  currency?: FieldCurrency;
  aggregation: Aggregation;
  source: FieldSource;
  /** Computed only when an answer is asked to include it. */
  lazy?: boolean;
  /** Ids of the fields that rank this one by decile: global first, then inside the grouping key. */
  ranks: readonly string[];
  rank_of?: RankOf;
  /** May be used in a rule's query: it is filterable too. */
  in_rulebook: boolean;
  filterable: boolean;
  groupable: boolean;
  /** Serves to aggregate other fields; never offered to the user. */
  technical?: boolean;
  /** Its text names a season of a year, « Été 2026 »: what it was called one year before follows from it. */
  names_season?: boolean;
  /** Tells costs or margins, or is worked out of them: not there for who may not see costs. */
  needs?: 'costs';
}

/** What an entry must say; everything else has a usual value. */
export type FieldEntry = Pick<FieldDefinition, 'id' | 'label' | 'section' | 'description' | 'type'> &
  Partial<FieldDefinition> & {
    /** Gives the field a global and a grouping-key decile rank. */
    ranked?: boolean;
  };

/** Ids of the two rank fields of a metric. */
export function rankIds(fieldId: string): [global: string, group: string] {
  return [`${fieldId}_rank`, `${fieldId}_group_rank`];
}

/** Completes an entry with the usual values: summed when a quantity or money, static, filterable, in rules. */
export function defineField(entry: FieldEntry): FieldDefinition {
  const { ranked, ...given } = entry;
  const additive = entry.type === 'integer' || entry.type === 'money';
  const source = entry.source ?? 'static';
  const filterable = entry.filterable ?? (!entry.technical && entry.type !== 'list');
  return {
    aggregation: { kind: additive ? 'sum' : 'none' },
    source,
    ranks: ranked ? rankIds(entry.id) : [],
    in_rulebook: source === 'static' && filterable && !entry.lazy,
    filterable,
    groupable: false,
    ...given,
  };
}
