import type { DiscountKind } from '@palier/domain';
import { quoteIdentifier } from '../database/sql.ts';
import { afterLeftoversSql } from '../formulas.ts';
import { finalColumn } from '../snapshot/actuals.ts';
import { announcements, finalOf, forecastsAt, leftovers, levelList, workedPct } from './decision-figures.ts';
import { phasesSql } from './later-phases.ts';
import { STORED } from './stored-columns.ts';

const RAISED = 'greatest(discount_pct_auto, coalesce(discount_pct_min, discount_pct_auto))';
/** The automatic discount inside its shields. Said apart for none: `greatest` and `least` pass over NULL. */
const CLAMPED = `CASE WHEN discount_pct_auto IS NOT NULL THEN least(${RAISED}, coalesce(discount_pct_max, ${RAISED})) END`;

/** The domain's `isChangedSinceReview`. */
const CHANGED_SINCE_REVIEW = '(NOT discount_pct_reviewed AND review_lost_date IS NOT NULL)';

/** Where a discount comes from; the domain's `discountKind`. */
function kindSql(hasOptimizations: boolean): string {
  return `CASE WHEN discount_pct_user IS NOT NULL THEN 'user' WHEN discount_pct_auto IS NULL THEN NULL
      WHEN ${hasOptimizations} OR (${CLAMPED}) <> discount_pct_auto THEN 'optimised' ELSE 'auto' END`;
}

/** Discounts that follow from a decision; see the domain's resolution and steps (`lineAtItsPhase`). */
function resolvedSql(hasOptimizations: boolean, isOver: boolean): string {
  return `SELECT *,
    coalesce(discount_pct_user, ${CLAMPED}) AS discount_pct, ${kindSql(hasOptimizations)} AS discount_kind,
    nullif(string_split(previous_discount_pcts, ',')[${isOver ? -2 : -1}], '')::DOUBLE AS previous_discount_pct,
    nullif(string_split(next_discount_pcts, ',')[1], '')::DOUBLE AS next_discount_pct,
    ${CHANGED_SINCE_REVIEW} AS changed_since_review
  FROM stored`;
}

/**
 * What is counted of a line in one number, so that groups count by it: goal, origin of the discount, review, inclusion.
 * `readState` reads it back.
 */
function stateSql(goalCode: string, kind: string): string {
  return `(32 * ${goalCode} + 16 * ${CHANGED_SINCE_REVIEW}::INTEGER + CASE ${kind} WHEN 'user' THEN 4 WHEN 'optimised' THEN 8 WHEN 'auto' THEN 12 ELSE 0 END
    + 2 * discount_pct_reviewed::INTEGER + included::INTEGER)::INTEGER`;
}

const KINDS = [null, 'user', 'optimised', 'auto'] as const;

export function readState(state: number): {
  included: boolean;
  reviewed: boolean;
  changed_since_review: boolean;
  kind: DiscountKind | null;
  goal_code: number;
} {
  return {
    included: (state & 1) === 1,
    reviewed: (state & 2) === 2,
    changed_since_review: (state & 16) === 16,
    kind: KINDS[(state >> 2) & 3] ?? null,
    goal_code: state >> 5,
  };
}

/** Where a line stands in the forecast. */
const PLACED = `SELECT *, ${stateSql('goal_code', 'discount_kind')} AS state, discount_pct - coalesce(previous_discount_pct, 0) AS discount_pct_incr,
    ${workedPct('resolved')} AS worked_pct
  FROM resolved`;

const DERIVED = [
  'discount_pct',
  'discount_kind',
  'discount_pct_incr',
  'previous_discount_pct',
  'next_discount_pct',
  'changed_since_review',
] as const;

/** Names of the columns of a decision table. */
export const DECISION_COLUMNS: ReadonlySet<string> = new Set([
  ...STORED.map(({ name }) => name),
  ...DERIVED,
  ...forecastsAt(false, 0).map(([name]) => name),
  ...leftovers('', forecastsAt(false, 0)).map(([name]) => name),
  ...announcements(null, false).map(([name]) => name),
]);

/** Decision columns that every line of an answer carries. */
export const ALWAYS: readonly string[] = [...STORED.map(({ name }) => name), ...DERIVED];

