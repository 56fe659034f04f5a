import type { Import } from '@palier/contract';
import { formatPercent } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../../lib/api/errors.ts';
import { french } from '../../../lib/french.ts';
import { paths } from '../../../lib/paths.ts';
import { useOrganizationLack } from '../../../lib/session/use-refusal.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card, cardClass } from '../../../ui/card.tsx';
import { ProgressBar, Skeleton } from '../../../ui/marks.tsx';
import { Page } from '../../../ui/page.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { getImport, isImportRunning, useCancelImport } from '../api/imports.ts';
import { CheckView } from './check-view.tsx';
import { ImportState } from './import-history.tsx';
import page from './import-page.module.css';
import { ImportReportView } from './import-report.tsx';
import { ImportSteps } from './import-steps.tsx';
import tables from './import-table.module.css';

/** One import: its progress while it runs, then its report. */
export function ImportResult({ importId }: { importId: string }) {
  const { data, isPending, isError, error, refetch } = useQuery(getImport(importId));
  return (
    <Page className={page.page}>
      <title>Import de données · Palier</title>
      <PageHead className={page.head}>
        <h1>{data?.check === 'staged' ? 'Importer des données' : 'Import de données'}</h1>
        {data && <ImportState item={data} />}
        <span className={`muted ${tables.fileNames}`}>{data?.files.map((file) => file.name).join(', ')}</span>
        <span className="spacer" />
        <LinkButton icon="upload" to={paths.imports()}>
          Nouvel import
        </LinkButton>
      </PageHead>
      {isPending && <Skeleton width="40%" height={16} />}
      {isError && (
        <ErrorState title="Cet import n’a pas pu être chargé" onRetry={() => void refetch()}>
          {errorMessage(error)}
        </ErrorState>
      )}
      {data && (
        <>
          <ImportSteps step={stepOf(data)} />
          {isImportRunning(data) && <Running item={data} />}
          {data.status === 'failed' && (
            <ErrorState title="L’import a échoué, les données d’avant restent servies">
              {data.error}
            </ErrorState>
          )}
          {data.status === 'cancelled' && (
            <p className={cardClass(tables.padded)}>
              L’import a été arrêté. Les données d’avant restent servies.
            </p>
          )}
          <Found item={data} />
        </>
      )}
    </Page>
  );
}

/** Step of an import: being checked or waiting for a decision, being written, written. */
function stepOf({ status, check }: Import): 2 | 3 | 4 {
  if (check !== null) return check === 'published' ? 4 : 2;
  return status === 'completed' ? 4 : 3;
}

/** What came of the files: a check to decide of, or the report of what was imported. */
function Found({ item }: { item: Import }) {
  const { report, check, stale, status } = item;
  if (check === 'discarded' && status === 'completed')
    return <p className={cardClass(tables.padded)}>Ce contrôle a été abandonné : rien n’a été importé.</p>;
  // The report may be there a moment before the end: of what was stopped then, nothing came in.
  if (status === 'cancelled') return null;
  if (stale === 'expired')
    return (
      <p className={cardClass(tables.padded)}>
        {french(
          'Les fichiers d’un contrôle sont gardés un jour, et ceux-ci ne sont plus là : rien n’a été importé. Déposez-les à nouveau.',
        )}
      </p>
    );
  if (!report) return null;
  if (check === 'staged') return <CheckView item={item} report={report} />;
  return <ImportReportView importId={item._id} report={report} />;
}

function Running({ item }: { item: Import }) {
  const cancel = useCancelImport();
  const lack = useOrganizationLack('canImport');
  return (
    <Card
      title={item.stage ?? 'En attente'}
      tools={<span className="strong">{formatPercent(item.progress * 100, 0)}</span>}
    >
      <div className={page.wait} role="status">
        <ProgressBar
          share={item.status === 'requested' ? null : item.progress}
          label={item.stage ?? 'Import'}
        />
        <div className="side-by-side">
          <span className="muted">
            {item.status === 'requested' &&
              'Les imports d’une enseigne se font l’un après l’autre : celui-ci commence quand le précédent est fini. '}
            {item.check === null
              ? 'Vous pouvez quitter cet écran : l’import continue, sa barre reste en haut.'
              : 'Vous pouvez quitter cet écran : le contrôle continue et vous attend dans les imports passés.'}
          </span>
          <span className="spacer" />
          <Button
            icon="stop"
            disabled={cancel.isPending || lack !== null}
            title={lack ?? undefined}
            onClick={() => cancel.mutate(item._id)}
          >
            {item.check === null ? 'Arrêter l’import' : 'Abandonner le contrôle'}
          </Button>
        </div>
      </div>
    </Card>
  );
}
