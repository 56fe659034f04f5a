import { formatDate } from '@palier/domain';
import type { Deps } from '../../deps.ts';
import { isAllowed, type Scope } from '../../scope.ts';
import type { Sheet } from '../exports/index.ts';
import type { Listing } from '../listing/index.ts';
import { readDimensions } from './dimensions.ts';
import { type ReportRequest, readReport } from './report.ts';
import { reportSheet, sheetMetrics } from './sheet.ts';

export interface ExportRequest extends ReportRequest {
  metrics: readonly string[] | undefined;
  /** Place of the reference among the series. */
  reference: number;
}

/** A report as the sheet of a file: the same call, so the same figures. @throws what the report throws */
export async function exportReport(
  deps: Deps,
  listing: Listing,
  scope: Scope,
  { metrics, reference, ...request }: ExportRequest,
): Promise<Sheet> {
  const report = await readReport(deps, listing, scope, request);
  const known = await readDimensions(deps, scope, request.project_ids);
  return reportSheet({
    report,
    dimensions: request.dimensions.map((field) => ({
      field,
      name: known.find((one) => one.field === field)?.name ?? field,
    })),
    titles: distinct(
      report.series.map(({ label }, place) =>
        [label, request.series[place]?.season].filter(Boolean).join(' · '),
      ),
      report.series.map(({ serie_date }) => serie_date ?? ''),
    ),
    reference: Math.min(reference, request.series.length - 1),
    metrics: sheetMetrics(metrics, isAllowed(scope, 'canSeeCosts')),
  });
}

/** Series of one name say the day they were recorded. */
function distinct(titles: readonly string[], days: readonly string[]): string[] {
  return titles.map((title, place) =>
    titles.filter((other) => other === title).length > 1 ? `${title} ${formatDate(days[place])}` : title,
  );
}
