import type { Project, Scenario } from '@palier/contract';
import { GOAL_LABELS, OPTIMIZATION_GOALS } from '@palier/domain';
import { useState } from 'react';
import { french } from '../../../lib/french.ts';
import { notifySuccess } from '../../../lib/notifications.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox, TextField } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { useDeleteScenario, useSaveScenario } from '../api/scenarios.ts';
import {
  type ScenarioDraft,
  type ScenarioDraftErrors,
  scenarioBody,
  scenarioDraft,
  scenarioErrors,
} from '../model/scenario-draft.ts';

export type ScenarioDialogProps = {
  scenario: Scenario | null;
  projects: readonly Project[];
  onClose: () => void;
};

/** Creates, renames, changes or deletes a scenario. */
export function ScenarioDialog({ scenario, projects, onClose }: ScenarioDialogProps) {
  const [draft, setDraft] = useState(() => scenarioDraft(scenario));
  const [tried, setTried] = useState(false);
  const save = useSaveScenario();
  const remove = useDeleteScenario();
  const found = scenarioErrors(draft);
  const errors = tried ? found : {};
  const distribution = projects[0]?.objective?.discount_pct_distribution ?? null;
  const submit = () => {
    if (Object.keys(found).length > 0) return setTried(true);
    save.mutate(
      { id: scenario?._id ?? null, body: scenarioBody(draft, scenario, distribution) },
      {
        onSuccess: (saved) => {
          notifySuccess(french(`Le scénario « ${saved.name} » est enregistré.`));
          onClose();
        },
      },
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
            <Button
              tone="quiet"
              icon="trash"
              disabled={remove.isPending}
              onClick={() => remove.mutate(scenario._id, { onSuccess: onClose })}
            >
              Supprimer
            </Button>
          )}
          <span className="sp" />
          <Button onClick={onClose}>Annuler</Button>
          <Button tone="dark" disabled={save.isPending} onClick={submit}>
            Enregistrer
          </Button>
        </>
      }
    >
      <div className="op-form">
        <TextField
          label="Nom"
          placeholder="Marge sous budget"
          value={draft.name}
          error={errors.name}
          onChange={(name) => setDraft({ ...draft, name })}
        />
        <div className="field-frame">
          <span className="field-label">Maximiser</span>
          <Segmented
            label="Maximiser"
            value={draft.goal}
            onChange={(goal) => setDraft({ ...draft, goal })}
            options={OPTIMIZATION_GOALS.map((value) => ({ value, label: GOAL_LABELS[value] }))}
          />
        </div>
        <ConstraintFields
          draft={draft}
          errors={errors}
          hasDistribution={distribution !== null}
          onChange={setDraft}
        />
      </div>
    </Dialog>
  );
}

type ConstraintFieldsProps = {
  draft: ScenarioDraft;
  errors: ScenarioDraftErrors;
  hasDistribution: boolean;
  onChange: (draft: ScenarioDraft) => void;
};

/** What the plan must respect. */
function ConstraintFields({ draft, errors, hasDistribution, onChange }: ConstraintFieldsProps) {
  return (
    <>
      <TextField
        label="Budget de démarque au plus"
        inputMode="decimal"
        placeholder="sans plafond"
        suffix="€"
        value={draft.budget}
        error={errors.budget}
        onChange={(budget) => onChange({ ...draft, budget })}
      />
      <TextField
        label="Écoulement de la saison au moins"
        inputMode="decimal"
        placeholder="sans plancher"
        suffix="%"
        value={draft.sell_through}
        error={errors.sell_through}
        onChange={(sell_through) => onChange({ ...draft, sell_through })}
      />
      <TextField
        label="Démarque la plus forte"
        inputMode="decimal"
        placeholder="celle du projet"
        suffix="%"
        value={draft.maximum_discount}
        error={errors.maximum_discount}
        onChange={(maximum_discount) => onChange({ ...draft, maximum_discount })}
      />
      <Checkbox
        label="Suivre l’objectif de répartition du projet"
        checked={draft.follow_objective}
        disabled={!hasDistribution && !draft.follow_objective}
        onChange={(follow_objective) => onChange({ ...draft, follow_objective })}
      />
      <Checkbox
        label="Ne jamais vendre sous le coût"
        checked={draft.never_below_cost}
        onChange={(never_below_cost) => onChange({ ...draft, never_below_cost })}
      />
      <Checkbox
        label="Garder les démarques saisies à la main"
        checked={draft.keep_discount_pct_user}
        onChange={(keep_discount_pct_user) => onChange({ ...draft, keep_discount_pct_user })}
      />
    </>
  );
}
