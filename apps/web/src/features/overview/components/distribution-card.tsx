import type { Project, ProjectStats } from '@palier/contract';
import { discountLevels, isObjectiveSet } from '@palier/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { useUpdateProject } from '../../../lib/calls/update-project.ts';
import { distributionLines, moveShare, sharesOf, shownDiscounts } from '../../../lib/distribution.ts';
import { horizonText } from '../../../lib/horizon-text.ts';
import { notifySuccess } from '../../../lib/notifications.ts';
import { ClashNotice } from '../../../lib/seen/clash-notice.tsx';
import { useSeen } from '../../../lib/seen/use-seen.ts';
import { useActRefusal } from '../../../lib/session/use-refusal.ts';
import { useHorizon } from '../../../lib/use-horizon.ts';
import { Card } from '../../../ui/card.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { simulateObjective } from '../api/simulate-objective.ts';
import { simulationEffect } from '../model/effect.ts';
import {
  draftObjective,
  type ObjectiveDraft,
  objectiveDraft,
  objectiveFaults,
} from '../model/objective-draft.ts';
import { priorityOptions } from '../model/priorities.ts';
import { DistributionTable } from './distribution-table.tsx';
import { GoalsInUse } from './goals-in-use.tsx';
import { ObjectiveFields, SimulationBand } from './simulation-band.tsx';

/** The objective being tried: what it is, what it would give, and how to keep or drop it. */
function useObjectiveDraft(project: Project, stats: ProjectStats) {
  const initial = objectiveDraft(project);
  const [draft, setDraft] = useState(initial);
  const discounts = shownDiscounts(discountLevels(project), project.discount_pct_range, stats.discount_pct);
  const target = project.objective?.discount_pct_distribution ?? null;
  const shares = draft.shares ?? target ?? sharesOf(stats.discount_pct, discounts, draft.basis);
  const faults = objectiveFaults(draft, project.catalog_currency);
  const sound = Object.keys(faults).length === 0;
  const changed = (Object.keys(initial) as (keyof ObjectiveDraft)[]).some(
    (key) => draft[key] !== initial[key],
  );
  const objective = draftObjective(project, draft, shares);
  const asked = useDeferredValue(changed && sound ? objective : null);
  const simulation = useQuery(simulateObjective(project._id, project.version, asked));
  const lines = distributionLines(stats.discount_pct, discounts, target, shares);
  return {
    initial,
    draft,
    setDraft,
    discounts,
    shares,
    faults,
    sound,
    changed,
    objective,
    simulation,
    lines,
  };
}

interface DistributionCardProps {
  project: Project;
  stats: ProjectStats;
}

/**
 * How the discounts spread, against the objective, with sliders that simulate another one. What is being tried stays
 * while others decide, and begins anew from another objective or another range of discounts.
 */
export function DistributionCard({ project, stats }: DistributionCardProps) {
  const { objective, discount_pct_range, discount_step } = project;
  const from = JSON.stringify([objective, discount_pct_range, discount_step]);
  return <ObjectiveTrial key={from} project={project} stats={stats} />;
}

function ObjectiveTrial({ project, stats }: DistributionCardProps) {
  const trial = useObjectiveDraft(project, stats);
  const [horizon] = useHorizon();
  const { draft, setDraft, simulation, changed } = trial;
  const update = useUpdateProject(project._id);
  const seen = useSeen(project);
  const queryClient = useQueryClient();
  const refusal = useActRefusal('settings', project);
  const unsimulated = useActRefusal('simulate', project);
  const save = () =>
    update.mutate(
      { objective: trial.objective, seen: seen.of({ objective: null }) },
      {
        onError: seen.refused,
        onSuccess: () => {
          setDraft({ ...draft, shares: null });
          notifySuccess('L’objectif de répartition est fixé.');
        },
      },
    );
  const currencies = { catalog: project.catalog_currency, accounting: project.accounting_currency };
  return (
    <Card title="Répartition des démarques" tools={<PriorityChoice draft={draft} onChange={setDraft} />}>
      <DistributionTable
        lines={trial.lines}
        targetSet={isObjectiveSet(project.objective)}
        total={stats.discount_count}
        basis={draft.basis}
        refusal={unsimulated}
        onMove={(discount, value) =>
          setDraft({ ...draft, shares: moveShare(trial.shares, trial.discounts, discount, value) })
        }
      />
      <ClashNotice
        clash={seen.clash}
        onTake={() => void queryClient.invalidateQueries({ queryKey: ['projects'] })}
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
        canSave={trial.sound}
        refusal={refusal}
        onAbandon={() => setDraft(trial.initial)}
        onSave={save}
      >
        <ObjectiveFields
          draft={draft}
          faults={trial.faults}
          currency={project.catalog_currency}
          onChange={(changes) => setDraft({ ...draft, ...changes })}
        />
      </SimulationBand>
      <GoalsInUse project={project} stats={stats} />
    </Card>
  );
}

function PriorityChoice({
  draft,
  onChange,
}: {
  draft: ObjectiveDraft;
  onChange: (draft: ObjectiveDraft) => void;
}) {
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
