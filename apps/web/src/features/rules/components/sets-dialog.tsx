import type { NewRule, Rule } from '@palier/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { fr } from '../../../lib/fr.ts';
import { countOf, french } from '../../../lib/french.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { listRuleSets, useRuleSets } from '../api/rules.ts';
import { draftOf } from '../model/draft.ts';
import styles from './history-dialog.module.css';

interface SetsDialogProps {
  rules: readonly Rule[];
  readOnly: string | null;
  /** Why sets may not be kept or deleted; null when they may. */
  refusal: string | null;
  /** Adds rules under those of the project. */
  onAdd: (rules: NewRule[]) => void;
  onClose: () => void;
}

/** Rules kept for the next operation: those of this project under a name, and those of others to take up. */
export function SetsDialog({ rules, readOnly, refusal, onAdd, onClose }: SetsDialogProps) {
  const sets = useQuery(listRuleSets());
  const { keep, forget } = useRuleSets();
  const [name, setName] = useState('');
  const save = (): void => {
    const kept = rules.map((rule) => {
      const { _id, ...content } = draftOf(rule);
      return content;
    });
    keep.mutate({ name: name.trim(), rules: kept }, { onSuccess: () => setName('') });
  };
  return (
    <Dialog title="Jeux de règles" open onClose={onClose} width={640}>
      {sets.isError ? (
        <ErrorState title={fr.errors.load} onRetry={() => void sets.refetch()}>
          {errorMessage(sets.error)}
        </ErrorState>
      ) : null}
      {sets.isPending ? <Skeleton width="60%" /> : null}
      {sets.data?.length === 0 ? (
        <p className="muted">Aucun jeu encore. Gardez les règles de ce projet pour la prochaine opération.</p>
      ) : null}
      <ul className={styles.versions}>
        {sets.data?.map((set) => (
          <li key={set._id} data-set={set.name} className="side-by-side">
            <span className="spacer">
              <b>{set.name}</b>{' '}
              <span className="muted">{`${countOf(set.rules.length, 'règle')}, par ${set.user_name}`}</span>
            </span>
            <Button
              small
              disabled={readOnly !== null}
              title={readOnly ?? undefined}
              onClick={() => {
                onAdd(set.rules);
                onClose();
              }}
            >
              Ajouter au projet
            </Button>
            <IconButton
              small
              tone="quiet"
              icon="trash"
              label={`Supprimer le jeu ${set.name}`}
              disabled={refusal !== null || forget.isPending}
              onClick={() => forget.mutate(set._id)}
            />
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== '') save();
        }}
      >
        <TextField
          label={french(`Garder ${countOf(rules.length, 'la règle', 'règles')} de ce projet sous le nom`)}
          value={name}
          maxLength={200}
          disabled={refusal !== null || rules.length === 0}
          onChange={setName}
        />
        <Button
          type="submit"
          tone="dark"
          disabled={refusal !== null || rules.length === 0 || name.trim() === '' || keep.isPending}
          title={refusal ?? undefined}
        >
          Garder
        </Button>
      </form>
    </Dialog>
  );
}
