import type { Project } from '@palier/contract';
import type { Collection } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { fr } from '../../../lib/fr.ts';
import { french } from '../../../lib/french.ts';
import { usePermission } from '../../../lib/session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Page } from '../../../ui/page.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { listDimensions, listSeries } from '../api/series.ts';
import { chosenSeries } from '../model/series.ts';
import { ImportDialog } from './import-dialog.tsx';
import { OpenReport } from './open-report.tsx';
import { ReportSkeleton } from './report-skeleton.tsx';
import styles from './reporting.module.css';
import { useReportState } from './use-report-state.ts';

interface ReportingPageProps {
  name: string;
  collection: Collection;
  projects: readonly Project[];
}

/** Series of a collection's projects, compared; only of those that have some. */
export function ReportingPage({ name, collection, projects }: ReportingPageProps) {
  const { state, change } = useReportState(collection);
  const [isImporting, setImporting] = useState(false);
  const mayImport = usePermission('canImport');
  const own = projects.filter(({ has_series }) => has_series);
  const ids = own.map(({ _id }) => _id);
  const { data: known } = useQuery({ ...listSeries(ids), enabled: ids.length > 0 });
  // Beside what is compared already, whether the address or the first report says it.
  const addSeries = (added: readonly string[]): void => {
    const compared = known ? chosenSeries(known.series, state).series.map(({ _id }) => _id) : [];
    change({ series: [...new Set([...compared, ...added])] });
  };
  const onImport = mayImport ? () => setImporting(true) : undefined;
  return (
    <Page stacked className={styles.page}>
      <title>{`Reporting de ${name} · Palier`}</title>
      <h1 className="visually-hidden">{`Reporting de ${name}`}</h1>
      {own.length > 0 ? (
        <LoadedReport {...{ name, collection, state, change, onImport }} projects={own} />
      ) : (
        <NoSeries onImport={onImport} />
      )}
      {isImporting && <ImportDialog onCompare={addSeries} onClose={() => setImporting(false)} />}
    </Page>
  );
}

type LoadedProps = ReportingPageProps & {
  state: ReturnType<typeof useReportState>['state'];
  change: ReturnType<typeof useReportState>['change'];
  /** Opens the import; left out for who may not import. */
  onImport: (() => void) | undefined;
};

function LoadedReport(props: LoadedProps) {
  const ids = props.projects.map(({ _id }) => _id);
  const series = useQuery(listSeries(ids));
  const dimensions = useQuery(listDimensions(ids));
  const failed = [series, dimensions].find(({ isError }) => isError);
  if (failed)
    return (
      <ErrorState title={fr.errors.load} onRetry={() => void failed.refetch()}>
        {errorMessage(failed.error)}
      </ErrorState>
    );
  if (!series.data || !dimensions.data) return <ReportSkeleton />;
  if (series.data.series.length === 0) return <NoSeries onImport={props.onImport} />;
  return <OpenReport {...props} offered={series.data.series} dimensions={dimensions.data} />;
}

function NoSeries({ onImport }: { onImport: (() => void) | undefined }) {
  return (
    <EmptyState
      icon="activity"
      title="Aucune série enregistrée"
      action={
        onImport && (
          <Button icon="upload" onClick={onImport}>
            Importer des séries
          </Button>
        )
      }
    >
      {french(
        'Une série se garde à chaque calcul du projet : son plan, ses scénarios, ses démarques validées et ses ventes. Revenez une fois les données du projet calculées, ou importez des séries.',
      )}
    </EmptyState>
  );
}
