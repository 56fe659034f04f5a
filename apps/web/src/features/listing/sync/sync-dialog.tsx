import type { Project, RouteOutput } from '@palier/contract';
import { EDIT_FAULT_MESSAGES, type EditFault, formatQuantity } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { countOf } from '../../../lib/french.ts';
import { notifyInfo, notifySuccess } from '../../../lib/notifications.ts';
import { tellKept } from '../../../lib/seen/kept-lines.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox, FieldError } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { readOutOfSync, syncProject } from '../api/queries.ts';
import { listingCommand } from '../edit/activity-command.ts';
import type { PanelProps } from '../screen/panel-types.ts';
import shared from '../shared.module.css';
import styles from './sync-dialog.module.css';

type Receipt = RouteOutput<'sync.apply'>;
type Difference = RouteOutput<'sync.get_group'>['data'][number];

/** « 12 démarques », « 1 démarque ». */
function discounts(count: number, adjective = ''): string {
  const one = `démarque${adjective && ` ${adjective}`}`;
  return countOf(count, one, one.replace(/(?= |$)/g, 's'));
}

/** What differs, of how many discounts chosen there, of how many products in both: three numbers, each by its name. */
export function differenceText({ out_of_sync_count, discount_count, shared_count }: Difference): string {
  const shared = countOf(shared_count, 'produit commun', 'produits communs');
  if (discount_count === 0) return `aucune démarque là-bas pour ${shared}`;
  const given = discount_count === shared_count ? shared : `${discounts(discount_count)} pour ${shared}`;
  return out_of_sync_count === 0
    ? `à jour\u202f: ${given}`
    : `${discounts(out_of_sync_count, 'différente')} sur ${given}`;
}

/** What was left alone, by reason; null when everything was taken. */
function leftText({ refused, optimal_count }: Receipt): string | null {
  const reasons = Object.entries(refused).map(
    ([fault, count]) => `${formatQuantity(count)}\u202f: ${EDIT_FAULT_MESSAGES[fault as EditFault] ?? fault}`,
  );
  if (optimal_count > 0) reasons.push(`${formatQuantity(optimal_count)}\u202f: démarque optimale gardée.`);
  return reasons.length > 0 ? `Laissées telles quelles. ${reasons.join(' ')}` : null;
}

function tell(receipt: Receipt): void {
  const left = leftText(receipt);
  if (receipt.discount_count > 0)
    notifySuccess(`${discounts(receipt.discount_count, 'reprise')}.${left ? ` ${left}` : ''}`);
  else notifyInfo(`Aucune démarque reprise. ${left ?? ''}`);
}

/** The sources that share products, those of the same operation first, then those that share the most. */
function sourcesOf(
  project: Project,
  projects: readonly Project[],
  differences: readonly Difference[],
): { source: Project; difference: Difference }[] {
  return differences
    .flatMap((difference) => {
      const source = projects.find(({ _id }) => _id === difference.project_id);
      return source ? [{ source, difference }] : [];
    })
    .sort(
      (left, right) =>
        Number(right.source.operation === project.operation) -
          Number(left.source.operation === project.operation) ||
        right.difference.discount_count - left.difference.discount_count,
    );
}

/** Takes the discounts of the same products in another project; says first how many differ, then what was left. */
export function SyncDialog({ project, projects, handle, listing, session, onClose }: PanelProps): ReactNode {
  const [source, setSource] = useState<string | null>(null);
  const [override, setOverride] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const counts = useQuery(readOutOfSync(project._id));
  const sources = counts.data ? sourcesOf(project, projects, counts.data) : [];
  const chosen = sources.find((other) => other.source._id === source)?.difference.out_of_sync_count ?? null;
  // What is decided behind this window is not seen.
  const [seen] = useState(() => listing.version.get());
  const send = (from: string) => {
    const body = { source_project_id: from, override_optimal_discount_pct: override };
    return session.act(() => syncProject(project._id, body, seen));
  };
  const apply = async (from: string): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      session.markBefore([]);
      const receipt = await send(from);
      const { activity_id } = receipt;
      tell(receipt);
      tellKept(receipt.kept, 'changed', handle.changeParameters);
      if (activity_id)
        session.history.add(listingCommand(project._id, { activity_id, label: 'Synchronisation' }, listing));
      onClose();
      await listing.refresh();
    } catch (failure) {
      setError(errorMessage(failure));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title="Synchroniser depuis un projet"
      open
      onClose={onClose}
      width={640}
      actions={
        <>
          <Button onClick={onClose}>Annuler</Button>
          <Button tone="dark" disabled={!source || busy} onClick={() => source && void apply(source)}>
            {chosen === null ? 'Synchroniser' : `Reprendre ${discounts(chosen)}`}
          </Button>
        </>
      }
    >
      {counts.isPending ? <Skeleton height={96} /> : null}
      {counts.isError ? (
        <ErrorState title="Les écarts n’ont pas pu être comptés" onRetry={() => void counts.refetch()}>
          {errorMessage(counts.error)}
        </ErrorState>
      ) : null}
      {counts.data && sources.length === 0 ? (
        <EmptyState icon="copy" title="Aucun projet n’a de démarque pour ces produits">
          La synchronisation reprend les démarques des mêmes produits dans un autre projet, quelle que soit
          son opération.
        </EmptyState>
      ) : null}
      {sources.length > 0 ? (
        <>
          <p className="muted">
            Tous les produits communs du projet sont concernés{'\u202f'}; ce que les règles ou la démarque
            précédente refusent reste tel quel. Ctrl+Z annule.
          </p>
          <fieldset className={styles.sources}>
            <legend className="visually-hidden">Projet source</legend>
            {sources.map(({ source: other, difference }) => (
              <label key={other._id} className={`${shared.radio} ${styles.source}`}>
                <input
                  type="radio"
                  name="source"
                  checked={source === other._id}
                  disabled={difference.out_of_sync_count === 0}
                  onChange={() => setSource(other._id)}
                />
                <span className="spacer">
                  {other.name.split('/').slice(1).join(' · ') || other.name}
                  <span className={`${shared.code} ${styles.place}`}>{other.operation}</span>
                </span>
                <span className="muted small">{differenceText(difference)}</span>
              </label>
            ))}
          </fieldset>
          <Checkbox
            label="Remplacer aussi les démarques optimales"
            checked={override}
            onChange={setOverride}
          />
        </>
      ) : null}
      {error ? <FieldError role="alert">{`Rien n’a changé\u202f: ${error}`}</FieldError> : null}
    </Dialog>
  );
}
