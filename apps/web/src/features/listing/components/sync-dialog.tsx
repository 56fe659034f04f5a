import { formatQuantity } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { notifySuccess } from '../../../lib/notifications.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { readOutOfSync, syncProject } from '../api/queries.ts';
import type { PanelProps } from './panel-types.ts';

/** Takes the discounts of the same products in another project; says first how many differ. */
export function SyncDialog({ project, projects, listing, onClose }: PanelProps): ReactNode {
  const others = projects.filter(
    ({ _id, operation }) => _id !== project._id && operation === project.operation,
  );
  const [source, setSource] = useState<string | null>(null);
  const [override, setOverride] = useState(false);
  const [busy, setBusy] = useState(false);
  const counts = useQuery(
    readOutOfSync(
      project._id,
      others.map(({ _id }) => _id),
    ),
  );
  const countOf = (id: string): number | null =>
    counts.data?.find((row) => row.project_id === id)?.out_of_sync_count ?? null;
  const chosenCount = source ? countOf(source) : null;
  const apply = async (): Promise<void> => {
    if (!source) return;
    setBusy(true);
    try {
      const receipt = await syncProject(project._id, {
        source_project_id: source,
        override_optimal_discount_pct: override,
      });
      notifySuccess(`${formatQuantity(receipt.discount_count)} démarques synchronisées`);
      onClose();
      await listing.refresh();
    } catch (error) {
      console.error('sync', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title="Synchroniser depuis un projet"
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Annuler</Button>
          <Button tone="dark" disabled={!source || busy} onClick={() => void apply()}>
            {chosenCount === null ? 'Synchroniser' : `Synchroniser ${formatQuantity(chosenCount)} démarques`}
          </Button>
        </>
      }
    >
      {others.length === 0 ? (
        <EmptyState icon="copy" title="Aucun autre projet dans cette opération">
          La synchronisation reprend les démarques des mêmes produits dans un projet voisin.
        </EmptyState>
      ) : null}
      {counts.isError ? (
        <ErrorState title="Les écarts n’ont pas pu être comptés" onRetry={() => void counts.refetch()}>
          {errorMessage(counts.error)}
        </ErrorState>
      ) : null}
      <div className="ls-choices">
        {others.map(({ _id, name }) => (
          <label key={_id} className="ls-radio">
            <input type="radio" name="source" checked={source === _id} onChange={() => setSource(_id)} />
            <span className="sp">{name.split('/').slice(1).join(' · ') || name}</span>
            {counts.isPending ? (
              <Skeleton width={80} />
            ) : (
              <span className="mut sm">
                {countOf(_id) === null ? '-' : `${formatQuantity(countOf(_id))} démarques différentes`}
              </span>
            )}
          </label>
        ))}
      </div>
      {others.length > 0 ? (
        <Checkbox label="Remplacer aussi les démarques optimales" checked={override} onChange={setOverride} />
      ) : null}
    </Dialog>
  );
}
