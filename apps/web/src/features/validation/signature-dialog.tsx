import type { Project } from '@palier/contract';
import { phaseInSentence, phaseLabel } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getApproval } from '../../lib/calls/get-approval.ts';
import { getChecks } from '../../lib/calls/get-checks.ts';
import { getControls } from '../../lib/calls/get-controls.ts';
import { french, upperFirst } from '../../lib/french.ts';
import { notifySuccess } from '../../lib/notifications.ts';
import type { PhaseStep } from '../../lib/session/phase-step.ts';
import { usePermission } from '../../lib/session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/marks.tsx';
import styles from './approval.module.css';
import { useApproval } from './approval-api.ts';
import { ApprovalNotes } from './approval-notes.tsx';
import { firstName, lapseText } from './approval-text.ts';
import { BeingComputed } from './being-computed.tsx';
import { PhaseFigures } from './phase-figures.tsx';
import { SignaturePanel } from './signature-panel.tsx';
import { ChangedLines } from './signed-changes.tsx';
import { ValidationChecks } from './validation-checks.tsx';

interface SignatureDialogProps {
  /** As it was when the dialog opened. */
  project: Project;
  step: Exclude<PhaseStep, 'validate'>;
  /** Edits of this browser that the server has not acknowledged: what is submitted would miss them. */
  unsent: number;
  /** Its figures are being worked out again. */
  computing: boolean;
  /** In whose name; null: the user's own. */
  onSigned: (signs_for: string | null) => void;
  onClose: () => void;
}

const TITLES = {
  submit: 'Soumettre',
  resubmit: 'Soumettre de nouveau',
  sign: 'Signer',
  waiting: 'Signature de',
} as const;

/** Puts the worked phase to signature, signs it, or gives it back: the figures, the check list, and what changes. */
export function SignatureDialog(props: SignatureDialogProps) {
  const { project, step, unsent, computing, onSigned, onClose } = props;
  const state = useQuery(getApproval(project._id)).data ?? null;
  const checks = useQuery(getChecks(project._id));
  const gaps = useQuery(getControls()).data?.gaps ?? [];
  const acts = useApproval(project._id);
  const [word, setWord] = useState('');
  const [chosen, setTo] = useState<string | null>(null);
  const to = chosen ?? state?.history[0]?.to_user_id ?? '';
  const index = project.working_phase ?? 0;
  const phase = phaseInSentence(phaseLabel(project.phases[index], index));
  const loses = checks.data?.data.some((check) => check.state === 'loss') ?? false;
  const blocked = checks.data?.data.some((check) => check.state === 'blocked') ?? false;
  const refusal = state?.refusal ?? (blocked ? BLOCKED : null);
  const said = word.trim() === '' ? null : word.trim();
  const approval_id = state?.submission?.approval_id ?? null;
  const closeWith = (text: string) => {
    notifySuccess(french(text));
    onClose();
  };
  return (
    <Dialog
      title={`${TITLES[step]} ${phase}`}
      open
      onClose={onClose}
      width={1120}
      focus="action"
      actions={
        <SignatureActions
          {...{ step, phase, loses }}
          signer={state?.signers.find(({ user_id }) => user_id === to)?.name ?? null}
          refusal={refusal}
          waits={approval_id !== null}
          said={said !== null}
          // Data that differ from the till are submitted with a word, as they are validated with one.
          unexplained={gaps.length > 0 && said === null}
          busy={acts.busy || state === null}
          unready={unsent > 0 || computing || checks.isPending}
          onClose={onClose}
          onSubmit={() =>
            acts.submit.mutate(
              { word: said, to_user_id: to === '' ? null : to },
              { onSuccess: () => closeWith(`${upperFirst(phase)} est soumise à signature.`) },
            )
          }
          onWithdraw={() =>
            approval_id !== null &&
            acts.withdraw.mutate(approval_id, { onSuccess: () => closeWith('La soumission est retirée.') })
          }
          onReturn={() =>
            approval_id !== null &&
            said !== null &&
            acts.giveBack.mutate(
              { approval_id, word: said },
              { onSuccess: () => closeWith(`${upperFirst(phase)} est retournée.`) },
            )
          }
          onSign={() =>
            approval_id !== null &&
            acts.sign.mutate(
              { approval_id, word: said },
              { onSuccess: () => onSigned(state?.signs_for ?? null) },
            )
          }
        />
      }
    >
      {computing && <BeingComputed />}
      <PhaseFigures project={project} />
      <div className={styles.columns}>
        <div>
          {state && <ApprovalNotes project={project} state={state} onFollow={onClose} />}
          {step === 'sign' && !computing && state && lapseText(state) === null && <Refusal text={refusal} />}
          <ValidationChecks project={project} unsent={unsent} onFollow={onClose} />
          <ChangedLines project={project} />
        </div>
        {state ? (
          <SignaturePanel
            {...{ project, state, word, to }}
            signing={step === 'sign'}
            onWord={setWord}
            onTo={setTo}
          />
        ) : (
          <Skeleton height={112} />
        )}
      </div>
    </Dialog>
  );
}

