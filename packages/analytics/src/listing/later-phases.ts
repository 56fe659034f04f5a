import { EXPECTED_SALES } from '../database/expected-sales.ts';

/**
 * SQL of where later phases stand and of what they sell: the domain's `laterParts`. Phases that follow the worked one
 * are told apart where the snapshot's curves say how (`path_phases`, T); elsewhere they are one, all at the first
 * one's discount. They are counted from 1.
 */

/** How many later phases are told apart. */
export const laterCount = (pathPhases: number): number => (pathPhases > 0 ? pathPhases - 1 : 1);

/** SQL of the discount planned for a later phase. */
export const nextPct = (of: string, phase: number): string =>
  phase === 1
    ? `${of}.next_discount_pct`
    : `nullif(string_split(${of}.next_discount_pcts, ',')[${phase}], '')::DOUBLE`;

export const laterPctOf = (phase: number): string => `later_pct_${phase}`;
export const laterAtOf = (phase: number): string => `later_at_${phase}`;
export const laterQtyOf = (phase: number): string => `later_qty_${phase}`;

export const laterPhases = (pathPhases: number): number[] =>
  Array.from({ length: laterCount(pathPhases) }, (_, index) => index + 1);

/** Rows of `from`, which have a worked_pct, with the discount at which each later phase stands: never below the one before. */
export function standingSql(from: string, pathPhases: number): string {
  const stands = laterPhases(pathPhases).map((phase) => {
    const before = phase === 1 ? 'p.worked_pct' : laterPctOf(phase - 1);
    return `greatest(${before}, coalesce(${nextPct('p', phase)}, ${before})) AS ${laterPctOf(phase)}`;
  });
  return `SELECT p.*, ${stands.join(', ')} FROM ${from} p`;
}

const curvePlaceOf = (phase: number): string => `later_on_${phase}`;

/** SQL of the place, from 1, of the level whose units a discount sells: the domain's `curvePlace`. Levels ascend. */
function curvePlaceSql(levels: readonly number[], pct: string): string {
  const cases = levels
    .slice(0, -1)
    .map((level, index) => `WHEN ${pct} <= ${(level + (levels[index + 1] ?? level)) / 2} THEN ${index + 1}`);
  return cases.length > 0 ? `CASE ${cases.join(' ')} ELSE ${levels.length} END` : '1';
}

interface Source {
  /** Rows with line_no, worked_pct and the decision's next discounts. */
  from: string;
  /** SQL of the levels as a list, and what they are. */
  list: string;
  levels: readonly number[];
  curves: string;
  path_phases: number;
}

/**
 * Rows of `from` with the places of their discounts among the levels (none of one that is not offered), their curve, and
 * units by phase.
 */
export function phasesSql({ from, list, levels, curves, path_phases }: Source): string {
  const phases = laterPhases(path_phases);
  const places = phases.flatMap((phase) => [
    `list_position(${list}, ${laterPctOf(phase)}) AS ${laterAtOf(phase)}`,
    `${curvePlaceSql(levels, laterPctOf(phase))} AS ${curvePlaceOf(phase)}`,
  ]);
  const placed = `SELECT *, list_position(${list}, worked_pct) AS worked_at, ${curvePlaceSql(levels, 'worked_pct')} AS worked_on, ${places.join(', ')} FROM (${standingSql(from, path_phases)})`;
  const stepped = `${laterPctOf(phases.length)} > ${laterPctOf(1)}`;
  const sold = path_phases > 0 ? `, ${soldUntil(phases, stepped, levels.length)}` : '';
  const valued = `SELECT p.*, c.phase_qty[worked_on]::DOUBLE AS qty, c.phase_p10[worked_on]::DOUBLE AS p10, c.phase_p90[worked_on]::DOUBLE AS p90,
      c.phase_qty[1]::DOUBLE AS undiscounted,
      nullif(c.rest_qty[(worked_on - 1) * ${levels.length} + ${curvePlaceOf(1)}]::DOUBLE, 'nan'::DOUBLE) AS rest${sold}
    FROM (${placed}) p LEFT JOIN ${curves} c USING (line_no)`;
  if (path_phases === 0) return `SELECT *, rest AS ${laterQtyOf(1)} FROM (${valued})`;
  const units = phases.map((phase) => {
    const whole = phase === 1 ? 'rest' : '0';
    return `CASE WHEN ${stepped} THEN ${untilOf(phase)} - ${phase === 1 ? 'qty' : untilOf(phase - 1)} ELSE ${whole} END AS ${laterQtyOf(phase)}`;
  });
  return `SELECT *, ${stepped} AS stepped, ${units.join(', ')} FROM (SELECT *, ${phases.map(untilSql).join(', ')} FROM (${valued}))`;
}

const soldOf = (phase: number): string => `sold_${phase}`;
const untilOf = (phase: number): string => `until_${phase}`;

/** What the stock lets the demand of all phases until the end of each sell, of lines whose later phases differ. */
function soldUntil(phases: readonly number[], stepped: string, levels: number): string {
  const mean = (phase: number): string =>
    phase === 0
      ? 'c.phase_mean[worked_on]::DOUBLE'
      : `c.phase_mean[${phase * levels} + ${curvePlaceOf(phase)}]::DOUBLE`;
  return phases
    .map((phase) => {
      const demand = Array.from({ length: phase + 1 }, (_, until) => mean(until)).join(' + ');
      return `CASE WHEN ${stepped} THEN ${EXPECTED_SALES}(c.dispersion, ${demand}, c.stock) END AS ${soldOf(phase)}`;
    })
    .join(', ');
}

/** Never less than the phases before have sold; unknown stays so, which `greatest` would pass over. */
function untilSql(phase: number): string {
  const before = phase === 1 ? 'qty' : untilOf(phase - 1);
  return `CASE WHEN ${soldOf(phase)} >= ${before} THEN ${soldOf(phase)} WHEN ${soldOf(phase)} < ${before} THEN ${before} END AS ${untilOf(phase)}`;
}
