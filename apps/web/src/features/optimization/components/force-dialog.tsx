import { useState } from 'react';
import { french } from '../../../lib/french.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';

export interface ForceDialogProps {
  /** Runs whose plans break their rules. */
  names: readonly string[];
  onClose: () => void;
  onForce: (reason: string) => void;
}

/** Asks why a plan that breaks its rules is sent all the same: the reason stays in the activity. */
export function ForceDialog({ names, onClose, onForce }: ForceDialogProps) {
  const [reason, setReason] = useState('');
  const given = reason.trim();
  return (
    <Dialog
      title="Envoyer un plan impossible"
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Abandonner</Button>
          <Button tone="danger" disabled={given === ''} onClick={() => onForce(given)}>
            Envoyer malgré ses règles
          </Button>
        </>
      }
    >
      <p>
        {french(
          `Aucun plan ne tient toutes les règles de ${names.map((name) => `« ${name} »`).join(', ')}. Celui qui serait envoyé est le plus proche : il en dépasse.`,
        )}
      </p>
      <TextField
        label="Motif"
        placeholder="liquidation du dépôt, accord de la direction"
        value={reason}
        onChange={setReason}
      />
      <p className="muted small">Le motif est gardé dans l’activité, avec votre nom.</p>
    </Dialog>
  );
}
