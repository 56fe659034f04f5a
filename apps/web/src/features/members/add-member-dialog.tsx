import { ROLE_LABELS, ROLES, type Role } from '@palier/domain';
import { useState } from 'react';
import { errorMessage } from '../../lib/api/errors.ts';
import { french } from '../../lib/french.ts';
import { notifySuccess } from '../../lib/notifications.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { useAddMember } from './api.ts';
import styles from './members.module.css';

/** Adds somebody by her address and role. */
export function AddMemberDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('merchandiser');
  const add = useAddMember();
  const ready = name.trim() !== '' && /^\S+@\S+\.\S+$/.test(email.trim());
  const submit = () =>
    add.mutate(
      { name: name.trim(), email: email.trim(), role },
      {
        onSuccess: () => {
          notifySuccess(french(`${name.trim()} est membre.`));
          onClose();
        },
      },
    );
  return (
    <Dialog
      title="Ajouter un membre"
      open
      onClose={onClose}
      width={480}
      actions={
        <>
          <Button onClick={onClose}>Annuler</Button>
          <Button tone="primary" disabled={!ready || add.isPending} onClick={submit}>
            Ajouter
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <TextField label="Nom" maxLength={200} value={name} onChange={setName} />
        <TextField
          label="Adresse électronique"
          maxLength={200}
          value={email}
          onChange={setEmail}
          error={add.isError ? errorMessage(add.error) : undefined}
        />
        <SelectField
          label="Rôle"
          value={role}
          onChange={setRole}
          options={ROLES.map((one) => ({ value: one, label: ROLE_LABELS[one] }))}
        />
        <p className="small muted">
          Aucun message n’est envoyé : dites-lui de se connecter avec cette adresse, par le fournisseur
          d’identité de l’enseigne. Elle est reconnue à sa première connexion.
        </p>
      </div>
    </Dialog>
  );
}
