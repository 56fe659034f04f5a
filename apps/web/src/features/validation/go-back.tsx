import type { Project } from '@palier/contract';
import { phaseBefore, phaseInSentence, phaseLabel } from '@palier/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api/client.ts';
import { french } from '../../lib/french.ts';
import { notifySuccess } from '../../lib/notifications.ts';
import { useActRefusal } from '../../lib/session/use-refusal.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';

/** The way back to the last validated phase: nothing where none is. */
export function GoBack({ project }: { project: Project }) {
  const [asking, setAsking] = useState(false);
  const closed = (project.working_phase ?? null) === null;
  const refusal = useActRefusal(closed ? 'reopen' : 'go_back', project);
  const phase = phaseBefore(project);
  if (phase === null) return null;
  const name = phaseInSentence(phaseLabel(project.phases[phase], phase));
  return (
    <>
      <Button
        tone="quiet"
        icon="undo"
        disabled={refusal !== null}
        title={refusal ?? undefined}
        onClick={() => setAsking(true)}
      >
        {closed ? `Rouvrir ${name}` : `Revenir à ${name}`}
      </Button>
      {asking && <GoBackDialog project={project} name={name} onClose={() => setAsking(false)} />}
    </>
  );
}

interface GoBackDialogProps {
  project: Project;
  /** « la démarque 2 » */
  name: string;
  onClose: () => void;
}

/** Says what going back does, and asks why: the reason stays in the journal. */
function GoBackDialog({ project, name, onClose }: GoBackDialogProps) {
  const [reason, setReason] = useState('');
  const queryClient = useQueryClient();
  const goBack = useMutation({
    mutationFn: () => api.call('projects.reopen', { params: { id: project._id }, body: { reason } }),
    onSuccess: async () => {
      notifySuccess(french(`${name.charAt(0).toUpperCase()}${name.slice(1)} se travaille de nouveau.`));
      onClose();
      await queryClient.invalidateQueries();
    },
  });
  return (
    <Dialog
      title={`Revenir à ${name}`}
      open
      onClose={onClose}
      width={520}
      actions={
        <>
          <Button onClick={onClose}>Annuler</Button>
          <Button
            tone="danger"
            disabled={reason.trim() === '' || goBack.isPending}
            onClick={() => goBack.mutate()}
          >
            {`Revenir à ${name}`}
          </Button>
        </>
      }
    >
      <p>
        Sa validation est retirée : ses prix ne sont plus signés, et chaque ligne retrouve ce qu’elle avait
        juste avant. Ce qui a été choisi pour la démarque suivante devient ce qui y est prévu.
      </p>
      <TextField label="Pourquoi (gardé au journal)" maxLength={2000} value={reason} onChange={setReason} />
    </Dialog>
  );
}
