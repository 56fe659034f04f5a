import type { Project } from '@palier/contract';
import { type Collection, currencySymbol, formatPercent, type OptimizationGoal } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { french } from '../../../lib/french.ts';
import { paths } from '../../../lib/paths.ts';
import { useRefusalAmong } from '../../../lib/session/use-refusal.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Page } from '../../../ui/page.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { TabsTools } from '../../../ui/tabs-tools.tsx';
import { useRequestOptimization } from '../api/optimizations.ts';
import { listScenarios, useSaveScenario } from '../api/scenarios.ts';
import type { Optimization } from '../api/status.ts';
import { typedNumber } from '../model/scenario-draft.ts';
import { deepestChoices, findSimpleScenario, simpleScenario } from '../model/simple.ts';
import letters from './letter.module.css';
import { MissingFactsOf } from './missing-facts.tsx';
import { ModeSwitch } from './mode-switch.tsx';
import styles from './simple-page.module.css';
import { SimpleResult } from './simple-result.tsx';

const goals: readonly { value: OptimizationGoal; label: string; note: string }[] = [
  {
    value: 'profit',
    label: 'Gagner de la marge',
    note: 'Vendre au meilleur prix, quitte à garder un peu de stock.',
  },
  { value: 'sales', label: 'Faire du chiffre d’affaires', note: 'Vendre plus, en tenant compte du prix.' },
  { value: 'cogs', label: 'Écouler le stock', note: 'Sortir le plus de valeur de stock possible.' },
];

/** One page, three questions, a result, apply. */
export function SimplePage({
  collection,
  projects,
}: {
  collection: Collection;
  projects: readonly Project[];
}) {
  const choices = deepestChoices(projects);
  const [goal, setGoal] = useState<OptimizationGoal>('profit');
  const [deepest, setDeepest] = useState(choices[choices.length - 1] ?? 60);
  const [budget, setBudget] = useState('');
  const [run, setRun] = useState<Optimization | null>(null);
  const scenarios = useQuery(listScenarios());
  const save = useSaveScenario();
  const request = useRequestOptimization();
  const refusal = useRefusalAmong('optimise', projects);
  const amount = typedNumber(budget);
  const busy = save.isPending || request.isPending;
  const start = async () => {
    try {
      const ids = projects.map((project) => project._id);
      const known = findSimpleScenario(scenarios.data ?? [], ids);
      const scenario = await save.mutateAsync({
        id: known?._id ?? null,
        body: simpleScenario({ goal, deepest, budget: amount ?? null }, ids),
      });
      const run = await request.mutateAsync({
        scenarioId: scenario._id,
        projects: ids,
      });
      setRun(run);
    } catch {
      // The client has notified the failure.
    }
  };
  /** The same questions, with a merit to keep. */
  const startWithFloor = async (minimumMerit: number) => {
    if (!run?.scenario_id) return;
    try {
      setRun(
        await request.mutateAsync({ scenarioId: run.scenario_id, projects: run.projects, minimumMerit }),
      );
    } catch {
      // The client has notified the failure.
    }
  };
  return (
    <Page className={styles.page}>
      <title>Optimisation simple · Palier</title>
      <TabsTools>
        <ModeSwitch collection={collection} mode="simple" />
      </TabsTools>
      <MissingFactsOf projects={projects} />
      <h1>Optimiser en trois questions</h1>
      <Card label="Questions" className={styles.questions}>
        <Question number={1} title={french('Qu’est-ce qui compte le plus ?')}>
          <div className={styles.goals}>
            {goals.map(({ value, label, note }) => (
              <label key={value} className={goal === value ? `${styles.goal} ${styles.chosen}` : styles.goal}>
                <input
                  type="radio"
                  name="goal"
                  value={value}
                  checked={goal === value}
                  onChange={() => setGoal(value)}
                />
                <span>
                  <b>{label}</b>
                  <span className="muted small">{note}</span>
                </span>
              </label>
            ))}
          </div>
        </Question>
        <Question number={2} title={french('Jusqu’où peut aller la démarque ?')}>
          <Segmented
            label="Démarque la plus forte"
            value={String(deepest)}
            onChange={(value) => setDeepest(Number(value))}
            options={choices.map((choice) => ({ value: String(choice), label: formatPercent(choice) }))}
          />
        </Question>
        <Question number={3} title={french('Combien peuvent coûter les démarques ?')}>
          <TextField
            label="Budget de démarque"
            hideLabel
            inputMode="decimal"
            placeholder="sans plafond"
            suffix={currencySymbol(projects[0]?.catalog_currency ?? 'EUR')}
            className={styles.budget}
            value={budget}
            error={amount === undefined ? 'Donnez un montant.' : undefined}
            onChange={setBudget}
          />
        </Question>
        <div className="side-by-side">
          <Button
            tone={run ? 'plain' : 'primary'}
            icon="bolt"
            disabled={busy || amount === undefined || scenarios.isPending || refusal !== null}
            title={refusal ?? undefined}
            onClick={() => void start()}
          >
            {run ? 'Recalculer' : 'Calculer les démarques'}
          </Button>
          <span className="muted small">
            {french(refusal ?? 'Rien n’est changé avant que vous ne l’appliquiez.')}
          </span>
        </div>
      </Card>
      {run && (
        <SimpleResult
          key={run._id}
          runId={run._id}
          projects={projects}
          asking={busy}
          onFloor={(floor) => void startWithFloor(floor)}
        />
      )}
      <p>
        <LinkButton tone="quiet" to={paths.optimization(collection)}>
          Plus de contraintes, ou plusieurs scénarios à comparer
        </LinkButton>
      </p>
    </Page>
  );
}

function Question({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className={styles.question}>
      <h2>
        <span className={`${letters.letter} ${letters.first}`}>{number}</span>
        {title}
      </h2>
      {children}
    </section>
  );
}
