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
import { undoActivity } from '../api/discounts.ts';
import { readOutOfSync, syncProject } from '../api/queries.ts';
import type { PanelProps } from './panel-types.ts';

/** Takes the discounts of the same products in another project; says first how many differ. */
export function SyncDialog({ project, projects, listing, session, onClose }: PanelProps): ReactNode {
  const others = projects.filter(
    ({ _id, operation }) => _id !== project._id && operation === project.operation,
  );
  const [source, setSource] = useState<string | null>(null);
  const [override, setOverride] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const counts = useQuery(
    readOutOfSync(
      project._id,
      others.map(({ _id }) => _id),
    ),
  );
  const rowOf = (id: string) => counts.data?.find((row) => row.project_id === id);
  const countOf = (id: string): number | null => rowOf(id)?.out_of_sync_count ?? null;
  const stateOf = (id: string): string => {
    const row = rowOf(id);
    if (!row) return '-';
    if (row.discount_count === 0) return 'aucun produit commun';
    const common = `sur ${formatQuantity(row.discount_count)} en commun`;
    const many = row.out_of_sync_count >= 2 ? 's' : '';
    return row.out_of_sync_count === 0
      ? `à jour ${common}`
      : `${formatQuantity(row.out_of_sync_count)} démarque${many} différente${many} ${common}`;
  };
  const chosenCount = source ? countOf(source) : null;
  const send = (from: string) =>
    syncProject(project._id, { source_project_id: from, override_optimal_discount_pct: override });
  const apply = async (): Promise<void> => {
    if (!source) return;
    setBusy(true);
    setError(null);
    try {
      session.markBefore([]);
      const receipt = await send(source);
      let activity = receipt.activity_id;
      notifySuccess(`${formatQuantity(receipt.discount_count)} démarques synchronisées`);
      session.history.add({
        label: 'Synchronisation',
        run: async () => {
          activity = (await send(source)).activity_id;
          await listing.refresh();
        },
        revert: async () => {
          if (activity) await undoActivity(project._id, activity);
          await listing.refresh();
        },
      });
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
            <input
              type="radio"
              name="source"
              checked={source === _id}
              disabled={countOf(_id) === 0}
              onChange={() => setSource(_id)}
            />
            <span className="sp">{name.split('/').slice(1).join(' · ') || name}</span>
            {counts.isPending ? <Skeleton width={80} /> : <span className="mut sm">{stateOf(_id)}</span>}
          </label>
        ))}
      </div>
      {error ? (
        <p className="field-error" role="alert">
          {`Rien n’a changé\u202f: ${error}`}
        </p>
      ) : null}
      {others.length > 0 ? (
        <Checkbox label="Remplacer aussi les démarques optimales" checked={override} onChange={setOverride} />
      ) : null}
    </Dialog>
  );
}
