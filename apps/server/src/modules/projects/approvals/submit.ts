import { isDeepStrictEqual } from 'node:util';
import type { Signer } from '@palier/contract';
import { hasWorkingPhase, phaseLabel, phaseLastDay } from '@palier/domain';
import { inTransaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { conflict, refused } from '../../../http/errors.ts';
import { newId } from '../../../ids.ts';
import type { ProjectScope } from '../../../scope.ts';
import { addEntry } from '../../activities/index.ts';
import { allLines, keepSubmitted } from '../../discounts/index.ts';
import { openGaps } from '../../imports/index.ts';
import { projectEndings } from '../../organizations/index.ts';
import { requireState } from '../acts.ts';
import { announce } from '../lifecycle.ts';
import { type ProjectRow, takeVersion, updateProject } from '../repository.ts';
import { readForChange, readProject } from '../service.ts';
import { readPrices } from '../validating.ts';
import { closeSubmission } from './close.ts';
import { signatureNeed } from './need.ts';
import { settleSubmittedPrices } from './prices.ts';
import { decideApproval, insertApproval } from './repository.ts';
import { projectSigners } from './signers.ts';

type Needs = Pick<Deps, 'folders' | 'database' | 'events' | 'facts' | 'queue'>;

interface Asked {
  word?: string | null | undefined;
  to_user_id?: string | null | undefined;
}

/**
 * Puts the worked phase to signature, or again: every line as it stands now is what is asked. A word is due where data
 * differ from the till, as it is to validate on them.
 * @throws 409 when no phase is worked, 422 for somebody who does not sign
 */
export async function submitPhase(deps: Needs, project: ProjectScope, asked: Asked): Promise<ProjectRow> {
  const seen = await readProject(deps.database.db, project, project.project_id);
  const { causes } = await signatureNeed(deps, project, seen);
  const word = asked.word?.trim() || null;
  if (word === null && (await openGaps(deps, project)).length > 0)
    throw refused('Des données s’écartent des totaux de la caisse : dites pourquoi vous soumettez.');
  const signers = await projectSigners(deps, project, seen);
  const prices = await readPrices(deps, project, seen);
  const row = await inTransaction(deps.database.db, async (tx) => {
    const before = await readForChange(tx, project);
    requireState('submit', before);
    const { version } = await takeVersion(tx, project, 'submit');
    if (!hasWorkingPhase(before)) throw conflict('Aucune démarque n’est travaillée.');
    const to = addressees(signers, asked.to_user_id ?? null);
    const phase = before.working_phase ?? 0;
    const days = phaseDays(before, phase);
    if (before.submission_id)
      await decideApproval(tx, project, before.submission_id, { decision: 'replaced', word: null });
    const approval_id = newId();
    const price_endings = await projectEndings(tx, project, before);
    await insertApproval(tx, project, {
      ...{ approval_id, project_phase: phase, ...days, word, version },
      to_user_id: asked.to_user_id ?? null,
      price_endings: JSON.stringify(price_endings),
      causes: JSON.stringify(causes.filter(({ passed }) => passed).map(({ cause }) => cause)),
    });
    // Figures that have other endings still, or are of another phase, do not say the prices that are submitted.
    const isSaid =
      before.working_phase === seen.working_phase && isDeepStrictEqual(price_endings, prices.price_endings);
    await keepSubmitted(tx, project, await allLines(tx, project), isSaid ? prices.priceOf : null);
    await addEntry(tx, project, {
      ...{ kind: 'submitted', comment: word, version, ids: [] },
      details: { approval_id, phase, label: days.label, to },
    });
    return updateProject(tx, project, { submission_id: approval_id });
  });
  // Other figures came meanwhile, when nothing waited yet: what they change is said now.
  if (row.snapshot_version !== seen.snapshot_version) await settleSubmittedPrices(deps, project);
  await announce(deps, project, project.project_id, 'updated');
  return row;
}

/** Takes a submission back. @throws 409 when it no longer waits */
export async function withdrawSubmission(
  deps: Needs,
  project: ProjectScope,
  approval_id: string,
): Promise<ProjectRow> {
  const row = await inTransaction(deps.database.db, (tx) =>
    closeSubmission(tx, project, approval_id, {
      act: 'withdraw',
      decision: { decision: 'withdrawn', word: null },
    }),
  );
  await announce(deps, project, project.project_id, 'updated');
  return row.project;
}

/** The phase as it is signed: its name and its days. */
export function phaseDays(row: ProjectRow, phase: number) {
  return {
    label: phaseLabel(row.phases[phase], phase),
    start_date: row.phases[phase]?.start_date ?? row.end_date,
    end_date: phaseLastDay(row, phase),
  };
}

/** Who is asked: the person named, with who signs for her while she is away; none: whoever signs. */
function addressees(signers: readonly Signer[], to_user_id: string | null): string[] {
  const asked = to_user_id === null ? signers : signers.filter(({ user_id }) => user_id === to_user_id);
  if (asked.length === 0)
    throw refused('Cette personne ne signe pas de démarque de ce projet.', { field: 'to_user_id' });
  return asked.flatMap(({ user_id, delegation }) =>
    delegation?.in_force ? [user_id, delegation.delegate_id] : [user_id],
  );
}