const BLOCKED =
  'Une règle de l’enseigne bloque cette validation : retournez la démarque avec un mot, ou voyez la règle avec un administrateur.';

/** Why it cannot be signed, in sight before the click. */
function Refusal({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <p className={styles.refused} role="alert">
      <Icon name="lock" />
      <span>{french(text)}</span>
    </p>
  );
}

interface SignatureActionsProps {
  step: Exclude<PhaseStep, 'validate'>;
  /** « la démarque 3 » */
  phase: string;
  /** Who is asked; null: whoever signs. */
  signer: string | null;
  loses: boolean;
  refusal: string | null;
  waits: boolean;
  /** A word is written. */
  said: boolean;
  unexplained: boolean;
  /** An act is on its way, or what waits is not known yet. */
  busy: boolean;
  /** Figures or edits are on their way: nothing is signed or submitted on those of before. */
  unready: boolean;
  onClose: () => void;
  onSubmit: () => void;
  onWithdraw: () => void;
  onReturn: () => void;
  onSign: () => void;
}

function SignatureActions(props: SignatureActionsProps) {
  const { step, phase, signer, loses, refusal, busy, unexplained } = props;
  const disabled = busy || props.unready;
  const validates = usePermission('canValidatePhases');
  const submits = usePermission('canSubmitPhases');
  const why = unexplained ? 'Des données s’écartent de la caisse : dites pourquoi dans le mot.' : undefined;
  if (step === 'sign')
    return (
      <>
        <Button onClick={props.onClose}>Fermer</Button>
        <Button
          icon="undo"
          disabled={busy || !props.said || !props.waits}
          title={props.said ? undefined : 'Dites pourquoi dans le mot.'}
          onClick={props.onReturn}
        >
          Retourner avec ce mot
        </Button>
        <Button
          tone={loses ? 'danger' : 'primary'}
          disabled={disabled || refusal !== null || !props.waits}
          title={refusal ?? undefined}
          onClick={props.onSign}
        >
          {`Signer et valider ${phase}${loses ? ' malgré la perte' : ''}`}
        </Button>
      </>
    );
  return (
    <>
      {props.waits && submits && (
        <Button disabled={busy} onClick={props.onWithdraw}>
          Retirer la soumission
        </Button>
      )}
      <Button onClick={props.onClose}>{step === 'waiting' ? 'Fermer' : 'Annuler'}</Button>
      {step !== 'waiting' && validates && (
        <Button icon="lock" disabled title="Une signature est demandée : soumettez-la.">
          {`Valider ${phase}`}
        </Button>
      )}
      {step !== 'waiting' && (
        <Button tone="primary" disabled={disabled || unexplained} title={why} onClick={props.onSubmit}>
          {signer === null ? 'Soumettre à signature' : `Soumettre à ${firstName(signer)}`}
        </Button>
      )}
    </>
  );
}
