import type { Project, Scenario } from '@palier/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { countOf } from '../../../lib/french.ts';
import { notifyInfo } from '../../../lib/notifications.ts';
import { useLack, useRefusalAmong } from '../../../lib/session/use-refusal.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useRequestOptimization } from '../api/optimizations.ts';
import { listScenarios } from '../api/scenarios.ts';
import type { Currencies } from '../model/comparison.ts';
import { scenarioWords } from '../model/scenario-draft.ts';
import { scenariosOf } from '../model/scenarios-of.ts';
import { ScenarioDialog } from './scenario-dialog.tsx';
import styles from './side-list.module.css';

export interface ScenarioListProps {
  /** The projects ticked: what is run is run on them. */
  projects: readonly Project[];
  /** All the projects of the collection: scenarios are listed for it. */
  collectionIds: readonly string[];
  currencies: Currencies;
  /** The scenario whose dialog is open. */
  edited: Scenario | 'new' | null;
  onEdit: (scenario: Scenario | 'new' | null) => void;
}

/** The scenarios: create, change, and run one or several. */
export function ScenarioList({ projects, collectionIds, currencies, edited, onEdit }: ScenarioListProps) {
  const { data, isPending, isError, error, refetch } = useQuery(listScenarios());
  const [ticked, setTicked] = useState<readonly string[]>([]);
  const request = useRequestOptimization();
  const lack = useLack('canEditScenarios');
  const refusal = useRefusalAmong('optimise', projects);
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
  const { own, elsewhere } = scenariosOf(data ?? [], collectionIds);
  const lineOf = (scenario: Scenario) => (
    <ScenarioLine
      key={scenario._id}
      scenario={scenario}
      currencies={currencies}
      projectCount={projectIds.length}
      ticked={ticked.includes(scenario._id)}
      blocked={blocked}
      refusal={refusal}
      lack={lack}
      onTick={(checked) =>
        setTicked(checked ? [...ticked, scenario._id] : ticked.filter((id) => id !== scenario._id))
      }
      onEdit={() => onEdit(scenario)}
      onRun={() => void run([scenario._id])}
    />
  );
  return (
    <section aria-label="Scénarios">
      <header className={styles.head}>
        <h2>Scénarios</h2>
        <span className="spacer" />
        {ticked.length > 1 ? (
          <Button
            small
            tone="dark"
            icon="play"
            disabled={blocked || refusal !== null}
            title={refusal ?? undefined}
            onClick={() => void run(ticked)}
          >
            {`Lancer les ${ticked.length}`}
          </Button>
        ) : (
          <Button
            small
            icon="plus"
            disabled={lack !== null}
            title={lack ?? undefined}
            onClick={() => onEdit('new')}
          >
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
      {data && own.length === 0 && (
        <p className={`${styles.empty} muted`}>
          Aucun scénario. Un scénario dit ce qu’il faut maximiser et sous quelles contraintes.
        </p>
      )}
      <ul className={styles.list}>{own.map(lineOf)}</ul>
      {elsewhere.length > 0 && (
        <details className={styles.elsewhere}>
          <summary className="small muted">
            {countOf(elsewhere.length, 'scénario d’autres projets', 'scénarios d’autres projets')}
          </summary>
          <ul className={styles.list}>{elsewhere.map(lineOf)}</ul>
        </details>
      )}
      {edited && (
        <ScenarioDialog
          scenario={edited === 'new' ? null : edited}
          projects={projects}
          collectionIds={collectionIds}
          onClose={() => onEdit(null)}
        />
      )}
    </section>
  );
}

interface LineProps {
  scenario: Scenario;
  currencies: Currencies;
  projectCount: number;
  ticked: boolean;
  blocked: boolean;
  /** Why the user may not change it. */
  lack: string | null;
  /** Why she may not run it on these projects. */
  refusal: string | null;
  onTick: (checked: boolean) => void;
  onEdit: () => void;
  onRun: () => void;
}

function ScenarioLine({ scenario, onTick, onEdit, onRun, ...line }: LineProps) {
  const { ticked, blocked, lack, refusal, ...words } = line;
  const { goal, constraints } = scenarioWords(scenario, words.currencies, words.projectCount);
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
        <p className="muted small">{goal}</p>
        <p className="muted small">{constraints}</p>
      </div>
      <IconButton
        small
        icon="pencil"
        tone="quiet"
        label={`Modifier ${scenario.name}`}
        title={lack ?? `Modifier ${scenario.name}`}
        disabled={lack !== null}
        onClick={onEdit}
      />
      <IconButton
        small
        icon="play"
        label={`Lancer ${scenario.name}`}
        title={refusal ?? `Lancer ${scenario.name}`}
        disabled={blocked || refusal !== null}
        onClick={onRun}
      />
    </li>
  );
}
