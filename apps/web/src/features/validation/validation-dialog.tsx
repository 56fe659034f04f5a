import type { Project } from '@palier/contract';
import { phaseLabel } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getChecks } from '../../lib/calls/get-checks.ts';
import { getControls } from '../../lib/calls/get-controls.ts';
import { getProjectStats } from '../../lib/calls/get-project-stats.ts';
import { french } from '../../lib/french.ts';
import { isComputing } from '../../lib/is-computing.ts';
import { usePhaseAction } from '../../lib/session/phase-step.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { BeingComputed } from './being-computed.tsx';
import { ControlGaps } from './control-gaps.tsx';
import { SignatureDialog } from './signature-dialog.tsx';
import { SpreadChart } from './spread-chart.tsx';
import { usePhaseValidation } from './use-phase-validation.ts';
import { ValidatedDialog } from './validated-dialog.tsx';
import styles from './validation.module.css';
import { ValidationChecks } from './validation-checks.tsx';
import { consequence, workedPhaseName } from './validation-text.ts';

export interface ValidationDialogProps {
  project: Project;
  /** Edits of this browser that the server has not acknowledged: they would miss the validation. */
  unsent?: number;
  onClose: () => void;
}

/** Ends the worked phase, or has it signed: what is still missing is said first. It keeps the phase that it opened with. */
export function ValidationDialog({ project: current, unsent = 0, onClose }: ValidationDialogProps) {
  const [project] = useState(current);
  // In whose name it was signed, once it is; null: the user's own.
  const [done, setDone] = useState<{ signs_for: string | null } | null>(null);
  const index = project.working_phase ?? 0;
  const { step } = usePhaseAction(project, phaseLabel(project.phases[index], index));
  const computing = isComputing(current);
  const shown = { project, unsent, computing, onClose };
  if (!workedPhaseName(project)) return null;
  if (done) return <ValidatedDialog project={project} signsFor={done.signs_for} onClose={onClose} />;
  return step === 'validate' ? (
    <UnaskedDialog {...shown} onDone={() => setDone({ signs_for: null })} />
  ) : (
    <SignatureDialog {...shown} step={step} onSigned={(signs_for) => setDone({ signs_for })} />
  );
}

type UnaskedDialogProps = Required<ValidationDialogProps> & { computing: boolean; onDone: () => void };

/** Validates without a signature. */
function UnaskedDialog({ project, unsent, computing, onClose, onDone }: UnaskedDialogProps) {
  const stats = useQuery(getProjectStats(project._id));
  const { refusal, busy, validate } = usePhaseValidation(project);
  const controls = useQuery(getControls());
  const answer = useQuery(getChecks(project._id));
  const loses = answer.data?.data.some(({ state }) => state === 'loss') ?? false;
  const blocked = answer.data?.data.some(({ state }) => state === 'blocked') ?? false;
  const isNew = useChangedSinceOpened(answer.isFetching ? undefined : answer.data?.version);
  const [reason, setReason] = useState('');
  const gaps = controls.data?.gaps ?? [];
  const unexplained = gaps.length > 0 && reason.trim() === '';
  const phase = workedPhaseName(project);
  if (!phase) return null;
  const doubts =
    answer.data?.data.some(({ key, state }) => key === 'doubtful_data' && state !== 'ok') ?? false;
  const finish = async (): Promise<void> => {
    const word = reason.trim();
    const version = answer.data?.version;
    const isDone = await validate({
      ...(word !== '' && { control_reason: word }),
      ...(version !== undefined && { seen_version: version }),
    });
    if (isDone) onDone();
    // What refused it may be new figures: she reads them before she tries again.
    else void answer.refetch();
  };
  return (
    <Dialog
      title={`Valider ${phase}`}
      open
      onClose={onClose}
      width={520}
      actions={
        <>
          <Button onClick={onClose}>Annuler</Button>
          <Button
            tone={loses ? 'danger' : 'primary'}
            // What the plan loses is said before it can be signed.
            disabled={
              refusal !== null ||
              busy ||
              unsent > 0 ||
              computing ||
              unexplained ||
              blocked ||
              answer.isFetching ||
              answer.isPending
            }
            title={refusal ?? (blocked ? 'Une règle de l’enseigne bloque cette validation' : undefined)}
            onClick={() => void finish()}
          >
            {busy ? 'Validation…' : `Valider ${phase}${loses ? ' malgré la perte' : ''}`}
          </Button>
        </>
      }
    >
      {computing && <BeingComputed />}
      {isNew && (
        <p className={styles.computing} role="status">
          <Icon name="warning" />
          {french('Des décisions ou des chiffres ont changé depuis l’ouverture : relisez la liste.')}
        </p>
      )}
      <ValidationChecks project={project} unsent={unsent} onFollow={onClose} />
      {gaps.length > 0 && (
        <ControlGaps
          gaps={gaps}
          currency={controls.data?.currency ?? 'EUR'}
          reason={reason}
          onReason={setReason}
        />
      )}
      {gaps.length === 0 && doubts && (
        <div className={styles.gaps}>
          <TextField
            label="Pourquoi valider malgré ces données douteuses, si vous voulez le garder au journal"
            maxLength={2000}
            value={reason}
            onChange={setReason}
          />
        </div>
      )}
      <p className={styles.consequence}>{consequence(project, stats.data ?? null)}</p>
      <p className="muted">
        Toutes les démarques du projet sont validées, celles que le listing ne montre pas aussi{'\u202f'}:
        elles deviennent celles des magasins. Vous pourrez encore les consulter dans l’historique.
      </p>
      <SpreadChart project={project} />
    </Dialog>
  );
}

/** Whether what is read is another version than the first that was. */
function useChangedSinceOpened(version: number | undefined): boolean {
  const [opened, setOpened] = useState(version);
  if (opened === undefined && version !== undefined) setOpened(version);
  return opened !== undefined && version !== undefined && version !== opened;
}
