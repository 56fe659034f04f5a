import { formatPercent } from '@palier/domain';
import { momentText } from '../../../lib/activity-time.ts';
import { errorMessage } from '../../../lib/api/errors.ts';
import { french } from '../../../lib/french.ts';
import { Button } from '../../../ui/button.tsx';
import { ProgressBar, Skeleton } from '../../../ui/marks.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { useCancelOptimization } from '../api/optimizations.ts';
import { isOptimizationPending, type Optimization, statusLabels } from '../api/status.ts';
import { Infeasible } from './infeasible.tsx';
import { RunLetter } from './run-letter.tsx';
import styles from './run-list.module.css';
import lists from './side-list.module.css';

export interface RunListProps {
  title?: string;
  runs: readonly Optimization[];
  /** Ids of the compared runs. */
  compared: readonly string[];
  /** Why a finished run cannot be compared over the projects ticked; null when it can. */
  whyApart: (run: Optimization) => string | null;
  /** Which figures a run was made from, where they have moved since; see `formerFigures`. */
  formerFigures: (run: Optimization) => string | null;
  /** Since when the plan in force is what it is: runs made before were not made from it. */
  currentSince: string | null;
  currency: string;
  error: unknown;
  loading: boolean;
  onRetry: () => void;
  onToggle: (id: string) => void;
}

/** The latest run of each scenario: its progress, then its letter, which never changes. */
export function RunList({ title = 'Exécutions', error, loading, onRetry, ...list }: RunListProps) {
  const { runs, compared } = list;
  return (
    <section aria-label={title}>
      <header className={lists.head}>
        <h2>{title}</h2>
      </header>
      {error !== null && (
        <ErrorState title="Exécutions non chargées" onRetry={onRetry}>
          {errorMessage(error)}
        </ErrorState>
      )}
      {loading && runs.length === 0 && <Skeleton width="80%" height={16} />}
      {!loading && error === null && runs.length === 0 && (
        <p className={`${lists.empty} muted`}>Aucune exécution pour l’instant.</p>
      )}
      <ul className={lists.list}>
        {runs.map((run) => (
          <RunLine
            key={run._id}
            run={run}
            isCompared={compared.includes(run._id)}
            apart={list.whyApart(run)}
            figures={list.formerFigures(run)}
            currentSince={list.currentSince}
            currency={list.currency}
            onToggle={list.onToggle}
          />
        ))}
      </ul>
    </section>
  );
}

interface LineProps {
  run: Optimization;
  isCompared: boolean;
  apart: string | null;
  figures: string | null;
  currentSince: string | null;
  currency: string;
  onToggle: (id: string) => void;
}

function RunLine({ run, isCompared, apart, figures, currentSince, currency, onToggle }: LineProps) {
  const cancel = useCancelOptimization();
  const pending = isOptimizationPending(run.status);
  const done = run.status === 'completed';
  const why = run.result_overview?.infeasibility ?? null;
  const share = run.status === 'requested' ? null : run.progress;
  const former = done && !apart && currentSince !== null && run.created_at < currentSince;
  return (
    <li>
      {done && !apart ? (
        <button
          type="button"
          aria-pressed={isCompared}
          aria-label={isCompared ? `Retirer ${run.name} de la comparaison` : `Comparer ${run.name}`}
          onClick={() => onToggle(run._id)}
        >
          <RunLetter letter={run.letter} state={isCompared ? 'compared' : 'apart'} />
        </button>
      ) : (
        <RunLetter letter={run.letter} state={done ? 'apart' : 'none'} />
      )}
      <div className="spacer">
        <p>
          {run.name} {former && <Tag tone="warning">avant le plan actuel</Tag>}{' '}
          {done && !apart && figures && <Tag tone="warning">{figures}</Tag>}
        </p>
        <p className={`${run.status === 'failed' ? 'attention' : 'muted'} small`}>{stateOf(run)}</p>
        {done && apart && <p className="muted small">{french(`${apart} : non comparée`)}</p>}
        {run.error && <p className="attention small">{run.error}</p>}
        {why && (
          <details className={styles.details}>
            <summary className="attention small">Impossible : pourquoi ?</summary>
            <Infeasible run={run} why={why} currency={currency} />
          </details>
        )}
        {pending && <ProgressBar share={share} label={`Avancement de ${run.name}`} />}
      </div>
      {pending && (
        <Button small disabled={cancel.isPending} onClick={() => cancel.mutate(run._id)}>
          Annuler
        </Button>
      )}
    </li>
  );
}

/** « en cours, 62 % », « 5 juil. 10:12 », « 5 juil. 10:12 · annulée ». */
function stateOf({ status, progress, created_at }: Optimization): string {
  if (status === 'requested') return statusLabels[status];
  if (status === 'running') return `${statusLabels[status]}, ${formatPercent(progress * 100, 0)}`;
  const asked = momentText(created_at);
  return status === 'completed' ? asked : `${asked} · ${statusLabels[status]}`;
}
