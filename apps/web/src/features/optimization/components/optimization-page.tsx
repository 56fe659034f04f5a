import type { Project, Scenario } from '@palier/contract';
import type { Collection } from '@palier/domain';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { countOf } from '../../../lib/french.ts';
import { paths } from '../../../lib/paths.ts';
import { useHorizon } from '../../../lib/use-horizon.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { Page } from '../../../ui/page.tsx';
import { PageFoot } from '../../../ui/page-foot.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { TabsTools } from '../../../ui/tabs-tools.tsx';
import { getComparison, latestOptimizations } from '../api/optimizations.ts';
import type { Choices } from '../model/choices.ts';
import { horizonChoices } from '../model/days.ts';
import { type Compared, MOST_COMPARED, mergeRuns, runResult, whyApart } from '../model/results.ts';
import { Comparison } from './comparison.tsx';
import { Differences } from './differences.tsx';
import { MissingFactsOf } from './missing-facts.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import styles from './optimization-page.module.css';
import { OptimizationSide } from './optimization-side.tsx';
import { SendBar } from './send-bar.tsx';

export interface OptimizationPageProps {
  collection: Collection;
  projects: readonly Project[];
}

/** The runs of a collection's projects, and those that are compared over the projects kept. */
function useRuns(projects: readonly Project[], kept: readonly Project[]) {
  const latest = useQueries({ queries: projects.map((project) => latestOptimizations(project._id)) });
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const keptIds = kept.map((project) => project._id);
  const runs = mergeRuns(latest.map((result) => result.data));
  const likes = runs.flatMap((run): Compared[] => {
    const result = runResult(run, keptIds);
    return result && kept.length > 0 && whyApart(run, kept) === null ? [{ run, result }] : [];
  });
  const sound = likes.filter(({ result }) => !result.infeasibility);
  const ids = chosen ?? (sound.length > 0 ? sound : likes).slice(0, 3).map(({ run }) => run._id);
  // In the order of their letters, whatever the order in which they were chosen.
  const compared = likes
    .filter(({ run }) => ids.includes(run._id))
    .sort((a, b) => a.run.letter.length - b.run.letter.length || a.run.letter.localeCompare(b.run.letter));
  const toggle = (id: string) => {
    const shown = compared.map(({ run }) => run._id);
    setChosen(
      shown.includes(id) ? shown.filter((other) => other !== id) : [...shown, id].slice(-MOST_COMPARED),
    );
  };
  return { latest, runs, compared, toggle, failed: latest.find((result) => result.isError) };
}

/** Scenarios, their runs, and the comparison of what they would give. */
export function OptimizationPage({ collection, projects }: OptimizationPageProps) {
  const [excluded, setExcluded] = useState<readonly string[]>([]);
  const kept = useMemo(
    () => projects.filter((project) => !excluded.includes(project._id)),
    [projects, excluded],
  );
  const { latest, runs, compared, toggle, failed } = useRuns(projects, kept);
  const [edited, setEdited] = useState<Scenario | 'new' | null>(null);
  const [horizon, chooseHorizon] = useHorizon();
  return (
    <div className={styles.layout}>
      <title>Optimisation · Palier</title>
      <TabsTools>
        <ModeSwitch collection={collection} mode="advanced" />
      </TabsTools>
      <OptimizationSide
        {...{ projects, kept, excluded, edited, runs, compared, latest }}
        onExclude={setExcluded}
        onEdit={setEdited}
        onToggle={toggle}
      />
      <Page className={styles.main}>
        <MissingFactsOf projects={kept} />
        <div className={styles.head}>
          <h1>
            {compared.length > 0
              ? `Comparer ${countOf(compared.length, 'résultat', 'résultats')}`
              : 'Optimisation'}
          </h1>
          <span className="muted">
            {compared.length > 0
              ? 'écarts face à l’actuel, mêmes produits, même horizon'
              : projectNames(kept)}
          </span>
          <span className="spacer" />
          <Segmented
            small
            label="Jours des prévisions"
            value={horizon}
            options={horizonChoices(kept.length > 0 ? kept : projects)}
            onChange={chooseHorizon}
          />
        </div>
        {compared.length === 0 && !failed && (
          <NothingCompared hasRuns={runs.length > 0} onCreate={() => setEdited('new')} />
        )}
        {failed && compared.length === 0 && (
          <EmptyState icon="warning" title="Résultats non chargés">
            Les exécutions n’ont pas pu être lues : rien n’est perdu. Réessayez à gauche.
          </EmptyState>
        )}
        {compared.length > 0 && <ComparedRuns compared={compared} projects={kept} />}
        {compared.length === 0 && runs.length > 0 && <NothingToSend hasProjects={kept.length > 0} />}
      </Page>
    </div>
  );
}

