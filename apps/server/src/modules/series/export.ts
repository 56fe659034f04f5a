import { formatDate, splitProjectName } from '@palier/domain';
import type { Deps } from '../../deps.ts';
import { isAllowed, type Scope } from '../../scope.ts';
import { fileName, type Sheet } from '../exports/index.ts';
import type { Listing } from '../listing/index.ts';
import { type AskedProject, readAsked } from './choices.ts';
import { readDimensions } from './dimensions.ts';
import { isBehind } from './record.ts';
import { type ReportRequest, readReport } from './report.ts';
import { type ReportSheet, reportSheet, sheetMetrics } from './sheet.ts';

export interface ExportRequest extends ReportRequest {
  metrics: readonly string[] | undefined;
  /** Place of the reference among the series. */
  reference: number;
  format: 'csv' | 'xlsx';
  sort: ReportSheet['sort'];
}

/** A report as a sheet and the name of its file: the same call, so the same figures. @throws what the report throws */
export async function exportReport(
  deps: Deps,
  listing: Listing,
  scope: Scope,
  { metrics, reference, format, sort, ...request }: ExportRequest,
): Promise<{ name: string; sheet: Sheet }> {
  const report = await readReport(deps, listing, scope, request);
  const known = await readDimensions(deps, scope, request.project_ids);
  const projects = await readAsked(deps, scope, request.project_ids);
  const older = olderPlan(projects);
  const sheet = reportSheet({
    report,
    dimensions: request.dimensions.map((field) => ({
      field,
      name: known.find((one) => one.field === field)?.name ?? field,
    })),
    titles: distinct(
      report.series.map(({ label }, place) =>
        [label, request.series[place]?.season, isPlanOf(request.series[place], older) ? OLDER : null]
          .filter(Boolean)
          .join(' · '),
      ),
      report.series.map(({ serie_date }) => serie_date ?? ''),
    ),
    sort,
    reference: Math.min(reference, request.series.length - 1),
    metrics: sheetMetrics(metrics, isAllowed(scope, 'canSeeCosts')),
  });
  const names = projects.map(({ row }) => row.name);
  return { name: reportFileName(names, lastDay(report), format), sheet };
}

/** What the file says of a plan that is not recorded yet as it is now: it is read far from the screen that says so. */
const OLDER = 'avant les derniers changements';

/** The day of the plan in force, where what is recorded of it is older than its decisions; null where it is not. */
function olderPlan(projects: readonly AskedProject[]): string | null {
  if (!projects.some(({ row }) => isBehind(row))) return null;
  const plans = projects.flatMap(({ series }) => series.filter(({ source }) => source === 'plan'));
  return (
    plans
      .map(({ serie_date }) => serie_date)
      .sort()
      .at(-1) ?? null
  );
}

function isPlanOf(serie: ReportRequest['series'][number] | undefined, day: string | null): boolean {
  if (!serie || day === null || serie.kind !== 'forecast' || serie.serie_date !== day) return false;
  return [serie.scenario_id, serie.season, serie.project_phase, serie.name].every((part) => part == null);
}

const lastDay = ({ series }: Awaited<ReturnType<typeof readReport>>): string | null =>
  series
    .flatMap(({ serie_date }) => serie_date?.slice(0, 10) ?? [])
    .sort()
    .at(-1) ?? null;

/** « Soldes été - Femme - Prêt-à-porter - Reporting du 2026-07-05.csv »: of several projects, their operations alone. */
export function reportFileName(names: readonly string[], day: string | null, format: string): string {
  const [only, ...others] = names;
  const place =
    only !== undefined && others.length === 0
      ? only.split('/')
      : [...new Set(names.map((name) => splitProjectName(name).operation))];
  return fileName(place, format, [day ? `Reporting du ${day}` : 'Reporting']);
}

/** Series of one name say the day they were recorded. */
function distinct(titles: readonly string[], days: readonly string[]): string[] {
  return titles.map((title, place) =>
    titles.filter((other) => other === title).length > 1 ? `${title} ${formatDate(days[place])}` : title,
  );
}
