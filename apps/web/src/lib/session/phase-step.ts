import type { Project, SignatureState } from '@palier/contract';
import { holdsPermission, type Permissions, phaseInSentence } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { getApproval } from '../calls/get-approval.ts';
import { useOutside } from './perimeter.ts';
import { type StandingProject, useActRefusal } from './use-refusal.ts';
import { useSession } from './use-session.ts';

/**
 * What somebody has to do with the worked phase. validate: she may, unasked. submit, resubmit: it takes a signature that
 * is not hers, or it changed since it was submitted. sign: she is asked. waiting: others are.
 */
export type PhaseStep = 'validate' | 'submit' | 'resubmit' | 'sign' | 'waiting';

type Asked = Pick<SignatureState, 'needed' | 'own_signature' | 'signs_for' | 'submission' | 'lapsed'>;

/** What somebody may do next; while the signature is not known, what her permissions alone say. */
export function phaseStep(
  project: Pick<Project, 'submission_id'>,
  who: { user_id: string | null; permissions: Permissions },
  asked: Asked | null,
): PhaseStep {
  const validates = holdsPermission(who.permissions, 'canValidatePhases');
  const submits = holdsPermission(who.permissions, 'canSubmitPhases');
  if (!project.submission_id) {
    if (validates && !(asked?.needed && !asked.own_signature)) return 'validate';
    return submits ? 'submit' : 'validate';
  }
  const signs = validates || (asked?.signs_for ?? null) !== null;
  const own = asked?.submission?.submitted_by === who.user_id && !asked?.own_signature;
  if (signs && !own) return 'sign';
  const lapsed = asked !== null && isLapsed(asked.lapsed);
  return lapsed && submits ? 'resubmit' : 'waiting';
}

function isLapsed({ count, days_changed, prices_changed }: Asked['lapsed']): boolean {
  return count > 0 || days_changed || prices_changed;
}

const LABELS: Readonly<Record<PhaseStep, (phase: string) => string>> = {
  validate: (phase) => `Valider ${phase}`,
  submit: (phase) => `Soumettre ${phase}`,
  resubmit: (phase) => `Soumettre de nouveau ${phase}`,
  sign: (phase) => `Signer ${phase}`,
  waiting: (phase) => `Suivre la signature de ${phase}`,
};

export interface PhaseAction {
  step: PhaseStep;
  /** « Soumettre la démarque 3 » */
  label: string;
  /** Why she may do nothing; null when she may. */
  refusal: string | null;
}

/** The one button of the worked phase, wherever it stands: « Démarque 3 » in, what to do with it out. */
export function usePhaseAction(project: StandingProject & Pick<Project, '_id'>, phase: string): PhaseAction {
  const { user, permissions } = useSession();
  const held = (user && permissions[user.sub]) ?? {};
  const worked = (project.working_phase ?? null) !== null;
  const { data } = useQuery({ ...getApproval(project._id), enabled: worked });
  const step = phaseStep(project, { user_id: user?.sub ?? null, permissions: held }, data ?? null);
  const outside = useOutside('project', project._id);
  const act = step === 'validate' ? 'validate' : 'submit';
  const refusal = useActRefusal(act, project);
  // Signing has a dialog that says why it cannot be done, and following is always possible.
  const follows = step === 'sign' || step === 'waiting';
  return {
    step,
    label: LABELS[step](phaseInSentence(phase)),
    refusal: follows ? outside : (refusal ?? outside),
  };
}
