import type { Project, SendingPreview } from '@palier/contract';
import { formatDelta, formatPercent, formatQuantity } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../../lib/api/errors.ts';
import { countOf } from '../../../lib/french.ts';
import { paths } from '../../../lib/paths.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ProgressBar } from '../../../ui/marks.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Table, TableHead } from '../../../ui/table.tsx';
import { getOptimization, useCancelOptimization } from '../api/optimizations.ts';
import { isOptimizationPending, type Optimization } from '../api/status.ts';
import { comparisonRows, MERIT_LABEL } from '../model/comparison.ts';
import { gapSentence } from '../model/floor.ts';
import { type RunResult, runResult } from '../model/results.ts';
import tables from './comparison-table.module.css';
import { Infeasible } from './infeasible.tsx';
import { LossGuard } from './loss-guard.tsx';
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
  const ids = projects.map((project) => project._id).filter((id) => run.projects.includes(id));
  const sending = useSending(
    { optimization_ids: [run._id], project_ids: ids, remove_unspecified: false },
    run.name,
  );
  const result = runResult(run, ids);
  if (!result) return <ErrorState title="Ce calcul n’a rien donné pour ces projets" />;
  const accounting = projects[0]?.accounting_currency ?? 'EUR';
  const catalog = projects[0]?.catalog_currency ?? 'EUR';
  const { loss, sent } = sending;
  return (
    <Card title="Résultat" note={`${formatQuantity(result.discount_count)} produits, toutes démarques`}>
      <ResultTable result={result} loss={loss} catalog={catalog} accounting={accounting} />
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
          Les démarques saisies à la main sont gardées.
        </span>
        <span className="spacer" />
        <ApplyButtons count={result.discount_count} ids={ids} sending={sending} />
      </div>
    </Card>
  );
}

interface ApplyButtonsProps {
  count: number;
  ids: readonly string[];
  sending: ReturnType<typeof useSending>;
}

/** Applies, in red when the plan loses; what was applied is taken back beside it. */
function ApplyButtons({
  count,
  ids,
  sending: { preview, loss, sent, busy, submit, undo },
}: ApplyButtonsProps) {
  const [only] = ids;
  if (sent) {
    return (
      <>
        <Button icon="undo" disabled={busy || sent.activities.length === 0} onClick={() => void undo()}>
          {`Annuler ${countOf(sent.count, 'démarque', 'démarques')}`}
        </Button>
        {only && <LinkButton to={paths.listing(only)}>Voir le listing</LinkButton>}
      </>
    );
  }
  const loses = loss !== null && loss.warnings.length > 0;
  // What is lost is said before it can be done.
  return (
    <Button
      tone={loses ? 'danger' : 'primary'}
      disabled={busy || preview.isPending || ids.length === 0}
      onClick={() => void submit()}
    >
      {loses ? 'Appliquer malgré la perte' : `Appliquer à ${countOf(count, 'produit', 'produits')}`}
    </Button>
  );
}

interface ResultTableProps {
  result: RunResult;
  loss: SendingPreview['loss'];
  catalog: string;
  accounting: string;
}

/** The present discounts and those of the run, figure by figure; what loses is red. */
function ResultTable({ result, loss, catalog, accounting }: ResultTableProps) {
  const lost = new Set((loss?.warnings ?? []).map(({ kind }) => kind));
  const losesMerit = lost.has('below_current') || lost.has('below_nothing');
  const rows = comparisonRows([result], { catalog, accounting });
  return (
    <Table className={tables.table}>
      <TableHead
        titles={[
          'Prévision',
          { figure: 'Démarques actuelles' },
          { figure: 'Démarques calculées' },
          { figure: 'Écart' },
        ]}
      />
      <tbody>
        {rows.map((row) => {
          const red = losesMerit && row.label === MERIT_LABEL;
          return (
            <tr key={row.label} className={red ? styles.lost : undefined}>
              <th scope="row">{row.label}</th>
              <td className="figure muted">{row.current}</td>
              <td className="figure">
                <b>{row.cells[0]?.text}</b>
              </td>
              <td className={red ? 'figure strong' : 'figure computed strong'}>{row.cells[0]?.change}</td>
            </tr>
          );
        })}
        {loss && (
          <tr className={lost.has('below_cost') ? styles.lost : undefined}>
            <th scope="row">Produits vendus sous leur coût</th>
            <td className="figure muted">{formatQuantity(loss.current_below_cost_count)}</td>
            <td className="figure">
              <b>{formatQuantity(loss.below_cost_count)}</b>
            </td>
            <td className="figure strong">
              {formatDelta(loss.below_cost_count - loss.current_below_cost_count)}
            </td>
          </tr>
        )}
      </tbody>
    </Table>
  );
}
