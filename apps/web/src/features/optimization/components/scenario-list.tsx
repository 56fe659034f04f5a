import type { Project, Scenario } from '@palier/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { countOf } from '../../../lib/french.ts';
import { notifyInfo } from '../../../lib/notifications.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useRequestOptimization } from '../api/optimizations.ts';
import { listScenarios } from '../api/scenarios.ts';
import { scenarioWords } from '../model/scenario-draft.ts';
import { ScenarioDialog } from './scenario-dialog.tsx';
import styles from './side-list.module.css';

export interface ScenarioListProps {
  projects: readonly Project[];
  currency: string;
  /** The scenario whose dialog is open. */
  edited: Scenario | 'new' | null;
  onEdit: (scenario: Scenario | 'new' | null) => void;
}

/** The scenarios: create, change, and run one or several. */
export function ScenarioList({ projects, currency, edited, onEdit }: ScenarioListProps) {
  const { data, isPending, isError, error, refetch } = useQuery(listScenarios());
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const request = useRequestOptimization();
  const projectIds = projects.map((project) => project._id);
  const run = async (ids: readonly string[]) => {
    setTicked([]);
    for (const scenarioId of ids) {
      try {
        await request.mutateAsync({ scenarioId, projects: projectIds });
      } catch {
        return; // The client has notified the failure; the next ones would likely fail too.
      }
    }
    notifyInfo(`${countOf(ids.length, 'optimisation demandée', 'optimisations demandées')}.`);
  };
  const blocked = projectIds.length === 0 || request.isPending;
  return (
    <section aria-label="Scénarios">
      <header className={styles.head}>
        <h2>Scénarios</h2>
        <span className="spacer" />
        {ticked.length > 1 ? (
          <Button small tone="dark" icon="play" disabled={blocked} onClick={() => void run(ticked)}>
            {`Lancer les ${ticked.length}`}
          </Button>
        ) : (
          <Button small icon="plus" onClick={() => onEdit('new')}>
            Nouveau
          </Button>
        )}
      </header>
      {isPending && <Skeleton width="80%" height={16} />}
      {isError && (
        <ErrorState title="Scénarios non chargés" onRetry={() => void refetch()}>
          {errorMessage(error)}
        </ErrorState>
      )}
      {data?.length === 0 && (
        <p className={`${styles.empty} muted`}>
          Aucun scénario. Un scénario dit ce qu’il faut maximiser et sous quelles contraintes.
        </p>
      )}
      <ul className={styles.list}>
        {data?.map((scenario) => (
          <ScenarioLine
            key={scenario._id}
            scenario={scenario}
            currency={currency}
            ticked={ticked.includes(scenario._id)}
            blocked={blocked}
            onTick={(checked) =>
              setTicked(checked ? [...ticked, scenario._id] : ticked.filter((id) => id !== scenario._id))
            }
            onEdit={() => onEdit(scenario)}
            onRun={() => void run([scenario._id])}
          />
        ))}
      </ul>
      {edited && (
        <ScenarioDialog
          scenario={edited === 'new' ? null : edited}
          projects={projects}
          onClose={() => onEdit(null)}
        />
      )}
    </section>
  );
}

interface LineProps {
  scenario: Scenario;
  currency: string;
  ticked: boolean;
  blocked: boolean;
  onTick: (checked: boolean) => void;
  onEdit: () => void;
  onRun: () => void;
}

function ScenarioLine({ scenario, currency, ticked, blocked, onTick, onEdit, onRun }: LineProps) {
  const words = scenarioWords(scenario, currency);
  return (
    <li>
      <Checkbox
        label={<span className="visually-hidden">Choisir {scenario.name}</span>}
        checked={ticked}
        onChange={onTick}
      />
      <div className="spacer">
        <p>
          <b>{scenario.name}</b> <span className="muted tiny">v{scenario.version}</span>
        </p>
        <p className="muted small">{words.goal}</p>
        <p className="muted small">{words.constraints}</p>
      </div>
      <IconButton small icon="pencil" tone="quiet" label={`Modifier ${scenario.name}`} onClick={onEdit} />
      <IconButton small icon="play" label={`Lancer ${scenario.name}`} disabled={blocked} onClick={onRun} />
    </li>
  );
}