function NothingCompared({ hasRuns, onCreate }: { hasRuns: boolean; onCreate: () => void }) {
  return (
    <EmptyState
      icon="target"
      title={hasRuns ? 'Aucun résultat choisi' : 'Aucune exécution'}
      action={
        !hasRuns && (
          <Button tone="dark" icon="plus" onClick={onCreate}>
            Créer un scénario
          </Button>
        )
      }
    >
      {hasRuns
        ? 'Cochez à gauche les exécutions que vous voulez comparer : celles qui portent sur tous les projets cochés.'
        : 'Un scénario dit ce qu’il faut maximiser et sous quelles contraintes. Lancez-le : son résultat s’affichera ici, à côté du plan actuel.'}
    </EmptyState>
  );
}

/** Sending stays where it is, and says what it lacks. */
function NothingToSend({ hasProjects }: { hasProjects: boolean }) {
  const lack = hasProjects ? 'Cochez au moins un résultat à envoyer.' : 'Cochez au moins un projet.';
  return (
    <PageFoot>
      <span className="muted spacer">{lack}</span>
      <Button tone="primary" disabled title={lack}>
        Envoyer au listing
      </Button>
    </PageFoot>
  );
}

/** The comparison, the products that differ, and what is sent. */
function ComparedRuns({
  compared,
  projects,
}: {
  compared: readonly Compared[];
  projects: readonly Project[];
}) {
  const [horizon] = useHorizon();
  const [asked, setAsked] = useState<string | null>(null);
  // Of each set of projects its own: a product whose project is not sent takes nothing.
  const [chosen, setChosen] = useState<Readonly<Record<string, Choices>>>({});
  const runIds = compared.map(({ run }) => run._id);
  const ids = projects.map((project) => project._id);
  const those = ids.join();
  const choices = chosen[those] ?? {};
  const setChoices = (own: Choices) => setChosen({ ...chosen, [those]: own });
  const answer = useQuery(getComparison(ids, runIds));
  const sound = compared.find(({ result }) => !result.infeasibility);
  const base = compared.find(({ run }) => run._id === asked) ?? sound ?? compared[0];
  const currencies = {
    catalog: projects[0]?.catalog_currency ?? 'EUR',
    accounting: projects[0]?.accounting_currency ?? 'EUR',
  };
  if (answer.isError) {
    return (
      <ErrorState title="Comparaison non chargée" onRetry={() => void answer.refetch()}>
        {errorMessage(answer.error)}
      </ErrorState>
    );
  }
  // No former answer is kept while the next one comes: it is of other runs, or of other projects than would be sent to.
  const comparison = answer.data;
  if (!comparison || !base) return <Skeleton width="80%" height={240} />;
  const valid = Object.fromEntries(Object.entries(choices).filter(([, { runId }]) => runIds.includes(runId)));
  const shared = { comparison, compared, projects, horizon, currencies };
  return (
    <>
      <Comparison {...shared} base={base}>
        <Differences
          {...{ comparison, projects, horizon, choices: valid }}
          currency={currencies.accounting}
          runs={compared.map(({ run }) => run)}
          base={base.run._id}
          onChoose={setChoices}
        />
      </Comparison>
      <SendBar
        key={`${base.run._id} ${those}`}
        {...shared}
        base={base}
        choices={valid}
        onBase={(id) => {
          setAsked(id);
          setChoices({});
        }}
        onSent={() => setChoices({})}
        listing={paths.listing}
      />
    </>
  );
}

function projectNames(projects: readonly Project[]): string {
  return projects.length === 1
    ? (projects[0]?.shortName ?? '')
    : countOf(projects.length, 'projet', 'projets');
}
