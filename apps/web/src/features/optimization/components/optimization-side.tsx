import type { Project, Scenario } from '@palier/contract';
import { useQuery } from '@tanstack/react-query';
import { placedLabel } from '../../../lib/project-groups.ts';
import { Checkbox } from '../../../ui/field.tsx';
import { getComparison } from '../api/optimizations.ts';
import { listScenarios } from '../api/scenarios.ts';
import type { Optimization } from '../api/status.ts';
import { type Compared, formerFigures, whyApart } from '../model/results.ts';
import { simpleIds } from '../model/scenarios-of.ts';
import styles from './optimization-page.module.css';
import { RunList } from './run-list.tsx';
import { ScenarioList } from './scenario-list.tsx';
import lists from './side-list.module.css';

export interface OptimizationSideProps {
  projects: readonly Project[];
  kept: readonly Project[];
  excluded: readonly string[];
  edited: Scenario | 'new' | null;
  runs: readonly Optimization[];
  compared: readonly Compared[];
  latest: readonly {
    isPending: boolean;
    isError: boolean;
    error: unknown;
    refetch: () => Promise<unknown>;
  }[];
  onExclude: (ids: readonly string[]) => void;
  onEdit: (scenario: Scenario | 'new' | null) => void;
  onToggle: (id: string) => void;
}

/** The projects that are spoken of, their scenarios and their runs. */
export function OptimizationSide(props: OptimizationSideProps) {
  const { projects, kept, excluded, edited, onExclude, onEdit } = props;
  const currencies = {
    catalog: projects[0]?.catalog_currency ?? 'EUR',
    accounting: projects[0]?.accounting_currency ?? 'EUR',
  };
  return (
    <aside className={lists.side} aria-label="Scénarios et exécutions">
      {projects.length > 1 && (
        <fieldset className={styles.projects}>
          <legend>Projets</legend>
          {projects.map((project) => (
            <Checkbox
              key={project._id}
              label={placedLabel(project)}
              checked={!excluded.includes(project._id)}
              onChange={(checked) =>
                onExclude(checked ? excluded.filter((id) => id !== project._id) : [...excluded, project._id])
              }
            />
          ))}
        </fieldset>
      )}
      <ScenarioList
        projects={kept}
        collectionIds={projects.map((project) => project._id)}
        currencies={currencies}
        edited={edited}
        onEdit={onEdit}
      />
      <RunLists {...props} />
    </aside>
  );
}

/** The runs of scenarios, and apart those of the three questions. */
function RunLists({ projects, kept, runs, compared, latest, onToggle }: OptimizationSideProps) {
  const scenarios = useQuery(listScenarios());
  const simple = simpleIds(scenarios.data ?? []);
  const runIds = compared.map(({ run }) => run._id);
  const keptIds = kept.map((project) => project._id);
  const comparison = useQuery(getComparison(keptIds, runIds));
  const isSimple = ({ scenario_id }: Optimization) => scenario_id !== null && simple.includes(scenario_id);
  const shared = {
    compared: runIds,
    whyApart: (run: Optimization) => whyApart(run, kept),
    formerFigures: (run: Optimization) => formerFigures(run, kept),
    currentSince: comparison.data?.current_since ?? null,
    currency: projects[0]?.accounting_currency ?? 'EUR',
    loading: latest.some((result) => result.isPending),
    onRetry: () => void Promise.all(latest.map((result) => result.refetch())),
    onToggle,
  };
  const others = runs.filter(isSimple);
  return (
    <>
      <RunList
        {...shared}
        runs={runs.filter((run) => !isSimple(run))}
        error={latest.find((result) => result.isError)?.error ?? null}
      />
      {others.length > 0 && <RunList {...shared} title="Optimisations simples" runs={others} error={null} />}
    </>
  );
}
