import type { Collection } from '@palier/domain';
import { notifyError, notifySuccess } from '../../../lib/notifications.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import type { ReportState } from '../model/report-state.ts';
import type { ChosenSeries } from '../model/series.ts';
import { encodeReport } from '../model/url-view-params.ts';

interface ReportToolsProps {
  collection: Collection;
  state: ReportState;
  dimensions: readonly string[];
  chosen: ChosenSeries;
}

/** Copies a link that says all of the report, what it opened with too: tomorrow's first series may be others. */
export function ReportTools({ collection, state, dimensions, chosen }: ReportToolsProps) {
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
  return (
    <Button small icon="link" onClick={() => void copy()}>
      Copier le lien
    </Button>
  );
}
