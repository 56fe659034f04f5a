import type { ActivityKind } from '@palier/contract';
import type { ProjectAct } from '@palier/domain';
import type { Tx } from '../../../db/database.ts';
import { conflict } from '../../../http/errors.ts';
import type { ProjectScope } from '../../../scope.ts';
import { addEntry } from '../../activities/index.ts';
import { forgetSubmitted } from '../../discounts/index.ts';
import { type ProjectRow, takeVersion, updateProject } from '../repository.ts';
import { readForChange } from '../service.ts';
import { type ApprovalRow, type Decision, decideApproval, findApproval } from './repository.ts';

/** What the journal calls each end of a submission. */
const KINDS = {
  signed: 'signed',
  returned: 'returned',
  withdrawn: 'withdrawn',
} as const satisfies Record<string, ActivityKind>;

interface Closing {
  act: ProjectAct;
  decision: Decision & { decision: keyof typeof KINDS };
  /** What else must hold; throws. */
  check?: (approval: ApprovalRow, row: ProjectRow) => Promise<void>;
}

/**
 * Ends what waits for a signature: signed, returned or withdrawn.
 * @throws 409 when nothing waits, or another submission than the one seen
 */
export async function closeSubmission(
  tx: Tx,
  project: ProjectScope,
  approval_id: string,
  { act, decision, check }: Closing,
): Promise<{ approval: ApprovalRow; project: ProjectRow }> {
  const before = await readForChange(tx, project);
  const { version } = await takeVersion(tx, project, act);
  const approval = await findApproval(tx, project, approval_id);
  if (!approval || before.submission_id !== approval_id)
    throw conflict('Cette soumission n’attend plus : la démarque a été soumise de nouveau, ou retirée.');
  await check?.(approval, before);
  await decideApproval(tx, project, approval_id, decision);
  await forgetSubmitted(tx, project);
  await addEntry(tx, project, {
    ...{ kind: KINDS[decision.decision], comment: decision.word, version, ids: [] },
    details: {
      ...{ approval_id, phase: approval.project_phase, label: approval.label },
      to: [approval.submitted_by],
      ...(decision.for_name && { for_name: decision.for_name }),
    },
  });
  return { approval, project: await updateProject(tx, project, { submission_id: null }) };
}
