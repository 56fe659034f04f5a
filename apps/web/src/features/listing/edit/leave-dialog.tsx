import { formatQuantity } from '@palier/domain';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

/** Leaving the edition while edits wait for the connection: they are given up only when one says so. */
export function LeaveDialog({
  unsent,
  onGiveUp,
  onClose,
}: {
  unsent: number;
  onGiveUp: () => void;
  onClose: () => void;
}): ReactNode {
  const many = unsent >= 2;
  return (
    <Dialog
      title={many ? 'Des modifications ne sont pas envoyées' : 'Une modification n’est pas envoyée'}
      open
      onClose={onClose}
      width={480}
      actions={
        <>
          <Button onClick={onGiveUp}>Y renoncer et quitter</Button>
          <Button tone="dark" onClick={onClose}>
            Rester en édition
          </Button>
        </>
      }
    >
      <p>
        {`La connexion est perdue : ${formatQuantity(unsent)} produit${many ? 's attendent' : ' attend'} d’être enregistré${many ? 's' : ''}. En restant, rien ne se perd : l’envoi reprend dès que la connexion revient. En y renonçant, les valeurs enregistrées reviennent.`}
      </p>
    </Dialog>
  );
}
