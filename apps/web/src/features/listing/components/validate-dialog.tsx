import { formatQuantity, phaseLabel, validatedWorkingPhase } from '@palier/domain';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { notifySuccess } from '../../../lib/notifications.ts';
import { useStore } from '../../../lib/store.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { validatePhase } from '../api/queries.ts';
import { workedPhase } from '../model/project-view.ts';
import type { PanelProps } from './panel-types.ts';

/** Ends the worked phase: what is still missing is said first. */
export function ValidateDialog({ project, session, onClose }: PanelProps): ReactNode {
  const queryClient = useQueryClient();
  const total = useStore(session.total);
  const { unsent } = useStore(session.queue.state);
  const [busy, setBusy] = useState(false);
  const phase = workedPhase(project);
  const next = validatedWorkingPhase(project);
  if (!phase || next === undefined) return null;
  const left = total ? total.discount_count - total.discount_pct_reviewed_count : null;
  const checks = [
    {
      done: left === 0,
      text:
        left === 0
          ? 'Tous les produits listés sont revus'
          : `${formatQuantity(left)} produits listés restent à revoir`,
    },
    {
      done: unsent === 0,
      text:
        unsent === 0
          ? 'Toutes les modifications sont enregistrées'
          : `${formatQuantity(unsent)} modifications ne sont pas encore enregistrées`,
    },
  ];
  const validate = async (): Promise<void> => {
    setBusy(true);
    try {
      await validatePhase(project._id, next);
      await queryClient.invalidateQueries({ queryKey: ['projects'] });
      notifySuccess(`${phase.label} validée`);
      onClose();
    } catch (error) {
      console.error('validation', error);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={`Valider la ${phase.label.charAt(0).toLocaleLowerCase('fr-FR')}${phase.label.slice(1)}`}
      open
      onClose={onClose}
      width={480}
      actions={
        <>
          <Button onClick={onClose}>Annuler</Button>
          <Button tone="primary" disabled={busy || unsent > 0} onClick={() => void validate()}>
            {next === null
              ? 'Valider et terminer'
              : `Valider et passer à la ${phaseLabel(project.phases[next], next).toLocaleLowerCase('fr-FR')}`}
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
        Les démarques de cette phase deviennent celles des magasins. Vous pourrez encore les consulter dans
        l’historique.
      </p>
    </Dialog>
  );
}
