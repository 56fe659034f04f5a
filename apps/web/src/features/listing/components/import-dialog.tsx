import { formatQuantity } from '@palier/domain';
import { type ReactNode, useState } from 'react';
import { notifySuccess } from '../../../lib/notifications.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { importDiscounts } from '../api/queries.ts';
import type { PanelProps } from './panel-types.ts';

/** Discounts, inclusions, goals and comments from a file keyed by product. */
export function ImportDialog({ project, listing, onClose }: PanelProps): ReactNode {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [busy, setBusy] = useState(false);
  const [over, setOver] = useState(false);
  const take = (list: FileList | null): void => setFiles([...(list ?? [])]);
  const send = async (): Promise<void> => {
    setBusy(true);
    try {
      await importDiscounts(project._id, files);
      notifySuccess('Démarques importées');
      onClose();
      await listing.refresh();
    } catch (error) {
      console.error('import', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title="Importer des démarques"
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Annuler</Button>
          <Button tone="dark" disabled={files.length === 0 || busy} onClick={() => void send()}>
            {busy
              ? 'Import en cours…'
              : files.length > 1
                ? `Importer ${formatQuantity(files.length)} fichiers`
                : 'Importer le fichier'}
          </Button>
        </>
      }
    >
      <p className="mut">
        Un fichier CSV ou XLSX avec une colonne « code_produit » et au moins une de ces colonnes : « demarque
        », « inclus », « objectif », « commentaire ».
      </p>
      <label
        className={`ls-drop${over ? ' ls-drop-over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files);
        }}
      >
        <Icon name="upload" size={24} />
        <span>
          {files.length > 0
            ? files.map(({ name }) => name).join(', ')
            : 'Déposez un fichier ici, ou choisissez-le'}
        </span>
        <input
          className="visually-hidden"
          type="file"
          multiple
          accept=".csv,.xlsx,.txt"
          onChange={(event) => take(event.target.files)}
        />
      </label>
    </Dialog>
  );
}
