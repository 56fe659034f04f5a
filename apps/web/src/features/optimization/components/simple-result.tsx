import type { Project } from '@palier/contract';
import { formatPercent, formatQuantity } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { countOf } from '../../../lib/french.ts';
import { leaveActivity } from '../../../lib/left-activities.ts';
import { notifySuccess } from '../../../lib/notifications.ts';
import { paths } from '../../../lib/paths.ts';
import { withProgress } from '../../../lib/progress.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ProgressBar } from '../../../ui/marks.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Table } from '../../../ui/table.tsx';
import { getOptimization, useCancelOptimization, useSendToListing } from '../api/optimizations.ts';
import { isOptimizationPending, type Optimization } from '../api/status.ts';
import { comparisonRows } from '../model/comparison.ts';
import { runResult } from '../model/results.ts';
import tables from './comparison-table.module.css';
import { Infeasible } from './infeasible.tsx';
import styles from './simple-result.module.css';

/** The simple screen's run: its progress, then before and after, and the way to apply it. */
export function SimpleResult({ runId, projects }: { runId: string; projects: readonly Project[] }) {
  const { data: run, isError, error, refetch } = useQuery(getOptimization(runId));
  if (isError) {
    return (
      <ErrorState title="Le résultat n’a pas pu être lu" onRetry={() => void refetch()}>
        {errorMessage(error)}
      </ErrorState>
    );
  }
  if (!run || isOptimizationPending(run.status)) return <Waiting run={run} runId={runId} />;
  if (run.status !== 'completed') {
    return (
      <ErrorState title={run.status === 'cancelled' ? 'Calcul annulé' : 'Le calcul a échoué'}>
        {run.error ?? 'Rien n’a été changé. Vous pouvez recalculer.'}
      </ErrorState>
    );
  }
  return <Finished run={run} projects={projects} />;
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

function Finished({ run, projects }: { run: Optimization; projects: readonly Project[] }) {
  const send = useSendToListing();
  const [applied, setApplied] = useState<number | null>(null);
  const ids = projects.map((project) => project._id).filter((id) => run.projects.includes(id));
  const result = runResult(run, ids);
  if (!result) return <ErrorState title="Ce calcul n’a rien donné pour ces projets" />;
  const rows = comparisonRows([result], {
    catalog: projects[0]?.catalog_currency ?? 'EUR',
    accounting: projects[0]?.accounting_currency ?? 'EUR',
  });
  const apply = async () => {
    try {
      const sending = { optimization_ids: [run._id], project_ids: ids, remove_unspecified: false };
      const { data } = await withProgress(() => send.mutateAsync(sending));
      const count = data.reduce((sum, receipt) => sum + receipt.discount_count, 0);
      setApplied(count);
      for (const { project_id, activity_id } of data)
        if (activity_id) leaveActivity(project_id, { activity_id, label: `Optimisation « ${run.name} »` });
      notifySuccess(`${countOf(count, 'démarque changée', 'démarques changées')} dans le listing.`);
    } catch {
      // The client has notified the failure, and nothing was written.
    }
  };
  const [only] = ids;
  return (
    <Card title="Résultat" note={`${formatQuantity(result.discount_count)} produits, toutes démarques`}>
      <Table className={tables.table}>
        <thead>
          <tr>
            <th scope="col">Prévision</th>
            <th scope="col" className="figure">
              Démarques actuelles
            </th>
            <th scope="col" className="figure">
              Démarques calculées
            </th>
            <th scope="col" className="figure">
              Écart
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">{row.label}</th>
              <td className="figure muted">{row.current}</td>
              <td className="figure">
                <b>{row.cells[0]?.text}</b>
              </td>
              <td className="figure computed strong">{row.cells[0]?.change}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {result.infeasibility && (
        <Infeasible
          run={run}
          why={result.infeasibility}
          currency={projects[0]?.accounting_currency ?? 'EUR'}
        />
      )}
      {result.problems.map((problem) => (
        <p key={problem} className={`${tables.padded} attention`}>
          {problem}
        </p>
      ))}
      <div className={styles.action}>
        <span className="muted small">
          {result.gap !== null &&
            !result.infeasibility &&
            `À ${formatPercent(result.gap * 100, 2)} du meilleur possible. `}
          Les démarques saisies à la main sont gardées.
        </span>
        <span className="spacer" />
        {applied !== null && only && <LinkButton to={paths.listing(only)}>Voir le listing</LinkButton>}
        <Button
          tone="primary"
          disabled={send.isPending || applied !== null || ids.length === 0}
          onClick={() => void apply()}
        >
          {applied === null
            ? `Appliquer à ${countOf(result.discount_count, 'produit', 'produits')}`
            : 'Appliqué'}
        </Button>
      </div>
    </Card>
  );
}
