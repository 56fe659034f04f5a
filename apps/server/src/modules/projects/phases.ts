import {
  discountsBefore,
  effectiveDiscount,
  leftOutAfter,
  phaseLabel,
  type StandingDiscount,
  standingDiscount,
  validatedWorkingPhase,
} from '@palier/domain';
import type { Tx } from '../../db/database.ts';
import { conflict, invalid } from '../../http/errors.ts';
import type { ProjectScope } from '../../scope.ts';
import {
  allLines,
  type DiscountRow,
  type LineChanges,
  NO_LOSS,
  type SignedPrice,
  signPhase,
  withConsequences,
  writeDecisions,
} from '../discounts/index.ts';
import { type ProjectRow, takeVersion, updateProject } from './repository.ts';
import { readProject } from './service.ts';

/**
 * Validates the worked phase: its discounts become history, working_phase advances (null after the last)
 * and the next phase starts from them, since a marked-down price never goes back up. The discounts that prices stand
 * at are signed: the price file of the phase says them from then on; what takes part in it is kept with each line.
 * @param priceOf what the label of a line bears at its discount
 * @param comment why it is validated though control totals differ; kept in the activity.
 * @param submitted_by who submitted the phase, when it is validated by a signature.
 * @returns the project as it is afterwards, the same when no phase is worked.
 * @throws 409 when the phase was validated meanwhile.
 */
export async function validatePhase(
  tx: Tx,
  project: ProjectScope,
  wanted: number | null,
  comment: string | null,
  priceOf: PriceOf,
  submitted_by: string | null = null,
): Promise<ProjectRow> {
  const row = await takeVersion(tx, project, 'validate');
  const next = validatedWorkingPhase(row);
  if (next === undefined) return readProject(tx, project, project.project_id);
  if (wanted !== next) {
    throw row.working_phase === wanted
      ? conflict('Cette démarque est déjà la démarque travaillée.')
      : invalid('La démarque travaillée ne peut avancer que d’une démarque.');
  }
  const phase = row.working_phase ?? 0;
  const closed = (await allLines(tx, project)).map((line) => closePhase(line, phase, next !== null));
  await writeDecisions(
    tx,
    project,
    {
      kind: 'phase',
      comment,
      details: {
        ...{ phase, next_phase: next, label: phaseLabel(row.phases[phase], phase) },
        ...(submitted_by && { submitted_by }),
      },
      version: row.version,
    },
    closed.map(({ change }) => change),
  );
  await signPhase(
    tx,
    project,
    phase,
    closed.flatMap(({ change, standing }) =>
      standing
        ? [
            {
              discount_id: change.discount_id,
              ...standing,
              ...priceOf(change.discount_id, standing.discount_pct),
            },
          ]
        : [],
    ),
  );
  return updateProject(tx, project, { working_phase: next });
}

/** What the label of a line bears at a discount (points). */
export type PriceOf = (discount_id: string, discountPct: number) => SignedPrice;

/** The discount that the line's price stands at, if it has one, and the changes that close the phase. */
interface ClosedLine {
  change: LineChanges;
  standing: StandingDiscount | null;
}

/** The line's discount joins its history; the next phase, if any, starts with what was planned for it. */
function closePhase(line: DiscountRow, phase: number, hasNext: boolean): ClosedLine {
  const history = discountsBefore(line, phase);
  const standing = standingDiscount({
    included: line.included,
    discount_pct: effectiveDiscount(line),
    previous_discount_pct: history.at(-1) ?? null,
  });
  const reached = standing?.discount_pct ?? 0;
  const { discount_id } = line;
  const [planned, ...later] = line.next_discount_pcts;
  // Written though they do not change: the activity then keeps what the phase was decided with, and going back gives it.
  const { applied_discount_rule_ids, discount_pct_min, discount_pct_max, included } = line;
  const framed = { applied_discount_rule_ids, discount_pct_min, discount_pct_max, included };
  const inclusion = { left_out_phases: leftOutAfter(line, phase) };
  const closed = { previous_discount_pcts: [...history, reached], ...framed, ...inclusion };
  if (!hasNext) return { standing, change: { discount_id, changes: closed } };
  const changes = withConsequences(line, {
    ...closed,
    next_discount_pcts: later,
    discount_pct_user: null,
    // An undecided line stays undecided.
    discount_pct_auto: standing || planned !== undefined ? Math.max(reached, planned ?? reached) : null,
    discount_pct_opti: null,
    discount_pct_reviewed: false,
    ...NO_LOSS,
    discount_pct_update_description: null,
  });
  return { standing, change: { discount_id, changes } };
}
