import type { RouteOutput } from '@palier/contract';
import { DEFINITION_TEMPLATE, formatQuantity } from '@palier/domain';
import { Link } from 'react-router';
import { errorMessage } from '../../../lib/api/errors.ts';
import { downloadFile } from '../../../lib/download.ts';
import { paths } from '../../../lib/paths.ts';
import { useLack } from '../../../lib/session/use-refusal.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { ProgressBar } from '../../../ui/marks.tsx';
import { RowFaults } from '../../../ui/row-faults.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import type { ImportingProjects } from '../api/import-projects.ts';
import styles from './drop-zone.module.css';

/** What project definitions come in. */
export const PROJECT_FILES = '.xlsx,.csv,.zip';

function downloadTemplate(): void {
  const blob = new Blob([DEFINITION_TEMPLATE], { type: 'text/csv;charset=utf-8' });
  downloadFile({ blob, filename: 'modele-projets.csv' }, 'modele-projets.csv');
}

/** Import of projects by drag and drop, with its report. */
export function DropZone({ importing }: { importing: ImportingProjects }) {
  const lack = useLack('canEditProjects');
  return (
    <>
      <FileDrop
        title="Déposez un fichier de projets ici"
        note={
          <>
            .xlsx, .csv ou .zip. Pour des produits, des ventes ou des stocks, passez par{' '}
            <Link className="link" to={paths.imports()}>
              l’import de données
            </Link>
            . Le format est celui du{' '}
            <button type="button" className="link" onClick={downloadTemplate}>
              modèle de fichier
            </button>
            .
          </>
        }
        accept={PROJECT_FILES}
        buttonLabel="Choisir des fichiers"
        disabled={importing.isPending || lack !== null}
        refusal={lack}
        onFiles={(files) => importing.mutate(files)}
      />
      {importing.status !== 'idle' && (
        <Dialog
          title="Import de projets"
          open
          onClose={importing.reset}
          actions={
            <Button tone="dark" onClick={importing.reset}>
              Fermer
            </Button>
          }
        >
          {importing.isPending && (
            <div className={styles.importing} role="status">
              <p>Lecture de {importing.variables.map((file) => file.name).join(', ')}…</p>
              <ProgressBar share={null} label="Import de projets" />
            </div>
          )}
          {importing.isError && (
            <ErrorState title="Aucun projet n’a été importé">{errorMessage(importing.error)}</ErrorState>
          )}
          {importing.data && <Report report={importing.data} />}
        </Dialog>
      )}
    </>
  );
}

function Report({ report }: { report: RouteOutput<'projects.import'> }) {
  return (
    <>
      <div className={styles.figures}>
        <Figure value={report.created_count} label="créés" tone="good" />
        <Figure value={report.updated_count} label="modifiés" tone="computed" />
        <Figure
          value={report.errors.length}
          label="lignes refusées"
          tone={report.errors.length > 0 ? 'negative' : ''}
        />
      </div>
      {report.data.length > 0 && (
        <ul>
          {report.data.map((project) => (
            <li key={project._id}>
              <Link className="link" to={paths.collection({ type: 'project', id: project._id })}>
                {project.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {report.errors.length > 0 && <RowFaults rows={report.errors} />}
      {report.import_id && (
        <LinkButton icon="activity" to={paths.import(report.import_id)}>
          Suivre l’import des données jointes
        </LinkButton>
      )}
    </>
  );
}

function Figure({ value, label, tone }: { value: number; label: string; tone: string }) {
  return (
    <div>
      <b className={tone}>{formatQuantity(value)}</b>
      <span>{label}</span>
    </div>
  );
}
