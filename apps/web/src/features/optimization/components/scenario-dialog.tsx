import type { Project, Scenario } from '@palier/contract';
import { GOAL_LABELS, OPTIMIZATION_GOALS } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { french } from '../../../lib/french.ts';
import { notifySuccess } from '../../../lib/notifications.ts';
import { BegunForm } from '../../../lib/seen/begun-form.tsx';
import { ClashNotice, REPLACE } from '../../../lib/seen/clash-notice.tsx';
import { useSeen } from '../../../lib/seen/use-seen.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FieldGroup, TextField } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { useDeleteScenario, useSaveScenario } from '../api/scenarios.ts';
import { getScenarioScopeSetting } from '../api/scope.ts';
import { scenarioBody, scenarioDraft, scenarioErrors } from '../model/scenario-draft.ts';
import styles from './scenario-dialog.module.css';
import { ScenarioRules } from './scenario-rules.tsx';
import { ScenarioScope } from './scenario-scope.tsx';

export interface ScenarioDialogProps {
  scenario: Scenario | null;
  projects: readonly Project[];
  /** The collection where a new scenario is listed. */
  collectionIds: readonly string[];
  onClose: () => void;
}

/** Creates, renames, changes or deletes a scenario. */
export function ScenarioDialog({ scenario, ...props }: ScenarioDialogProps) {
  if (!scenario) return <ScenarioForm {...props} scenario={null} onTake={() => undefined} />;
  return (
    <BegunForm from={scenario}>
      {(began, beginAgain) => <ScenarioForm {...props} scenario={began} onTake={beginAgain} />}
    </BegunForm>
  );
}

interface ScenarioFormProps extends ScenarioDialogProps {
  onTake: (now: object) => void;
}

function ScenarioForm({ scenario, projects, collectionIds, onClose, onTake }: ScenarioFormProps) {
  const [draft, setDraft] = useState(() => scenarioDraft(scenario));
  const [tried, setTried] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const save = useSaveScenario();
  const seen = useSeen(scenario ?? {});
  const remove = useDeleteScenario();
  const found = scenarioErrors(draft);
  const errors = tried ? found : {};
  const scoped = useQuery(getScenarioScopeSetting());
  const submit = () => {
    if (Object.keys(found).length > 0) return setTried(true);
    const body = scenarioBody(draft, scenario, projects[0]?.objective ?? null, collectionIds);
    save.mutate(
      { id: scenario?._id ?? null, body, seen: seen.of(body) },
      {
        onError: seen.refused,
        onSuccess: (saved) => {
          notifySuccess(french(`Le scénario « ${saved.name} » est enregistré.`));
          onClose();
        },
      },
    );
  };
  const removeSeen = () => {
    if (!scenario) return;
    const { _id: id, name, goal, constraints, scope } = scenario;
    remove.mutate(
      { id, seen: seen.of({ name, goal, constraints, scope }) },
      { onError: seen.removalRefused, onSuccess: onClose },
    );
  };
  return (
    <Dialog
      title={scenario ? 'Modifier le scénario' : 'Nouveau scénario'}
      open
      onClose={onClose}
      actions={
        <>
          {scenario && (
            <DeleteButton
              asked={deleting}
              pending={remove.isPending}
              onAsk={setDeleting}
              onDelete={removeSeen}
            />
          )}
          <span className="spacer" />
          <Button onClick={onClose}>Annuler</Button>
          <Button tone="dark" disabled={save.isPending} onClick={submit}>
            {seen.clash ? REPLACE : 'Enregistrer'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <ClashNotice clash={seen.clash} onTake={onTake} onRemove={removeSeen} />
        <TextField
          label="Nom"
          placeholder="Marge sous budget"
          value={draft.name}
          error={errors.name}
          onChange={(name) => setDraft({ ...draft, name })}
        />
        <FieldGroup label="Maximiser">
          <Segmented
            label="Maximiser"
            value={draft.goal}
            onChange={(goal) => setDraft({ ...draft, goal })}
            options={OPTIMIZATION_GOALS.map((value) => ({ value, label: GOAL_LABELS[value] }))}
          />
        </FieldGroup>
        {scoped.data === true && projects[0] && (
          <ScenarioScope
            projectId={projects[0]._id}
            scope={draft.scope}
            onChange={(scope) => setDraft({ ...draft, scope })}
          />
        )}
        <ScenarioRules draft={draft} errors={errors} project={projects[0]} onChange={setDraft} />
      </div>
    </Dialog>
  );
}

interface DeleteButtonProps {
  /** The question is on the screen. */
  asked: boolean;
  pending: boolean;
  onAsk: (asked: boolean) => void;
  onDelete: () => void;
}

/** Asks before it deletes: a scenario does not come back. */
function DeleteButton({ asked, pending, onAsk, onDelete }: DeleteButtonProps) {
  if (!asked) {
    return (
      <Button tone="quiet" icon="trash" onClick={() => onAsk(true)}>
        Supprimer
      </Button>
    );
  }
  return (
    <span className={styles.question} role="alert">
      <span className="small">{french('Supprimer ce scénario ? Ses exécutions restent.')}</span>
      <Button small tone="danger" disabled={pending} onClick={onDelete}>
        Oui, supprimer
      </Button>
      <Button small onClick={() => onAsk(false)}>
        Garder
      </Button>
    </span>
  );
}
