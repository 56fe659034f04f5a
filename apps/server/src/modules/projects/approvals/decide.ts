import { isDeepStrictEqual } from 'node:util';
import { actRefusal, signatureRefusal, validatedWorkingPhase, withDelegation } from '@palier/domain';
import type { DbOrTx } from '../../../db/database.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError, conflict } from '../../../http/errors.ts';
import type { ProjectScope } from '../../../scope.ts';
import { findRepriced, lapsedLines } from '../../discounts/index.ts';
import { projectEndings, signaturePolicy, signsFor } from '../../organizations/index.ts';
import { addSnapshotJob } from '../../snapshots/index.ts';
import { requireLawful } from '../../validation/index.ts';
import { lackOfRow, stateOfRow } from '../acts.ts';
import { announce, requireNoGap } from '../lifecycle.ts';
import type { ProjectRow } from '../repository.ts';
import { readProject } from '../service.ts';
import { readValidated, type ScreenPrices, validateWorked } from '../validating.ts';
import { closeSubmission } from './close.ts';
import { areOnTheirWay, PRICES_ON_THEIR_WAY } from './prices.ts';
import { type ApprovalRow, findApproval } from './repository.ts';
import { projectSigners } from './signers.ts';
import { phaseDays } from './submit.ts';

type Needs = Pick<Deps, 'folders' | 'database' | 'events' | 'facts' | 'queue'>;

interface Asked {
  approval_id: string;
  word?: string | null | undefined;
}

/**
 * Signs what waits: the phase is validated by the same act as without a signature, in one transaction.
 * @throws 403 to who does not sign, 409 when it changed since it was submitted or no longer waits
 */
export async function signSubmission(deps: Needs, project: ProjectScope, asked: Asked): Promise<ProjectRow> {
  const { db } = deps.database;
  const seen = await readProject(db, project, project.project_id);
  const { approval_id } = asked;
  const forWhom = await requireSigner(deps, project, seen, { act: 'approve', approval_id });
  const word = asked.word?.trim() || null;
  const outlook = await readValidated(deps, project, seen);
  const waiting = await findApproval(db, project, asked.approval_id);
  if ((word ?? waiting?.word ?? null) === null) await requireNoGap(deps, project);
  await requireLawful(deps, project, seen);
  const row = await inTransaction(db, async (tx) => {
    const closed = await closeSubmission(tx, project, asked.approval_id, {
      act: 'approve',
      decision: { decision: 'signed', word, ...forWhom },
      check: (approval, before) => requireAsSubmitted(tx, project, { approval, row: before, outlook }),
    });
    const next = validatedWorkingPhase(closed.project);
    if (next === undefined) throw conflict('Aucune démarque n’est travaillée.');
    const before = closed.project;
    const validated = await validateWorked(tx, project, {
      // Her own word: that of who submitted stands at the submission.
      ...{ seen, before, outlook, reason: word },
      ...{ working_phase: next, submitted_by: closed.approval.submitted_by },
    });
    await addSnapshotJob(tx, deps.queue, project);
    return validated;
  });
  await announce(deps, project, project.project_id, 'updated');
  await deps.queue.wake('snapshot');
  return row;
}

/** Gives back what waits, with a word. @throws as `signSubmission`, but for what changed */
export async function returnSubmission(
  deps: Needs,
  project: ProjectScope,
  { approval_id, word }: { approval_id: string; word: string },
): Promise<ProjectRow> {
  const { db } = deps.database;
  const seen = await readProject(db, project, project.project_id);
  const forWhom = await requireSigner(deps, project, seen, { act: 'return', approval_id });
  const row = await inTransaction(db, (tx) =>
    closeSubmission(tx, project, approval_id, {
      act: 'return',
      decision: { decision: 'returned', word, ...forWhom },
    }),
  );
  await announce(deps, project, project.project_id, 'updated');
  return row.project;
}

/** Who signs: in her own name, or in that of somebody away. @throws 403, 409 */
async function requireSigner(
  deps: Pick<Needs, 'database' | 'facts'>,
  project: ProjectScope,
  row: ProjectRow,
  { act, approval_id }: { act: 'approve' | 'return'; approval_id: string },
) {
  const asked = (await findApproval(deps.database.db, project, approval_id))?.to_user_id ?? null;
  const away = signsFor(project, await projectSigners(deps, project, row), asked);
  const refusal = actRefusal(
    act,
    stateOfRow(row),
    withDelegation(project.permissions, away?.user_id ?? null),
    { lack: lackOfRow(row) },
  );
  const stands = refusal?.cause === 'state' || refusal?.cause === 'lack';
  if (refusal) throw new ApiError(stands ? 'conflict' : 'forbidden', refusal.reason);
  return { for_user_id: away?.user_id ?? null, for_name: away?.name ?? null };
}

/** @throws 409 when what is signed is no longer what was submitted, or by who submitted it */
async function requireAsSubmitted(
  tx: DbOrTx,
  project: ProjectScope,
  { approval, row, outlook }: { approval: ApprovalRow; row: ProjectRow; outlook: ScreenPrices },
): Promise<void> {
  const { policy } = await signaturePolicy(tx, project);
  const asked = {
    submitted_by: approval.submitted_by,
    signer_id: project.user_id,
    own_signature: policy.own_signature,
    lapsed_count: 0,
    days_changed: areDaysChanged(approval, row),
    prices_changed: await arePricesChanged(tx, project, approval, row),
  };
  refuse(signatureRefusal(asked));
  // The prices signed are those of the facts, which follow the endings a moment later.
  if (areOnTheirWay(approval, outlook)) refuse(PRICES_ON_THEIR_WAY);
  const lapsed = await lapsedLines(tx, project, approval.version);
  const { others } = await findRepriced(tx, project, outlook.priceOf);
  refuse(signatureRefusal({ ...asked, lapsed_count: lapsed.length + others.length }));
}

function refuse(reason: string | null): void {
  if (reason !== null) throw conflict(reason);
}

/** Whether prices no longer end as they did when the phase was submitted: its discounts then make other prices. */
export async function arePricesChanged(
  db: DbOrTx,
  project: ProjectScope,
  { price_endings }: ApprovalRow,
  row: ProjectRow,
): Promise<boolean> {
  const now = await projectEndings(db, project, row);
  return price_endings !== null && !isDeepStrictEqual(price_endings, now);
}

/** Whether the phase's days are no longer those submitted. */
export function areDaysChanged(approval: ApprovalRow, row: ProjectRow): boolean {
  const { start_date, end_date } = phaseDays(row, approval.project_phase);
  return start_date !== approval.start_date || end_date !== approval.end_date;
}
