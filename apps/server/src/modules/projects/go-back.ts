import {
  CHANGED_COLUMNS,
  discountsBefore,
  effectiveDiscount,
  hasWorkingPhase,
  leftOutBefore,
  phaseBefore,
  phaseEnd,
  phaseLabel,
} from '@palier/domain';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { refused } from '../../http/errors.ts';
import type { ProjectScope } from '../../scope.ts';
import { touchedLines } from '../activities/index.ts';
import {
  allLines,
  type DecisionChanges,
  type DiscountRow,
  NO_LOSS,
  withConsequences,
  writeDecisions,
} from '../discounts/index.ts';
import { type ProjectRow, takeVersion, updateProject } from './repository.ts';

/**
 * Makes the last validated phase the worked one again: reopens a closed project, or goes back a phase. Every line
 * follows, those that came since too: it is again as its validation found it, and what was decided for the later phase
 * becomes what is planned for it. The signature and the forecast kept with it go; the journal keeps both acts.
 * @throws 409 where the project stands, 422 when no phase is validated or when its prices have had their day
 */
export async function goBackPhase(
  tx: Tx,
  project: ProjectScope,
  seen: ProjectRow,
  reason: string,
): Promise<ProjectRow> {
  const act = hasWorkingPhase(seen) ? 'go_back' : 'reopen';
  const row = await takeVersion(tx, project, act);
  const phase = phaseBefore(row);
  if (phase === null) throw refused('Aucune démarque n’est validée : il n’y a rien à reprendre.');
  const label = phaseLabel(row.phases[phase], phase);
  const day = row.data_date ?? seen.snapshot_summary?.data_date ?? null;
  if (day !== null && phaseEnd(row, phase) <= day)
    throw refused(`« ${label} » est passée : ses prix ont eu cours, elle ne se reprend plus.`);
  const found = await beforeValidation(tx, project, phase);
  const lines = (await allLines(tx, project)).map((line) => ({
    discount_id: line.discount_id,
    changes: lineBack(line, phase, {
      found: found.get(line.discount_id),
      worked: row.working_phase !== null,
    }),
  }));
  await writeDecisions(
    tx,
    project,
    {
      kind: 'reopening',
      comment: reason,
      details: { phase, from_phase: row.working_phase, label },
      version: row.version,
    },
    lines,
  );
  for (const table of ['validated_discount', 'phase_forecast', 'phase_decision'] as const)
    await tx
      .deleteFrom(table)
      .where('project_id', '=', project.project_id)
      .where('project_phase', '>=', phase)
      .execute();
  // Those of the phase are its own again.
  await tx
    .deleteFrom('rule_line')
    .where('project_id', '=', project.project_id)
    .where('project_phase', '>', phase)
    .execute();
  return updateProject(tx, project, { working_phase: phase });
}

/** What each line held before the latest validation of a phase, as the journal keeps it. */
async function beforeValidation(
  tx: Tx,
  project: ProjectScope,
  phase: number,
): Promise<Map<string, DecisionChanges>> {
  const { rows } = await sql<{ discount_id: string; old_values: DecisionChanges }>`
    select l.discount_id, l.old_values from ${touchedLines(project, {})} l
    where l.activity_id = (
      select activity_id from activity
      where project_id = ${project.project_id} and kind = 'phase' and (details ->> 'phase')::int = ${phase}
      order by activity_id desc limit 1
    )`.execute(tx);
  return new Map(rows.map(({ discount_id, old_values }) => [discount_id, old_values]));
}

const RESTORED = new Set<string>(CHANGED_COLUMNS);

/**
 * The changes that bring a line back to a phase. One that the validation did not see (it came since, or the phase was
 * decided elsewhere) stands at the discount that its history has for the phase.
 */
function lineBack(
  line: DiscountRow,
  phase: number,
  { found, worked }: { found: DecisionChanges | undefined; worked: boolean },
): DecisionChanges {
  const former = Object.fromEntries(Object.entries(found ?? {}).filter(([column]) => RESTORED.has(column)));
  const history = discountsBefore(line, phase);
  const past = { previous_discount_pcts: history, left_out_phases: leftOutBefore(line, phase) };
  const decided = worked ? effectiveDiscount(line) : null;
  const planned = decided === null ? {} : { next_discount_pcts: [decided, ...line.next_discount_pcts] };
  const changes = found
    ? { ...former, ...planned, ...past }
    : {
        ...planned,
        ...NO_LOSS,
        ...past,
        discount_pct_user: null,
        discount_pct_auto: line.previous_discount_pcts[phase] ?? history.at(-1) ?? null,
        discount_pct_opti: null,
        discount_pct_reviewed: false,
      };
  // Of the phase it was signed in: what came since does not take that review.
  return { ...withConsequences(line, changes), discount_pct_reviewed: reviewedIn(changes) };
}

const reviewedIn = ({ discount_pct_reviewed }: DecisionChanges): boolean => discount_pct_reviewed === true;
