import type { Collection } from '@palier/domain';
import { useMutation } from '@tanstack/react-query';
import { downloadFile } from '../../../lib/download.ts';
import { notifyError, notifySuccess } from '../../../lib/notifications.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Menu, type MenuEntry } from '../../../ui/menu.tsx';
import { exportReport, type ReportQuery } from '../api/series.ts';
import type { ReportState } from '../model/report-state.ts';
import type { ChosenSeries } from '../model/series.ts';
import { encodeReport } from '../model/url-view-params.ts';

interface ReportToolsProps {
  collection: Collection;
  state: ReportState;
  dimensions: readonly string[];
  chosen: ChosenSeries;
  /** What the report was asked with. */
  query: ReportQuery;
}

/** The report given away: a file, or a link that says all of the report, what it opened with too: tomorrow's first series may be others. */
export function ReportTools({ collection, state, dimensions, chosen, query }: ReportToolsProps) {
  const copy = async (): Promise<void> => {
    const series = chosen.series.map(({ _id }) => _id);
    const whole = { ...state, series, reference: series[chosen.reference] ?? null, dimensions };
    try {
      await navigator.clipboard.writeText(
        window.location.origin + paths.reporting(collection, encodeReport(whole)),
      );
      notifySuccess('Lien copié');
    } catch {
      notifyError('Le navigateur n’a pas permis de copier : copiez l’adresse de la page.');
    }
  };
  const file = useMutation({
    mutationFn: (format: 'csv' | 'xlsx') =>
      exportReport(format, {
        ...{ ...query, metrics: [...state.metrics], reference: chosen.reference },
        ...(state.sort && { sort: state.sort.field, order: state.sort.order }),
      }),
    onSuccess: (answer, format) => downloadFile(answer, `reporting.${format}`),
  });
  const entries = (['xlsx', 'csv'] as const).map(
    (format): MenuEntry => ({
      ...{ kind: 'action', icon: 'file', disabled: file.isPending },
      label: format === 'xlsx' ? 'Classeur' : 'Texte séparé par des points-virgules',
      note: format.toUpperCase(),
      onSelect: () => file.mutate(format),
    }),
  );
  return (
    <>
      <Button small icon="link" onClick={() => void copy()}>
        Copier le lien
      </Button>
      <Menu label="Exporter" button={{ small: true }} align="right" entries={entries}>
        <Icon name="download" />
        Exporter
      </Menu>
    </>
  );
}
