import type { Import } from '@palier/contract';
import { formatPercent } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { errorMessage } from '../../../lib/api/errors.ts';
import { paths } from '../../../lib/paths.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ProgressBar, Skeleton } from '../../../ui/marks.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { getImport, isImportRunning, useCancelImport } from '../api/imports.ts';
import { ImportState } from './import-history.tsx';
import { ImportReportView } from './import-report.tsx';
import { ImportSteps } from './import-steps.tsx';

/** One import: its progress while it runs, then its report. */
export function ImportResult({ importId }: { importId: string }) {
  const { data, isPending, isError, error, refetch } = useQuery(getImport(importId));
  return (
    <main className="page im" id="contenu">
      <title>Import de données · Palier</title>
      <div className="page-head im-head">
        <h1>Import de données</h1>
        {data && <ImportState status={data.status} />}
        <span className="mut im-files">{data?.files.map((file) => file.name).join(', ')}</span>
        <span className="sp" />
        <LinkButton icon="upload" to={paths.imports()}>
          Nouvel import
        </LinkButton>
      </div>
      {isPending && <Skeleton width="40%" height={16} />}
      {isError && (
        <ErrorState title="Cet import n’a pas pu être chargé" onRetry={() => void refetch()}>
          {errorMessage(error)}
        </ErrorState>
      )}
      {data && (
        <>
          <ImportSteps step={data.status === 'completed' ? 3 : 2} />
          {isImportRunning(data) && <Running item={data} />}
          {data.status === 'failed' && (
            <ErrorState title="L’import a échoué, les données d’avant restent servies">
              {data.error}
            </ErrorState>
          )}
          {data.status === 'cancelled' && (
            <p className="card im-pad">L’import a été arrêté. Les données d’avant restent servies.</p>
          )}
          {data.report && <ImportReportView importId={importId} report={data.report} />}
        </>
      )}
    </main>
  );
}

function Running({ item }: { item: Import }) {
  const cancel = useCancelImport();
  return (
    <Card
      title={item.stage ?? 'En attente'}
      tools={<span className="b">{formatPercent(item.progress * 100, 0)}</span>}
    >
      <div className="im-wait" role="status">
        <ProgressBar
          share={item.status === 'requested' ? null : item.progress}
          label={item.stage ?? 'Import'}
        />
        <div className="row">
          <span className="mut">
            Vous pouvez quitter cet écran : l’import continue, sa barre reste en haut.
          </span>
          <span className="sp" />
          <Button icon="stop" disabled={cancel.isPending} onClick={() => cancel.mutate(item._id)}>
            Arrêter l’import
          </Button>
        </div>
      </div>
    </Card>
  );
}
