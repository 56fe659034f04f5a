import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { countOf, french } from '../../../lib/french.ts';
import { horizonText } from '../../../lib/horizon-text.ts';
import { notifySuccess } from '../../../lib/notifications.ts';
import { tellKept } from '../../../lib/seen/kept-lines.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { undoActivity } from '../api/discounts.ts';
import { importDiscounts } from '../api/queries.ts';
import type { PanelProps } from '../screen/panel-types.ts';
import { activityCommand } from './activity-command.ts';
import { type DiscountImportReport, ImportPreview } from './import-preview.tsx';

function products(count: number): string {
  return countOf(count, 'produit', 'produits');
}

/**
 * Discounts, inclusions, goals and comments from files keyed by product: what they would change is said first, row by
 * row for what is refused, then applied as one activity that is undone as one.
 */
export function ImportDialog({ project, listing, session, handle, context, onClose }: PanelProps): ReactNode {
  const queryClient = useQueryClient();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [report, setReport] = useState<DiscountImportReport | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (failure) {
      setError(errorMessage(failure));
    } finally {
      setBusy(false);
    }
  };
  const choose = (chosen: readonly File[]): void => {
    setFiles(chosen);
    setReport(null);
    if (chosen.length > 0) void attempt(async () => setReport(await importDiscounts(project._id, chosen)));
  };
  const refresh = async (): Promise<void> => {
    await listing.refresh();
    await queryClient.invalidateQueries({ queryKey: ['projects', project._id, 'activity'] });
  };
  const apply = (): Promise<void> =>
    attempt(async () => {
      if (!report) return;
      session.markBefore([]);
      const { activity_id, discount_count, kept } = await session.act(() =>
        importDiscounts(project._id, files, report.version),
      );
      const label = `Import de ${files.map(({ name }) => name).join(', ')}`;
      const undo = (id: string) => undoActivity(project._id, id);
      // It may be undone as soon as it is seen.
      if (activity_id) session.history.add(activityCommand({ activity_id, label }, undo, refresh));
      await refresh();
      notifySuccess(`${products(discount_count)} à jour`);
      tellKept(kept, 'changed', handle.changeParameters);
      onClose();
    });
  const count = report?.discount_count ?? 0;
  return (
    <Dialog
      title="Importer des démarques"
      open
      onClose={onClose}
      width={640}
      actions={
        <>
          <Button onClick={onClose}>Annuler</Button>
          <Button tone="dark" disabled={busy || count === 0} onClick={() => void apply()}>
            {busy ? 'Calcul en cours…' : count > 0 ? `Appliquer à ${products(count)}` : 'Appliquer'}
          </Button>
        </>
      }
    >
      <p className="muted">
        {french(
          'Un fichier CSV ou XLSX avec une colonne « code_produit » et au moins une de ces colonnes : « demarque », « inclus », « objectif », « commentaire ». Une case vide ne change rien ; « auto » rend la démarque automatique.',
        )}
      </p>
      <p className="muted">
        {french(
          'Ou l’export du listing, modifié dans un tableur : « Démarque choisie (%) », « Inclus » et « Objectif » sont lus ; une démarque choisie que vous effacez redevient automatique.',
        )}
      </p>
      <FileDrop
        accept=".csv,.xlsx,.txt"
        title={files.length > 0 ? files.map(({ name }) => name).join(', ') : 'Déposez un fichier ici'}
        note="CSV ou XLSX, la première feuille"
        buttonLabel={files.length > 0 ? 'Choisir un autre fichier' : 'Choisir un fichier'}
        disabled={busy}
        onFiles={choose}
      />
      {error ? (
        <ErrorState title="Rien n’a été importé">{error}</ErrorState>
      ) : report ? (
        <ImportPreview
          report={report}
          several={files.length > 1}
          days={horizonText(project, 'end')}
          catalog={context.catalog_currency}
          accounting={context.accounting_currency}
        />
      ) : busy ? (
        <Skeleton height={160} />
      ) : null}
    </Dialog>
  );
}
