import type { Project, ProjectStats } from '@palier/contract';
import { type AllocationPriority, currencySymbol, discountLevels, isObjectiveSet } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { useUpdateProject } from '../../../lib/calls/update-project.ts';
import { horizonText } from '../../../lib/horizon-text.ts';
import { notifySuccess } from '../../../lib/notifications.ts';
import { useHorizon } from '../../../lib/use-horizon.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { simulateObjective } from '../api/simulate-objective.ts';
import {
  distributionLines,
  moveShare,
  type Shares,
  sharesOf,
  shownDiscounts,
} from '../model/distribution.ts';
import { simulationEffect } from '../model/effect.ts';
import { priorityOptions } from '../model/priorities.ts';
import styles from './distribution-card.module.css';
import { DistributionTable } from './distribution-table.tsx';
import { GoalsInUse } from './goals-in-use.tsx';

interface Draft {
  shares: Shares | null;
  priority: AllocationPriority;
  budget: string;
}

function draftOf(project: Project): Draft {
  const budget = project.objective?.discount_pct_distribution_params?.discount_budget;
  return {
    shares: null,
    priority: project.objective?.discount_pct_allocation_priority ?? 'stock_coverage',
    budget: budget === null || budget === undefined ? '' : String(budget),
  };
}

/** Amount typed with French spaces and comma; null when empty, undefined when it is not a number. */
function amountOf(text: string): number | null | undefined {
  const bare = text.replace(/[\s€]/g, '').replace(',', '.');
  if (bare === '') return null;
  const amount = Number(bare);
  return Number.isFinite(amount) && amount >= 0 ? amount : undefined;
}

/** The objective being tried: what it is, what it would give, and how to keep or drop it. */
function useObjectiveDraft(project: Project, stats: ProjectStats) {
  const initial = draftOf(project);
  const [draft, setDraft] = useState(initial);
  const discounts = shownDiscounts(discountLevels(project), project.discount_pct_range, stats.discount_pct);
  const target = project.objective?.discount_pct_distribution ?? null;
  const shares = draft.shares ?? target ?? sharesOf(stats.discount_pct, discounts);
  const budget = amountOf(draft.budget);
  const changed =
    draft.shares !== null || draft.priority !== initial.priority || draft.budget !== initial.budget;
  const objective = {
    ...project.objective,
    discount_pct_distribution: shares,
    discount_pct_distribution_params: {
      ...project.objective?.discount_pct_distribution_params,
      discount_budget: budget ?? null,
    },
    discount_pct_allocation_priority: draft.priority,
  };
  const asked = useDeferredValue(changed && budget !== undefined ? objective : null);
  const simulation = useQuery(simulateObjective(project._id, project.version, asked));
  const lines = distributionLines(stats.discount_pct, discounts, target, shares);
  return { initial, draft, setDraft, discounts, shares, budget, changed, objective, simulation, lines };
}

/** How the discounts spread, against the objective, with sliders that simulate another one. */
export function DistributionCard({ project, stats }: { project: Project; stats: ProjectStats }) {
  const trial = useObjectiveDraft(project, stats);
  const [horizon] = useHorizon();
  const { draft, setDraft, simulation, changed } = trial;
  const update = useUpdateProject(project._id);
  const save = () =>
    update.mutate(
      { objective: trial.objective },
      { onSuccess: () => notifySuccess('L’objectif de répartition est fixé.') },
    );
  const currencies = { catalog: project.catalog_currency, accounting: project.accounting_currency };
  return (
    <Card title="Répartition des démarques" tools={<PriorityChoice draft={draft} onChange={setDraft} />}>
      <DistributionTable
        lines={trial.lines}
        targetSet={isObjectiveSet(project.objective)}
        total={stats.discount_count}
        onMove={(discount, value) =>
          setDraft({ ...draft, shares: moveShare(trial.shares, trial.discounts, discount, value) })
        }
      />
      <SimulationBand
        changed={changed}
        days={horizonText(project, horizon)}
        loading={simulation.isFetching}
        error={simulation.isError ? errorMessage(simulation.error) : null}
        problems={simulation.data?.problems ?? []}
        effects={
          changed && simulation.data
            ? simulationEffect(simulation.data.current ?? stats, simulation.data, horizon, currencies)
            : null
        }
        saving={update.isPending}
        canSave={trial.budget !== undefined}
        onAbandon={() => setDraft(trial.initial)}
        onSave={save}
      >
        <TextField
          label="Plafond de budget de la démarque"
          inputMode="decimal"
          placeholder="sans plafond"
          suffix={currencySymbol(project.catalog_currency)}
          value={draft.budget}
          error={trial.budget === undefined ? 'Donnez un montant.' : undefined}
          onChange={(text) => setDraft({ ...draft, budget: text })}
        />
      </SimulationBand>
      <GoalsInUse project={project} stats={stats} />
    </Card>
  );
}

function PriorityChoice({ draft, onChange }: { draft: Draft; onChange: (draft: Draft) => void }) {
  return (
    <>
      <span className="small muted unbroken">Attribuer d’abord selon</span>
      <SelectField
        label="Attribuer d’abord selon"
        hideLabel
        small
        value={draft.priority}
        options={priorityOptions}
        onChange={(priority) => onChange({ ...draft, priority })}
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
  onAbandon: () => void;
  onSave: () => void;
  children: ReactNode;
}

/** The effect of the simulation, and what to do with it. */
function SimulationBand(props: BandProps) {
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
          <Button tone="dark" disabled={props.saving || !props.canSave} onClick={props.onSave}>
            Fixer comme objectif
          </Button>
        </>
      )}
    </div>
  );
}
