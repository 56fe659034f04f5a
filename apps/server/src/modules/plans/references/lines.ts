import type { PlanLines, PlanLinesRequest } from '@palier/analytics';
import { curvePlace } from '@palier/domain';
import type { LevelPlan } from '@palier/engine';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import type { ProjectScope } from '../../../scope.ts';
import { residualRule, withResidualValue } from '../../organizations/index.ts';
import type { ProjectRow } from '../../projects/index.ts';
import { laterLevels } from '../simulations/problem.ts';

/** The lines asked for with ρ. @throws 409 snapshot_missing without facts, demand or a phase to work on */
export async function readPlannedLines(
  { database, facts }: Pick<Deps, 'database' | 'facts'>,
  project: ProjectScope,
  row: ProjectRow,
  request: PlanLinesRequest,
) {
  const rule = await residualRule(database.db, project, row);
  const lines = await facts.use(project, (own) => own.planLines({ ...request, value_field: rule.field }));
  if (!lines || lines.phase_qty.length === 0 || row.working_phase === null)
    throw new ApiError('snapshot_missing');
  return withResidualValue(lines, rule);
}

/** Prices left where the previous phase put them, to the end. */
export function stillPlan(lines: PlanLines, levels: readonly number[]): LevelPlan {
  const worked = Uint8Array.from(lines.previous_discount_pct, (points) => curvePlace(levels, points || 0));
  const later = laterLevels(lines.line_count, lines.later_phases, (item) => worked[item] ?? 0);
  return { worked, later };
}
