import { currencySymbol, DISTRIBUTION_BASES, type DistributionBasis } from '@palier/domain';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import type { ObjectiveDraft, objectiveFaults } from '../model/objective-draft.ts';
import styles from './simulation-band.module.css';

const BASIS_LABELS: Record<DistributionBasis, string> = {
  discount_count: 'Des produits',
  sum_stock_qty: 'Du stock',
};

interface ObjectiveFieldsProps {
  draft: ObjectiveDraft;
  faults: ReturnType<typeof objectiveFaults>;
  currency: string;
  onChange: (changes: Partial<ObjectiveDraft>) => void;
}

/** What an objective says beside its shares: of what they are, how closely they hold, and what they may cost. */
export function ObjectiveFields({ draft, faults, currency, onChange }: ObjectiveFieldsProps) {
  return (
    <>
      <SelectField
        label="Parts"
        value={draft.basis}
        options={DISTRIBUTION_BASES.map((value) => ({ value, label: BASIS_LABELS[value] }))}
        onChange={(basis) => onChange({ basis })}
      />
      <TextField
        label="Écart toléré par part"
        inputMode="decimal"
        suffix="pts"
        value={draft.tolerance}
        error={faults.tolerance}
        onChange={(tolerance) => onChange({ tolerance })}
      />
      <TextField
        label="Plafond de budget de la démarque"
        inputMode="decimal"
        placeholder="sans plafond"
        suffix={currencySymbol(currency)}
        value={draft.budget}
        error={faults.budget}
        onChange={(budget) => onChange({ budget })}
      />
    </>
  );
}

interface BandProps {
  /** « jusqu’au 21 juil. » */
  days: string;
  changed: boolean;
  loading: boolean;
  error: string | null;
  problems: readonly string[];
  effects: readonly { label: string; text: string }[] | null;
  saving: boolean;
  canSave: boolean;
  /** Why the objective may not be set; null when it may. */
  refusal: string | null;
  onAbandon: () => void;
  onSave: () => void;
  children: ReactNode;
}

/** The effect of the simulation, and what to do with it. */
export function SimulationBand(props: BandProps) {
  const { changed, loading, error, problems, effects } = props;
  return (
    <div
      className={changed ? `${styles.simulation} ${styles.changed}` : styles.simulation}
      aria-live="polite"
    >
      {props.children}
      <div className="spacer">
        {!changed && (
          <span className="muted small">Déplacez un curseur pour simuler une autre répartition.</span>
        )}
        {changed && (
          <span className="small muted">
            {loading && !effects
              ? 'Simulation en cours…'
              : `Effet face aux démarques actuelles, ${props.days}`}
          </span>
        )}
        {error && <p className="negative small">{error}</p>}
        {effects && (
          <div className={styles.effects} data-loading={loading || undefined}>
            {effects.map(({ label, text }) => (
              <span key={label}>
                {label} <b className="computed">{text}</b>
              </span>
            ))}
          </div>
        )}
        {changed &&
          problems.map((problem) => (
            <p key={problem} className="attention small">
              {problem}
            </p>
          ))}
      </div>
      {changed && (
        <>
          <Button onClick={props.onAbandon}>Abandonner</Button>
          <Button
            tone="dark"
            disabled={props.saving || !props.canSave || props.refusal !== null}
            title={props.refusal ?? undefined}
            onClick={props.onSave}
          >
            Fixer comme objectif
          </Button>
        </>
      )}
    </div>
  );
}
