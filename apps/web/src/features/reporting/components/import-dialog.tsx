import type { RouteOutput } from '@palier/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorMessage } from '../../../lib/api/errors.ts';
import { countOf, french } from '../../../lib/french.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { Skeleton } from '../../../ui/marks.tsx';
import { RowFaults } from '../../../ui/row-faults.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { importSeries, OLD_BY_NEW_SERIES } from '../api/series.ts';
import { serieNote, serieTitle } from '../model/series.ts';
import styles from './reporting.module.css';

type ImportReport = RouteOutput<'series.import'>;

interface ImportDialogProps {
  /** Adds what was imported to the report. */
  onCompare: (ids: readonly string[]) => void;
  onClose: () => void;
}

/** Series from files: what was kept, what was not and why, row by row. */
export function ImportDialog({ onCompare, onClose }: ImportDialogProps) {
  const queryClient = useQueryClient();
  const sending = useMutation({
    mutationFn: importSeries,
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries(OLD_BY_NEW_SERIES),
        // A project may have its first series.
        queryClient.invalidateQueries({ queryKey: ['projects'], exact: true }),
      ]),
  });
  const { data: report, isPending, isError, error } = sending;
  const kept = report?.series ?? [];
  return (
    <Dialog
      title="Importer des séries"
      open
      onClose={onClose}
      width={720}
      actions={
        <>
          <Button onClick={onClose}>Fermer</Button>
          {kept.length > 0 && (
            <Button
              tone="dark"
              onClick={() => {
                onCompare(kept.map(({ _id }) => _id));
                onClose();
              }}
            >
              {kept.length > 1 ? 'Comparer ces séries' : 'Comparer cette série'}
            </Button>
          )}
        </>
      }
    >
      <p className="muted">
        {french(
          'Un fichier CSV ou XLSX, une ligne par produit et par démarque. Colonnes : « projet », « code_produit », « demarque », « quantite », et « taux » pour une prévision ou « ca » pour des ventes ; « serie », « date » et « type » (prévision, ventes) si le fichier en a plusieurs. Les titres anglais se lisent aussi.',
        )}
      </p>
      <FileDrop
        accept=".csv,.xlsx,.txt"
        title="Déposez un ou plusieurs fichiers ici"
        note="CSV ou XLSX, la première feuille"
        buttonLabel="Choisir des fichiers"
        disabled={isPending}
        onFiles={(files) => sending.mutate(files)}
      />
      {isPending && <Skeleton height={96} />}
      {isError && <ErrorState title="Rien n’a été importé">{errorMessage(error)}</ErrorState>}
      {report && <ImportedSeries report={report} />}
    </Dialog>
  );
}

function ImportedSeries({ report }: { report: ImportReport }) {
  const { series, files, errors, error_count, unknown_headings } = report;
  return (
    <div className={styles.imported} role="status">
      <p>
        {series.length > 0 ? (
          <b>{`${countOf(series.length, 'série enregistrée', 'séries enregistrées')}\u202f: `}</b>
        ) : (
          <b>Aucune série enregistrée. </b>
        )}
        {series.map((serie) => `${serieTitle(serie)} (${serieNote(serie)})`).join(', ')}
      </p>
      {files.map(({ file, rows_read, rows_kept }) => (
        <p key={file} className="small muted">
          {french(
            `${file} : ${countOf(rows_read, 'ligne lue', 'lignes lues')}, ${countOf(rows_kept, 'gardée', 'gardées')}`,
          )}
        </p>
      ))}
      {unknown_headings.length > 0 && (
        <p className="small attention">
          {french(`Colonnes non reconnues, laissées de côté : ${unknown_headings.join(', ')}`)}
        </p>
      )}
      {error_count > 0 && (
        <>
          <p className="attention">
            {countOf(error_count, 'ligne refusée', 'lignes refusées')}
            {error_count > errors.length ? `, dont les ${errors.length} premières` : ''}
          </p>
          <RowFaults rows={errors} />
        </>
      )}
    </div>
  );
}
