import type { Project } from '@palier/contract';
import { formatPercent } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../../lib/api/errors.ts';
import { countOf } from '../../../lib/french.ts';
import { useHorizon } from '../../../lib/use-horizon.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ProgressBar, Skeleton } from '../../../ui/marks.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { getComparison, getOptimization, useCancelOptimization } from '../api/optimizations.ts';
import { isOptimizationPending, type Optimization } from '../api/status.ts';
import { horizonChoices } from '../model/days.ts';
import { gapSentence } from '../model/floor.ts';
import { runResult } from '../model/results.ts';
import { ApplyButtons } from './apply-buttons.tsx';
import tables from './comparison-table.module.css';
import { Infeasible } from './infeasible.tsx';
import { LossGuard } from './loss-guard.tsx';
import { SimpleComparison } from './simple-comparison.tsx';
import styles from './simple-result.module.css';
import { useSending } from './use-sending.ts';

interface SimpleResultProps {
  runId: string;
  projects: readonly Project[];
  /** Another run is being asked for. */
  asking: boolean;
  /** Asks for the same run with a floor of « marge après invendus ». */
  onFloor: (floor: number) => void;
}

/** The simple screen's run: its progress, then before and after, and the way to apply it. */
export function SimpleResult(props: SimpleResultProps) {
  const { data: run, isError, error, refetch } = useQuery(getOptimization(props.runId));
  if (isError) {
    return (
      <ErrorState title="Le résultat n’a pas pu être lu" onRetry={() => void refetch()}>
        {errorMessage(error)}
      </ErrorState>
    );
  }
  if (!run || isOptimizationPending(run.status)) return <Waiting run={run} runId={props.runId} />;
  if (run.status !== 'completed') {
    return (
      <ErrorState title={run.status === 'cancelled' ? 'Calcul annulé' : 'Le calcul a échoué'}>
        {run.error ?? 'Rien n’a été changé. Vous pouvez recalculer.'}
      </ErrorState>
    );
  }
  return <Finished run={run} {...props} />;
}

function Waiting({ run, runId }: { run: Optimization | undefined; runId: string }) {
  const cancel = useCancelOptimization();
  const share = run && run.status === 'running' ? run.progress : null;
  return (
    <Card title="Calcul en cours" tools={<span>{share !== null && formatPercent(share * 100, 0)}</span>}>
      <div className={styles.wait} role="status">
        <ProgressBar share={share} label="Avancement du calcul" />
        <Button disabled={cancel.isPending} onClick={() => cancel.mutate(runId)}>
          Annuler
        </Button>
      </div>
    </Card>
  );
}

function Finished({
  run,
  projects,
  asking,
  onFloor,
}: Omit<SimpleResultProps, 'runId'> & { run: Optimization }) {
  const ids = projects.map((project) => project._id);
  const [horizon, chooseHorizon] = useHorizon();
  const sending = useSending(
    { optimization_ids: [run._id], project_ids: ids, remove_unspecified: false },
    run.name,
  );
  const figures = useQuery(getComparison(ids, [run._id]));
  const result = runResult(run, ids);
  if (!result) return <ErrorState title="Ce calcul n’a rien donné pour ces projets" />;
  if (figures.isError) {
    return (
      <ErrorState title="Les chiffres n’ont pas pu être lus" onRetry={() => void figures.refetch()}>
        {errorMessage(figures.error)}
      </ErrorState>
    );
  }
  const comparison = figures.data;
  if (!comparison) return <Skeleton width="80%" height={240} />;
  const accounting = projects[0]?.accounting_currency ?? 'EUR';
  const currencies = { catalog: projects[0]?.catalog_currency ?? 'EUR', accounting };
  const { loss, sent } = sending;
  const kept = comparison.kept_user_count;
  return (
    <Card
      title="Résultat"
      note={countOf(comparison.discount_count, 'produit', 'produits')}
      tools={
        <Segmented
          small
          label="Jours des prévisions"
          value={horizon}
          options={horizonChoices(projects)}
          onChange={chooseHorizon}
        />
      }
    >
      <SimpleComparison {...{ comparison, projects, horizon, currencies, loss }} />
      {result.infeasibility && <Infeasible run={run} why={result.infeasibility} currency={accounting} />}
      {result.problems.map((problem) => (
        <p key={problem} className={`${tables.padded} attention`}>
          {problem}
        </p>
      ))}
      {loss && (
        <LossGuard
          key={loss.profit_after_leftovers}
          loss={loss}
          currency={accounting}
          busy={asking}
          onFloor={sent ? undefined : onFloor}
        />
      )}
      <div className={styles.action}>
        <span className="muted small">
          {result.gap !== null && !result.infeasibility && `${gapSentence(result.gap)} `}
          {kept > 0 && `${countOf(kept, 'démarque gardée', 'démarques gardées')} à la main.`}
        </span>
        <span className="spacer" />
        <ApplyButtons
          count={comparison.runs[0]?.sent_count ?? 0}
          projects={projects}
          sending={sending}
          impossible={result.infeasibility ? run.name : null}
        />
      </div>
    </Card>
  );
}
