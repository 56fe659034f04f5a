import { formatPercent } from '@palier/domain';
import { errorMessage } from '../../../lib/api/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { ProgressBar, Skeleton } from '../../../ui/marks.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useCancelOptimization } from '../api/optimizations.ts';
import { isOptimizationPending, type Optimization, statusLabels } from '../api/status.ts';
import { runLetters } from '../model/results.ts';
import { Infeasible } from './infeasible.tsx';
import letters from './letter.module.css';
import styles from './run-list.module.css';
import lists from './side-list.module.css';

const moment = new Intl.DateTimeFormat('fr-FR', {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
});

export interface RunListProps {
  runs: readonly Optimization[];
  /** Ids of the compared runs, in the order of their letters. */
  compared: readonly string[];
  currency: string;
  error: unknown;
  loading: boolean;
  onRetry: () => void;
  onToggle: (id: string) => void;
}

/** The latest run of each scenario: its progress, then its letter in the comparison. */
export function RunList({ runs, compared, currency, error, loading, onRetry, onToggle }: RunListProps) {
  return (
    <section aria-label="Exécutions">
      <header className={lists.head}>
        <h2>Exécutions</h2>
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
            place={compared.indexOf(run._id)}
            currency={currency}
            onToggle={onToggle}
          />
        ))}
      </ul>
    </section>
  );
}

const letterClass = { A: letters.first, B: letters.second, C: letters.third, D: letters.fourth };

/** Letter of a compared run, on its colour; an empty circle for the others. */
export function RunLetter({ place }: { place: number }) {
  const letter = runLetters[place];
  return letter ? (
    <span className={`${letters.letter} ${letterClass[letter]}`}>{letter}</span>
  ) : (
    <span className={`${letters.letter} ${letters.blank}`} />
  );
}

function RunLine({
  run,
  place,
  currency,
  onToggle,
}: {
  run: Optimization;
  place: number;
  currency: string;
  onToggle: (id: string) => void;
}) {
  const cancel = useCancelOptimization();
  const pending = isOptimizationPending(run.status);
  const why = run.result_overview?.infeasibility ?? null;
  const tone = run.status === 'failed' ? 'attention' : 'muted';
  const share = run.status === 'requested' ? null : run.progress;
  const state = pending
    ? `${statusLabels[run.status]}${share === null ? '' : `, ${formatPercent(share * 100, 0)}`}`
    : run.status === 'completed'
      ? moment.format(new Date(run.created_at))
      : `${moment.format(new Date(run.created_at))} · ${statusLabels[run.status]}`;
  return (
    <li>
      {run.status === 'completed' ? (
        <button
          type="button"
          aria-pressed={place >= 0}
          aria-label={place >= 0 ? `Retirer ${run.name} de la comparaison` : `Comparer ${run.name}`}
          onClick={() => onToggle(run._id)}
        >
          <RunLetter place={place} />
        </button>
      ) : (
        <RunLetter place={-1} />
      )}
      <div className="spacer">
        <p>{run.name}</p>
        <p className={`${tone} small`}>{state}</p>
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
