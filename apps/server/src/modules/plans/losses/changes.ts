import { curvePlace } from '@palier/domain';
import { lineProfitAfterLeftovers } from '@palier/engine';
import type { Deps } from '../../../deps.ts';
import type { ProjectScope } from '../../../scope.ts';
import { levelsOf } from '../../discounts/index.ts';
import { residualRule, withResidualValue } from '../../organizations/index.ts';
import type { ProjectRow } from '../../projects/index.ts';
import { projectProblem } from '../simulations/problem.ts';

/** A line of a project, and what its « marge après invendus » is where it stands and at another discount. */
export interface ComparedLine {
  discount_id: string;
  included: boolean;
  stock_qty: number;
  merit: number;
  merit_before: number;
}

/**
 * Each line of a project where it stands and at the discount that it had, in points by line; its later phases stay as
 * they are. null without demand curves.
 */
export async function compareLines(
  { database: { db }, facts }: Pick<Deps, 'database' | 'facts'>,
  project: ProjectScope,
  row: ProjectRow,
  before: ReadonlyMap<string, number>,
): Promise<ComparedLine[] | null> {
  const rule = await residualRule(db, project, row);
  const found = await facts.use(project, (own) => own.planLines({ value_field: rule.field, with_ids: true }));
  if (!found) return null;
  const levels = levelsOf(row);
  const known = found.phase_qty.length > 0;
  const { problem, plan } = projectProblem(withResidualValue(found, rule), levels);
  const meritAt = (item: number, level: number): number =>
    known ? lineProfitAfterLeftovers(problem, item, level) : Number.NaN;
  return found.ids.map((discount_id, item) => ({
    discount_id,
    included: found.included[item] === 1,
    stock_qty: found.stock_qty[item] ?? 0,
    merit: meritAt(item, plan[item] ?? 0),
    merit_before: meritAt(item, curvePlace(levels, before.get(discount_id) ?? 0)),
  }));
}
