import { phaseLabel, validatedWorkingPhase } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getProjectStats } from '../../../lib/calls/get-project-stats.ts';
import { usePhaseValidation } from '../../../lib/calls/use-phase-validation.ts';
import { countOf } from '../../../lib/french.ts';
import { notifySuccess } from '../../../lib/notifications.ts';
import { phaseInSentence } from '../../../lib/phase-in-sentence.ts';
import { useStore } from '../../../lib/store.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { PanelProps } from '../screen/panel-types.ts';
import { workedPhase } from '../screen/project-view.ts';

function reviewText(left: number | null): string {
  if (left === null) return 'Nombre de produits à revoir inconnu pour l’instant';
  if (left === 0) return 'Tous les produits du projet sont revus';
  return countOf(left, 'produit du projet reste à revoir', 'produits du projet restent à revoir');
}

/** Ends the worked phase: what is still missing is said first. */
export function ValidateDialog({ project, session, onClose }: PanelProps): ReactNode {
  const stats = useQuery(getProjectStats(project._id));
  const { unsent } = useStore(session.queue.state);
  const validation = usePhaseValidation(project);
  const phase = workedPhase(project);
  const next = validatedWorkingPhase(project);
  if (!phase || next === undefined) return null;
  // The whole project is validated, whatever the listing shows of it.
  const left = stats.data ? stats.data.discount_count - stats.data.discount_pct_reviewed_count : null;
  const checks = [
    { done: left === 0, text: reviewText(left) },
    {
      done: unsent === 0,
      text:
        unsent === 0
          ? 'Toutes les modifications sont enregistrées'
          : countOf(
              unsent,
              'modification n’est pas encore enregistrée',
              'modifications ne sont pas encore enregistrées',
            ),
    },
  ];
  const validate = async (): Promise<void> => {
    if (!(await validation.validate())) return;
    notifySuccess(`Vous avez validé ${phaseInSentence(phase.label)}.`);
    onClose();
  };
  return (
    <Dialog
      title={`Valider ${phaseInSentence(phase.label)}`}
      open
      onClose={onClose}
      width={480}
      actions={
        <>
          <Button onClick={onClose}>Annuler</Button>
          <Button
            tone="primary"
            disabled={validation.refusal !== null || validation.busy || unsent > 0}
            onClick={() => void validate()}
          >
            {next === null
              ? 'Valider et terminer'
              : `Valider et passer à ${phaseInSentence(phaseLabel(project.phases[next], next))}`}
          </Button>
        </>
      }
    >
      <ul className="ls-checks">
        {checks.map(({ done, text }) => (
          <li key={text} className={done ? 'good' : 'att'}>
            <Icon name={done ? 'check' : 'warning'} />
            {text}
          </li>
        ))}
      </ul>
      <p className="mut">
        Toutes les démarques du projet sont validées, celles que le listing ne montre pas aussi : elles
        deviennent celles des magasins. Vous pourrez encore les consulter dans l’historique.
      </p>
    </Dialog>
  );
}
