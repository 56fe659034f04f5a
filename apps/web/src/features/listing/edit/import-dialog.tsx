import type { RouteOutput } from '@palier/contract';
import { formatQuantity } from '@palier/domain';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { countOf } from '../../../lib/french.ts';
import { horizonText } from '../../../lib/horizon-text.ts';
import { notifySuccess } from '../../../lib/notifications.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { RowFaults } from '../../../ui/row-faults.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { undoActivity } from '../api/discounts.ts';
import { importDiscounts } from '../api/queries.ts';
import type { PanelProps } from '../screen/panel-types.ts';
import { EffectTable } from './effect-table.tsx';
import styles from './import-dialog.module.css';

type Report = RouteOutput<'projects.import_discounts'>;

function products(count: number): string {
  return countOf(count, 'produit', 'produits');
}

/** The rows of the files that would be left out, each with its reason. */
function RefusedRows({ report, several }: { report: Report; several: boolean }): ReactNode {
  const { errors, error_count } = report;
  if (error_count === 0) return null;
  return (
    <section>
      <h3>{countOf(error_count, 'ligne ne sera pas prise', 'lignes ne seront pas prises')}</h3>
      <div className={styles.refused}>
        <RowFaults rows={errors} file={several} />
      </div>
      {error_count > errors.length ? (
        <p className="muted small">{`Les ${formatQuantity(errors.length)} premières sont montrées.`}</p>
      ) : null}
    </section>
  );
}

function Preview({
  report,
  several,
  ...money
}: {
  report: Report;
  several: boolean;
  /** « jusqu’au 21 juil. » */
  days: string;
  catalog: string;
  accounting: string;
}): ReactNode {
  const { discount_count: count, unchanged_count: same } = report;
  return (
    <>
      <p>
        <b>{countOf(count, 'produit changera', 'produits changeront')}</b>
        {same > 0 ? `, ${countOf(same, 'produit a', 'produits ont')} déjà ces valeurs` : ''}
      </p>
      {count > 0 ? <EffectTable effect={report} {...money} /> : null}
      <RefusedRows report={report} several={several} />
    </>
  );
}

/**
 * Discounts, inclusions, goals and comments from files keyed by product: what they would change is said first, row by
 * row for what is refused, then applied as one activity that is undone as one.
 */
export function ImportDialog({ project, listing, session, context, onClose }: PanelProps): ReactNode {
  const queryClient = useQueryClient();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [report, setReport] = useState<Report | null>(null);
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
    if (chosen.length > 0)
      void attempt(async () => setReport(await importDiscounts(project._id, chosen, true)));
  };
  const refresh = async (): Promise<void> => {
    await listing.refresh();
    await queryClient.invalidateQueries({ queryKey: ['projects', project._id, 'activity'] });
  };
  const apply = (): Promise<void> =>
    attempt(async () => {
      let activity: string | null = null;
      const run = async (): Promise<void> => {
        session.markBefore([]);
        activity = (await importDiscounts(project._id, files, false)).activity_id;
        await refresh();
      };
      const revert = async (): Promise<void> => {
        if (activity) await undoActivity(project._id, activity);
        await refresh();
      };
      await run();
      session.history.add({ label: `Import de ${files.map(({ name }) => name).join(', ')}`, run, revert });
      notifySuccess(`${products(report?.discount_count ?? 0)} à jour`);
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
        Un fichier CSV ou XLSX avec une colonne «{'\u202f'}code_produit{'\u202f'}» et au moins une de ces
        colonnes{'\u202f'}: «{'\u202f'}demarque{'\u202f'}», «{'\u202f'}inclus{'\u202f'}», «{'\u202f'}objectif
        {'\u202f'}», «{'\u202f'}commentaire{'\u202f'}». Une case vide ne change rien{'\u202f'}; «{'\u202f'}
        auto
        {'\u202f'}» rend la démarque automatique.
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
        <Preview
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
