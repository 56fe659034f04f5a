import type { Project } from '@palier/contract';
import type { Collection } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { errorMessage } from '../../../lib/api/errors.ts';
import { getSettings } from '../../../lib/calls/get-settings.ts';
import { listFields } from '../../../lib/calls/list-fields.ts';
import { usePermission } from '../../../lib/session/use-session.ts';
import { IconButton } from '../../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { getSeriesReport } from '../api/series.ts';
import { metricsFor } from '../model/metric.ts';
import { currenciesOf, daysOf, firstDimensions } from '../model/report-query.ts';
import type { ReportState } from '../model/report-state.ts';
import { chosenSeries, type Serie, serieChoice } from '../model/series.ts';
import { drawnForm } from './chart-card.tsx';
import { FilterDialog } from './filter-dialog.tsx';
import { type Dimension, ReportBar } from './report-bar.tsx';
import { ReportNotes } from './report-notes.tsx';
import { ReportSkeleton } from './report-skeleton.tsx';
import { ReportTools } from './report-tools.tsx';
import { ReportView } from './report-view.tsx';
import styles from './reporting.module.css';
import { SeriesChips } from './series-chips.tsx';
import { StatusMark } from './status-mark.tsx';
import { useOlderSeries } from './use-older-series.ts';

interface OpenReportProps {
  name: string;
  collection: Collection;
  projects: readonly Project[];
  state: ReportState;
  change: (part: Partial<ReportState>) => void;
  offered: readonly Serie[];
  dimensions: readonly Dimension[];
  onImport: (() => void) | undefined;
}

/** A report whose series are known: what it compares, then its figures. */
export function OpenReport(props: OpenReportProps) {
  const { projects, state, change, offered, onImport } = props;
  const ids = useMemo(() => projects.map(({ _id }) => _id), [projects]);
  const [isFiltering, setFiltering] = useState(false);
  const chosen = useMemo(() => chosenSeries(offered, state), [offered, state]);
  const older = useOlderSeries(ids, offered, chosen);
  const dimensions = useMemo(
    () => state.dimensions ?? firstDimensions(props.dimensions),
    [state.dimensions, props.dimensions],
  );
  const metrics = metricsFor(usePermission('canSeeCosts'));
  const shown = metrics.filter(({ id }) => state.metrics.includes(id));
  const charted = shown.find(({ id }) => id === state.charted) ?? shown[0] ?? metrics[0];
  const fields = useQuery(listFields(ids[0] ?? '')).data ?? [];
  const settings = useQuery(getSettings()).data;
  const form = charted ? drawnForm(state, charted, chosen.series.length) : 'bars';
  const query = {
    projectIds: [...ids],
    series: chosen.series.map(serieChoice),
    dimensions: [...dimensions],
    ...(state.filter && { filter: state.filter }),
    ...(state.to_date !== null && { to_date: state.to_date }),
    ...((form === 'weeks' || form === 'days') && { by_day: true }),
  };
  const report = useQuery(getSeriesReport(query));
  return (
    <>
      <div className={styles.head}>
        <SeriesChips
          offered={offered}
          chosen={chosen}
          older={older}
          onChange={(series, reference) => change({ series, reference })}
        />
        <span className="spacer" />
        <StatusMark projectIds={ids} />
        {onImport && <IconButton small icon="upload" label="Importer des séries" onClick={onImport} />}
      </div>
      <ReportBar
        {...{ state, dimensions, fields, metrics }}
        offered={props.dimensions}
        days={daysOf(projects)}
        onChange={change}
        onFilter={() => setFiltering(true)}
      >
        <ReportTools {...{ state, dimensions, chosen, query }} collection={props.collection} />
      </ReportBar>
      {report.isError ? (
        <ErrorState title="Rapport non calculé" onRetry={() => void report.refetch()}>
          {errorMessage(report.error)}
        </ErrorState>
      ) : !report.data || !charted ? (
        <ReportSkeleton />
      ) : report.data.series.every(({ span }) => span === null) ? (
        <EmptyState icon="calendar" title="Aucun jour à compter">
          Ces séries n’ont pas de ventes sur les jours demandés. Changez de dernier jour ou de séries.
        </EmptyState>
      ) : (
        <>
          <ReportNotes report={report.data} chosen={chosen} older={older} />
          <ReportView
            {...{ state, dimensions, chosen, charted, change }}
            report={report.data}
            metrics={shown}
            names={props.dimensions}
            currencies={currenciesOf(projects)}
            busy={report.isPlaceholderData || report.isFetching}
          />
        </>
      )}
      {isFiltering && (
        <FilterDialog
          project={ids.length === 1 ? (ids[0] ?? null) : null}
          fields={fields}
          unavailable={settings?.unavailableFields ?? []}
          filter={state.filter}
          onFilter={(filter) => change({ filter })}
          onClose={() => setFiltering(false)}
        />
      )}
    </>
  );
}
