import { effectiveDiscount, phaseLabel, validatedWorkingPhase } from '@palier/domain';
import type { Tx } from '../../db/database.ts';
import { conflict, invalid } from '../../http/errors.ts';
import type { ProjectScope } from '../../scope.ts';
import {
  allLines,
  type DiscountRow,
  type LineChanges,
  withOptimal,
  writeDecisions,
} from '../discounts/index.ts';
import { type ProjectRow, readProject, takeVersion, updateProject } from '../projects/index.ts';

/**
 * Validates the worked phase: its discounts become history, working_phase advances (null after the last)
 * and the next phase starts from them, since a marked-down price never goes back up.
 * @returns the project as it is afterwards, the same when no phase is worked.
 * @throws 409 when the phase was validated meanwhile.
 */
export async function validatePhase(
  tx: Tx,
  project: ProjectScope,
  wanted: number | null,
): Promise<ProjectRow> {
  const row = await takeVersion(tx, project);
  const next = validatedWorkingPhase(row);
  if (next === undefined) return readProject(tx, project, project.project_id);
  if (wanted !== next) {
    throw row.working_phase === wanted
      ? conflict('Cette démarque est déjà la démarque travaillée.')
      : invalid('La démarque travaillée ne peut avancer que d’une démarque.');
  }
  const phase = row.working_phase ?? 0;
  const lines = (await allLines(tx, project)).map((line) => closePhase(line, next !== null));
  await writeDecisions(
    tx,
    project,
    {
      kind: 'phase',
      comment: null,
      details: { phase, next_phase: next, label: phaseLabel(row.phases[phase], phase) },
      version: row.version,
    },
    lines,
  );
  return updateProject(tx, project, { working_phase: next });
}

/** The line's discount joins its history; the next phase, if any, starts with what was planned for it. */
function closePhase(line: DiscountRow, hasNext: boolean): LineChanges {
  const reached = line.included ? (effectiveDiscount(line) ?? 0) : (line.previous_discount_pcts.at(-1) ?? 0);
  const [planned, ...later] = line.next_discount_pcts;
  // Written though it does not change: the activity then keeps which rules framed the phase.
  const { applied_discount_rule_ids } = line;
  const previous_discount_pcts = [...line.previous_discount_pcts, reached];
  const closed = { previous_discount_pcts, applied_discount_rule_ids };
  if (!hasNext) return { discount_id: line.discount_id, changes: closed };
  return {
    discount_id: line.discount_id,
    changes: withOptimal(line, {
      ...closed,
      next_discount_pcts: later,
      discount_pct_user: null,
      discount_pct_auto: Math.max(reached, planned ?? reached),
      discount_pct_opti: null,
      discount_pct_reviewed: false,
      discount_pct_update_description: null,
    }),
  };
}
