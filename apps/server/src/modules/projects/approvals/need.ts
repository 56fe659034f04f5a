import type { SetPolicy } from '@palier/contract';
import { causeSentence, needsSignature, type WatchedCause, watchedCauses } from '@palier/domain';
import type { Deps } from '../../../deps.ts';
import { refused } from '../../../http/errors.ts';
import { isAllowed, knowingCosts, type ProjectScope } from '../../../scope.ts';
import { signaturePolicy } from '../../organizations/index.ts';
import { readPhaseFigures } from '../../validation/index.ts';
import { requireState } from '../acts.ts';
import type { ProjectRow } from '../repository.ts';

type Needs = Pick<Deps, 'database' | 'facts'>;

/** Whether validating the worked phase takes a signature, by which rule, and what it watches. */
export interface SignatureNeed {
  rule: SetPolicy;
  needed: boolean;
  causes: WatchedCause[];
}

/** Compares the worked phase with the organisation's rule, on the figures of its check list. */
export async function signatureNeed(
  deps: Needs,
  project: ProjectScope,
  row: ProjectRow,
): Promise<SignatureNeed> {
  const rule = await signaturePolicy(deps.database.db, project);
  if (rule.policy.mode !== 'thresholds' || row.working_phase === null)
    return { rule, needed: needsSignature(rule.policy, []), causes: [] };
  const { loss, total, gaps } = await readPhaseFigures(deps, knowingCosts(project), row);
  const causes = watchedCauses(rule.policy, {
    mean_discount_pct: total?.phase_forecast?.sales_discount_pct ?? null,
    discount_budget: total?.discount_budget ?? null,
    objective: row.objective,
    loss,
    gaps,
  });
  return { rule, needed: needsSignature(rule.policy, causes), causes };
}

/**
 * Validating without having it signed is for who may sign her own, where a signature is asked.
 * @returns whether the answer follows from figures, which a decision meanwhile would make old
 * @throws 409 for a phase that is submitted, 422 when its signature is to be asked
 */
export async function requireNoSignature(
  deps: Needs,
  project: ProjectScope,
  row: ProjectRow,
): Promise<boolean> {
  requireState('validate', row);
  const { rule, needed, causes } = await signatureNeed(deps, project, row);
  if (!needed || rule.policy.own_signature) return rule.policy.mode === 'thresholds';
  const seesCosts = isAllowed(project, 'canSeeCosts');
  const why = causes.filter(({ passed }) => passed).map((cause) => causeSentence(cause, seesCosts));
  throw refused(
    `Valider cette démarque demande une signature${why.length > 0 ? ` (${why.join(' ; ')})` : ''} : soumettez-la.`,
    { causes },
  );
}
