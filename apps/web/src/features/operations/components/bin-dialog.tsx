import { formatDate } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { french } from '../../../lib/french.ts';
import { notifySuccess } from '../../../lib/notifications.ts';
import { useLack } from '../../../lib/session/use-refusal.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { listBin, useRestoreProject } from '../api/bin.ts';
import styles from './bin-dialog.module.css';

/** The way to the deleted projects that can still be brought back. */
export function BinButton() {
  const [open, setOpen] = useState(false);
  const lack = useLack('canDeleteProjects');
  return (
    <>
      <Button
        icon="trash"
        tone="quiet"
        disabled={lack !== null}
        title={lack ?? undefined}
        onClick={() => setOpen(true)}
      >
        Corbeille
      </Button>
      {open && <BinDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function BinDialog({ onClose }: { onClose: () => void }) {
  const { data, isPending, isError, error, refetch } = useQuery(listBin());
  const restore = useRestoreProject();
  const back = (id: string, name: string) =>
    restore.mutate(id, {
      onSuccess: () => notifySuccess(french(`« ${name} » est de retour, avec ses décisions.`)),
    });
  return (
    <Dialog
      title="Corbeille"
      open
      onClose={onClose}
      width={640}
      actions={<Button onClick={onClose}>Fermer</Button>}
    >
      {isPending && <Skeleton width="80%" height={16} />}
      {isError && (
        <ErrorState title="La corbeille n’a pas pu être lue" onRetry={() => void refetch()}>
          {errorMessage(error)}
        </ErrorState>
      )}
      {data?.data.length === 0 && (
        <p className="muted">Aucun projet. Un projet supprimé y reste 30 jours, puis disparaît.</p>
      )}
      <ul className={styles.list}>
        {data?.data.map((project) => (
          <li key={project._id}>
            <div>
              <p className="strong">{project.name}</p>
              <p className="small muted">
                {`Supprimé le ${formatDate(project.deleted_at.slice(0, 10))}`}
                {project.deleted_by && ` par ${project.deleted_by}`}
                {`, gardé jusqu’au ${formatDate(project.until.slice(0, 10))}`}
              </p>
            </div>
            <span className="spacer" />
            <Button
              small
              icon="undo"
              disabled={restore.isPending}
              aria-label={`Restaurer ${project.name}`}
              onClick={() => back(project._id, project.name)}
            >
              Restaurer
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
