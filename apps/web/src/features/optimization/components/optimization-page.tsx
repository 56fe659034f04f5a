import type { Project, Scenario } from '@palier/contract';
import type { Collection } from '@palier/domain';
import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { countOf } from '../../../lib/french.ts';
import { paths } from '../../../lib/paths.ts';
import { projectLabel } from '../../../lib/project-groups.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { TabsTools } from '../../../ui/tabs-tools.tsx';
import { latestOptimizations } from '../api/optimizations.ts';
import { mergeRuns, runLetters, runResult } from '../model/results.ts';
import { Comparison } from './comparison.tsx';
import { type Choices, Differences } from './differences.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import styles from './optimization-page.module.css';
import { RunList } from './run-list.tsx';
import { ScenarioList } from './scenario-list.tsx';
import { SendBar } from './send-bar.tsx';
import lists from './side-list.module.css';

export interface OptimizationPageProps {
  collection: Collection;
  projects: readonly Project[];
}

/** Scenarios, their runs, and the comparison of what they would give. */
export function OptimizationPage({ collection, projects }: OptimizationPageProps) {
  const [excluded, setExcluded] = useState<readonly string[]>([]);
  const kept = useMemo(
    () => projects.filter((project) => !excluded.includes(project._id)),
    [projects, excluded],
  );
  const keptIds = useMemo(() => kept.map((project) => project._id), [kept]);
  const latest = useQueries({ queries: projects.map((project) => latestOptimizations(project._id)) });
  const runs = mergeRuns(latest.map((result) => result.data));
  const failed = latest.find((result) => result.isError);
  const finished = runs.filter((run) => runResult(run, keptIds) !== null);
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [sent, setSent] = useState<string | null>(null);
  const [choices, setChoices] = useState<Choices>({});
  const [edited, setEdited] = useState<Scenario | 'new' | null>(null);
  const compared = (chosen ?? finished.slice(0, 3).map((run) => run._id))
    .map((id) => finished.find((run) => run._id === id))
    .filter((run) => run !== undefined);
  const sendable = compared.find((run) => runResult(run, keptIds)?.infeasibility === null);
  const base = compared.find((run) => run._id === sent) ?? sendable ?? compared[0];
  const toggle = (id: string) => {
    setChoices({});
    const ids = compared.map((run) => run._id);
    setChosen(
      ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id].slice(-runLetters.length),
    );
  };
  const currency = projects[0]?.catalog_currency ?? 'EUR';
  return (
    <div className={styles.layout}>
      <title>Optimisation · Palier</title>
      <TabsTools>
        <ModeSwitch collection={collection} mode="advanced" />
      </TabsTools>
      <aside className={lists.side} aria-label="Scénarios et exécutions">
        {projects.length > 1 && (
          <fieldset className={styles.projects}>
            <legend>Projets</legend>
            {projects.map((project) => (
              <Checkbox
                key={project._id}
                label={projectLabel(project)}
                checked={!excluded.includes(project._id)}
                onChange={(checked) =>
                  setExcluded(
                    checked ? excluded.filter((id) => id !== project._id) : [...excluded, project._id],
                  )
                }
              />
            ))}
          </fieldset>
        )}
        <ScenarioList projects={kept} currency={currency} edited={edited} onEdit={setEdited} />
        <RunList
          runs={runs}
          compared={compared.map((run) => run._id)}
          currency={projects[0]?.accounting_currency ?? 'EUR'}
          error={failed?.error ?? null}
          loading={latest.some((result) => result.isPending)}
          onRetry={() => void Promise.all(latest.map((result) => result.refetch()))}
          onToggle={toggle}
        />
      </aside>
      <Page className={styles.main}>
        <div className={styles.head}>
          <h1>
            {compared.length > 0
              ? `Comparer ${countOf(compared.length, 'résultat', 'résultats')}`
              : 'Optimisation'}
          </h1>
          <span className="muted">
            {compared.length > 0 ? 'écarts face aux démarques actuelles' : projectNames(kept)}
          </span>
        </div>
        {compared.length === 0 && !failed && (
          <EmptyState
            icon="target"
            title={runs.length === 0 ? 'Aucune exécution' : 'Aucun résultat choisi'}
            action={
              runs.length === 0 && (
                <Button tone="dark" icon="plus" onClick={() => setEdited('new')}>
                  Créer un scénario
                </Button>
              )
            }
          >
            {runs.length === 0
              ? 'Un scénario dit ce qu’il faut maximiser et sous quelles contraintes. Lancez-le : son résultat s’affichera ici, à côté des démarques actuelles.'
              : 'Cochez à gauche les exécutions terminées que vous voulez comparer.'}
          </EmptyState>
        )}
        {failed && compared.length === 0 && (
          <EmptyState icon="warning" title="Résultats non chargés">
            Les exécutions n’ont pas pu être lues : rien n’est perdu. Réessayez à gauche.
          </EmptyState>
        )}
        {compared.length > 0 && (
          <Comparison runs={compared} projects={kept}>
            {base && compared.length > 1 && (
              <Differences
                runs={compared}
                projects={kept}
                base={base._id}
                choices={choices}
                onChoose={setChoices}
              />
            )}
          </Comparison>
        )}
        {base && (
          <SendBar
            key={compared.map((run) => run._id).join()}
            base={base}
            choices={choices}
            onBase={(id) => {
              setSent(id);
              setChoices({});
            }}
            onSent={() => setChoices({})}
            runs={compared}
            projects={kept}
            listing={paths.listing}
          />
        )}
      </Page>
    </div>
  );
}

function projectNames(projects: readonly Project[]): string {
  return projects.length === 1
    ? (projects[0]?.shortName ?? '')
    : countOf(projects.length, 'projet', 'projets');
}
