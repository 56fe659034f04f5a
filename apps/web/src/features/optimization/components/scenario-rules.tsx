import type { Project } from '@palier/contract';
import { addDays, currencySymbol, formatShortDate, phaseEnd, phaseLabel } from '@palier/domain';
import { Checkbox, FieldGroup, SelectField, TextField } from '../../../ui/field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { type ScenarioDraft, type ScenarioDraftErrors, sameDiscountFields } from '../model/scenario-draft.ts';
import styles from './scenario-rules.module.css';

export interface ScenarioRulesProps {
  draft: ScenarioDraft;
  errors: ScenarioDraftErrors;
  project: Project | undefined;
  onChange: (draft: ScenarioDraft) => void;
}

/** What the plan must respect: money, clearance, and how discounts are laid down. */
export function ScenarioRules(props: ScenarioRulesProps) {
  return (
    <>
      <MoneyRules {...props} />
      <ClearanceRules {...props} />
      <DiscountRules {...props} />
    </>
  );
}

function MoneyRules({ draft, errors, project, onChange }: ScenarioRulesProps) {
  const priced = currencySymbol(project?.catalog_currency ?? 'EUR');
  const costed = currencySymbol(project?.accounting_currency ?? 'EUR');
  const set = (changes: Partial<ScenarioDraft>) => onChange({ ...draft, ...changes });
  return (
    <fieldset className={styles.rules}>
      <legend>Argent</legend>
      <TextField
        label="Budget de démarque au plus"
        inputMode="decimal"
        placeholder="sans plafond"
        suffix={priced}
        value={draft.budget}
        error={errors.budget}
        onChange={(budget) => set({ budget })}
      />
      <SelectField
        label="Ce budget paie"
        value={draft.budget_horizon}
        options={[
          { value: 'all', label: 'Toutes les démarques qui restent' },
          { value: 'phase', label: 'La démarque travaillée seule' },
        ]}
        onChange={(budget_horizon) => set({ budget_horizon })}
      />
      <TextField
        label="Garder au moins, en marge après invendus"
        inputMode="decimal"
        placeholder="sans plancher"
        suffix={costed}
        value={draft.minimum_merit}
        error={errors.minimum_merit}
        onChange={(minimum_merit) => set({ minimum_merit })}
      />
      <TextField
        label="Marge des pièces vendues, au moins"
        inputMode="decimal"
        placeholder="sans plancher"
        suffix={costed}
        value={draft.minimum_profit}
        error={errors.minimum_profit}
        onChange={(minimum_profit) => set({ minimum_profit })}
      />
    </fieldset>
  );
}

function ClearanceRules({ draft, errors, project, onChange }: ScenarioRulesProps) {
  const set = (changes: Partial<ScenarioDraft>) => onChange({ ...draft, ...changes });
  const from = project?.working_phase ?? 0;
  const ends = (project?.phases ?? []).slice(from, -1).map((phase, index) => {
    const day = project ? addDays(phaseEnd(project, from + index), -1) : '';
    return { value: day, label: `${phaseLabel(phase, from + index)}, ${formatShortDate(day)}` };
  });
  const known = draft.sell_through_by === '' || ends.some(({ value }) => value === draft.sell_through_by);
  return (
    <fieldset className={styles.rules}>
      <legend>Écoulement</legend>
      <TextField
        label="Écoulement de la saison"
        inputMode="decimal"
        placeholder="sans cible"
        suffix="%"
        value={draft.sell_through}
        error={errors.sell_through}
        onChange={(sell_through) => set({ sell_through })}
      />
      <SelectField
        label="Atteint à la fin de"
        value={draft.sell_through_by}
        options={[
          { value: '', label: 'La dernière démarque' },
          ...ends,
          ...(known ? [] : [{ value: draft.sell_through_by, label: formatShortDate(draft.sell_through_by) }]),
        ]}
        onChange={(sell_through_by) => set({ sell_through_by })}
      />
      <FieldGroup label="Cette cible" className={styles.wide}>
        <Segmented
          label="Cette cible"
          small
          value={draft.sell_through_hard ? 'hard' : 'soft'}
          options={[
            { value: 'soft', label: 'est visée' },
            { value: 'hard', label: 'doit être atteinte' },
          ]}
          onChange={(value) => set({ sell_through_hard: value === 'hard' })}
        />
      </FieldGroup>
    </fieldset>
  );
}

function DiscountRules({ draft, errors, project, onChange }: ScenarioRulesProps) {
  const set = (changes: Partial<ScenarioDraft>) => onChange({ ...draft, ...changes });
  const objective = project?.objective;
  const hasObjective = Boolean(objective?.discount_pct_distribution);
  const byStock = objective?.discount_pct_distribution_params?.basis === 'sum_stock_qty';
  return (
    <fieldset className={styles.rules}>
      <legend>Démarques</legend>
      <TextField
        label="Démarque la plus forte"
        inputMode="decimal"
        placeholder="celle du projet"
        suffix="%"
        value={draft.maximum_discount}
        error={errors.maximum_discount}
        onChange={(maximum_discount) => set({ maximum_discount })}
      />
      <SelectField
        label="Même démarque par"
        value={draft.same_discount_by}
        options={[{ value: '', label: 'Chaque produit la sienne' }, ...sameDiscountFields]}
        onChange={(same_discount_by) => set({ same_discount_by })}
      />
      <FieldGroup label="Vendre sous le coût" className={styles.wide}>
        <Segmented
          label="Vendre sous le coût"
          small
          value={draft.cost_floor}
          options={[
            { value: 'auto', label: 'permis en soldes seulement' },
            { value: 'refused', label: 'interdit' },
            { value: 'allowed', label: 'permis' },
          ]}
          onChange={(cost_floor) => set({ cost_floor })}
        />
      </FieldGroup>
      <div className={`${styles.wide} ${styles.checks}`}>
        <Checkbox
          label={
            hasObjective
              ? `Suivre l’objectif de répartition du projet, ${byStock ? 'en stock' : 'en nombre de produits'}`
              : 'Suivre l’objectif de répartition du projet (il n’en a pas)'
          }
          checked={draft.follow_objective}
          disabled={!hasObjective && !draft.follow_objective}
          onChange={(follow_objective) => set({ follow_objective })}
        />
        <Checkbox
          label="Garder les démarques saisies à la main"
          checked={draft.keep_discount_pct_user}
          onChange={(keep_discount_pct_user) => set({ keep_discount_pct_user })}
        />
        <Checkbox
          label="Appliquer les règles à chaque projet séparément"
          checked={draft.per_project}
          onChange={(per_project) => set({ per_project })}
        />
      </div>
    </fieldset>
  );
}
