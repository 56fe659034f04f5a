import type { EngineLines } from '@palier/analytics';
import type { ProjectStats } from '@palier/contract';
import { curvePlace, knownOrNull, workedDiscount } from '@palier/domain';
import { lineProfitAfterLeftovers, pricedProfit, type RoomPrices, simulateGroups } from '@palier/engine';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import type { ProjectScope } from '../../../scope.ts';
import {
  findLines,
  findStandings,
  type LineChanges,
  levelsOf,
  type StandingRow,
} from '../../discounts/index.ts';
import { readRemovedLevels } from '../../law/index.ts';
import { residualRule, type ValuedLines, withResidualValue } from '../../organizations/index.ts';
import type { ProjectRow } from '../../projects/index.ts';
import { presentTotals } from './present.ts';
import { type Decisions, presentPlan, simulationProblem } from './problem.ts';

type Needs = Pick<Deps, 'database' | 'facts'>;
type Figures = NonNullable<ProjectStats['forecast']>;

export interface Effect {
  before: Figures;
  after: Figures;
  discount_budget_before: number | null;
  discount_budget_after: number | null;
}

/** Lines read once, whose discounts are changed in thought as often as is asked. */
export interface LineSimulation {
  /**
   * Figures of some of the lines now, or under other changes, and once changes are applied to them, over all the phases
   * left; budgets are the worked phase's.
   */
  compare: (ids: readonly string[], changes: readonly LineChanges[], from?: readonly LineChanges[]) => Effect;
  /**
   * « Marge après invendus » to the end of a line at each of the project's levels, NaN where unknown or removed by the law; at a plan's prices,
   * less what the level takes of them.
   */
  meritsAt: (id: string, prices?: RoomPrices | null) => Float64Array;
}

/** Lines to be simulated as they are decided; null without demand curves. @throws 409 snapshot_missing */
export async function simulateLines(
  deps: Needs,
  project: ProjectScope,
  row: ProjectRow,
  decided: readonly StandingRow[],
): Promise<LineSimulation | null> {
  const decisions: Decisions<StandingRow> = new Map(decided.map((line) => [line.discount_id, line]));
  const lines = await readValuedLines(deps, project, row, [...decisions.keys()]);
  if (lines.phase_qty.length === 0) return null;
  const levels = levelsOf(row);
  const removed = await readRemovedLevels(deps, project, row, lines, levels, { line_ids: lines.ids });
  const problem = simulationProblem(lines, decisions, levels);
  const plan = presentPlan(lines, decisions, levels);
  const later = problem.later_level ?? new Uint8Array(lines.ids.length);
  const places = new Map(lines.ids.map((id, index) => [id, index]));
  const planOf = (edits: readonly LineChanges[]): Uint8Array => {
    const changed = plan.slice();
    for (const { discount_id, changes } of edits) {
      const line = decisions.get(discount_id);
      const index = places.get(discount_id);
      if (line && index !== undefined)
        changed[index] = curvePlace(levels, workedDiscount({ ...line, ...changes }));
    }
    return changed;
  };
  return {
    compare: (some, changes, from = []) => {
      const asked = new Set(some);
      const group = Int32Array.from(lines.ids, (id) => (asked.has(id) ? 0 : -1));
      const figuresOf = (edits: readonly LineChanges[]) => {
        const [totals] = simulateGroups(problem, { worked: planOf(edits), later }, group, 1);
        if (!totals) throw new Error('one group of lines was asked for');
        return totals;
      };
      const before = figuresOf(from);
      const after = figuresOf(changes);
      return {
        before: presentTotals(before.end),
        after: presentTotals(after.end),
        discount_budget_before: knownOrNull(before.phase.discount_amount),
        discount_budget_after: knownOrNull(after.phase.discount_amount),
      };
    },
    meritsAt: (id, prices = null) => {
      const item = places.get(id);
      return Float64Array.from(levels, (_, level) => {
        if (item === undefined || (removed?.now(item, level) ?? 0) !== 0) return Number.NaN;
        return prices
          ? pricedProfit(problem, item, level, prices)
          : lineProfitAfterLeftovers(problem, item, level);
      });
    },
  };
}

/** What changes would do to lines that are read for it alone; see `LineSimulation.compare`. */
export async function compareDiscounts(
  deps: Needs,
  project: ProjectScope,
  row: ProjectRow,
  ids: readonly string[],
  changes: readonly LineChanges[],
): Promise<Effect | null> {
  const decided = await findStandings(deps.database.db, project, ids);
  return (await simulateLines(deps, project, row, decided))?.compare(ids, changes) ?? null;
}

/** The engine's view of lines, and the decisions on them. @throws 409 snapshot_missing */
export async function readEngineLines(
  deps: Needs,
  project: ProjectScope,
  row: ProjectRow,
  ids: readonly string[],
): Promise<{ lines: ValuedLines<EngineLines>; decisions: Decisions }> {
  const lines = await readValuedLines(deps, project, row, ids);
  const rows = await findLines(deps.database.db, project, lines.ids);
  return { lines, decisions: new Map(rows.map((line) => [line.discount_id, line])) };
}

async function readValuedLines(
  { database, facts }: Needs,
  project: ProjectScope,
  row: ProjectRow,
  ids: readonly string[],
): Promise<ValuedLines<EngineLines>> {
  const rule = await residualRule(database.db, project, row);
  const request = { line_ids: ids, value_field: rule.field };
  const lines = await facts.use(project, (own) => own.engineLines(request));
  if (!lines) throw new ApiError('snapshot_missing');
  return withResidualValue(lines, rule);
}