/** Where complete rows come from: `stored (line_no, …, goal_code)`, the lines' facts and their curves. */
interface Sources {
  stored: string;
  lines: string;
  curves: string;
  levels: readonly number[];
  /** Whether the project has optimisations: automatic discounts are then theirs. */
  has_optimizations: boolean;
  /** SQL of ρ over the lines' facts `l`. */
  residual_value: string;
  /** Whether the decisions are closed: the figures are those of the facts. */
  closed: boolean;
  /** Whether they are of the phases that lines took part in: who took part in one is included. */
  took_part: boolean;
  working_phase: number | null;
  /** Whether the snapshot's prices have endings: its lines then have the rates that their prices stand at. */
  has_endings: boolean;
  /** Phases that the snapshot's curves tell apart; 0: the later ones are taken together. */
  path_phases: number;
  /** A few lines: their steps are written down, as unfolding them all takes longer than the lines do. */
  few?: boolean;
}

interface CompleteColumn {
  name: string;
  sql: string;
}

type Figured = Pick<
  Sources,
  'residual_value' | 'closed' | 'took_part' | 'working_phase' | 'has_endings' | 'path_phases'
>;

const TOOK_PART = `l.${finalColumn('took_part')}`;
/** What a closed project says of its lines in the place of the last decision. */
const CLOSED: Readonly<Record<string, string>> = {
  included: TOOK_PART,
  state: `(q.state - q.included::INTEGER + ${TOOK_PART}::INTEGER)::INTEGER`,
};

function completeColumns({
  residual_value,
  closed,
  took_part,
  working_phase,
  has_endings,
  path_phases,
}: Figured): CompleteColumn[] {
  const planned = forecastsAt(has_endings, path_phases);
  const forecasts = closed ? planned.map(finalOf) : planned;
  return [
    ...[...STORED.map(({ name }) => name), ...DERIVED, 'state'].map((name) => ({
      name,
      sql: (took_part ? CLOSED[name] : undefined) ?? `q.${name}`,
    })),
    ...[
      ...forecasts,
      ...leftovers(residual_value, forecasts),
      ...announcements(working_phase, has_endings),
    ].map(([name, sql]) => ({ name: quoteIdentifier(name), sql })),
  ];
}

/** Quoted names of the columns of a complete row. */
export const COMPLETE: readonly string[] = completeColumns({
  ...{ residual_value: '', closed: false, took_part: false, working_phase: null },
  ...{ has_endings: false, path_phases: 0 },
}).map(({ name }) => name);

/** SELECT of complete decision rows: what follows from each and its forecasts. */
export function completeSelect(sources: Sources): string {
  const { stored, lines, curves, levels, has_optimizations, path_phases } = sources;
  const resolved = resolvedSql(has_optimizations, sources.working_phase === null);
  const { few = false } = sources;
  const step = few ? 'AS MATERIALIZED' : 'AS';
  const quantities = phasesSql({
    ...{ from: 'placed', curves: 'curve', path_phases },
    ...{ list: levelList(levels), levels },
  });
  return `WITH stored AS (${stored}), resolved AS (${resolved}), placed ${step} (${PLACED}), curve AS (FROM ${curves}),
    q ${step} (${quantities})
    SELECT q.line_no, ${completeColumns(sources)
      .map(({ name, sql }) => `${sql} AS ${name}`)
      .join(', ')} FROM q JOIN ${lines} l USING (line_no)`;
}

/** SET of an UPDATE that says anew where the discounts of a decision table come from. */
export function kindAssignments(hasOptimizations: boolean): string {
  const kind = kindSql(hasOptimizations);
  return `discount_kind = ${kind}, state = ${stateSql('(state >> 5)', `(${kind})`)}`;
}

/** SET of an UPDATE that values what is left anew, reading the facts `l` of each line of the decision table. */
export function leftoverAssignments(table: string, residualValue: string): string {
  const [profit, left] = [`${table}."forecast.profit"`, `${table}."forecast.stock"`];
  const after = afterLeftoversSql(profit, residualValue, 'l.cost', left);
  return `residual_value = ${residualValue}, "forecast.profit_after_leftovers" = ${after}`;
}
