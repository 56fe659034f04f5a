import { fieldLabel, isShown, type SerieMetric } from '@palier/domain';
import { useCallback, useMemo } from 'react';
import { figureOf } from '../model/columns.ts';
import { type Currencies, type MetricScale, scaleOf } from '../model/metric.ts';
import type { ReportState } from '../model/report-state.ts';
import type { Report } from '../model/rows.ts';
import { type ChosenSeries, legendTitle, serieColor, shortTitles } from '../model/series.ts';
import { ChartCard } from './chart-card.tsx';
import type { Dimension } from './report-bar.tsx';
import { ReportGrid } from './report-grid.tsx';

interface ReportViewProps {
  report: Report;
  state: ReportState;
  dimensions: readonly string[];
  names: readonly Dimension[];
  chosen: ChosenSeries;
  /** The metrics of the table, and the one of the chart. */
  metrics: readonly SerieMetric[];
  charted: SerieMetric;
  currencies: Currencies;
  busy: boolean;
  change: (part: Partial<ReportState>) => void;
}

/** The unit of each metric, which suits its total over the series. */
function scalesOf(metrics: readonly SerieMetric[], { total }: Report, currencies: Currencies) {
  return new Map<string, MetricScale>(
    metrics.map((metric) => {
      const values = total.series.map((_, serie) => figureOf(total, serie, metric)).filter(isShown);
      return [metric.id, scaleOf(metric, Math.max(0, ...values.map(Math.abs)), currencies)];
    }),
  );
}

/** The chart and the table of a report, on the same figures. */
export function ReportView(props: ReportViewProps) {
  const { report, state, dimensions, names, chosen, metrics, charted, busy, change } = props;
  // The answer knows its currencies: those of the projects that it counts.
  const { catalog_currency, accounting_currency } = report;
  const currencies = useMemo(
    () => ({ catalog: catalog_currency, accounting: accounting_currency }),
    [catalog_currency, accounting_currency],
  );
  const { series, reference } = chosen;
  const titles = useMemo(() => shortTitles(series), [series]);
  const scales = useMemo(() => scalesOf(metrics, report, currencies), [metrics, report, currencies]);
  const nameOf = useCallback(
    (id: string) => names.find(({ field }) => field === id)?.name ?? fieldLabel(id),
    [names],
  );
  const last = dimensions.at(-1);
  const scale = scales.get(charted.id);
  // Figures of other series are still there while theirs are computed: nothing is drawn under wrong names.
  const isOfThem = report.series.length === series.length;
  if (!isOfThem || !scale) return null;
  return (
    <>
      <ChartCard
        {...{ report, state, dimensions, metrics, scale, currencies, titles, reference }}
        metric={charted}
        level={last === undefined ? null : nameOf(last).toLocaleLowerCase('fr-FR')}
        names={series.map(legendTitle)}
        colors={series.map((_, index) => serieColor(index))}
        onChange={change}
      />
      <ReportGrid
        {...{ report, state, dimensions, metrics, scales, currencies, titles, reference, busy }}
        heading={dimensions.map(nameOf).join(' › ') || 'Total'}
        colorOf={serieColor}
        onChange={change}
      />
    </>
  );
}
