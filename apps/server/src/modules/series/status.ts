import type { RouteOutput } from '@palier/contract';
import type { Deps } from '../../deps.ts';
import type { Scope } from '../../scope.ts';
import { type AskedProject, presentSeries, readAsked } from './choices.ts';
import { isBehind } from './record.ts';
import { latestJob } from './repository.ts';
import { requestSeries } from './request.ts';

type Needs = Pick<Deps, 'folders' | 'database' | 'facts' | 'queue'>;
type Status = RouteOutput<'series.status'>;

/** Lines recorded a second at least: a project whose plan is being worked on is not recorded without end. */
const LINES_A_SECOND = 2000;

/**
 * How far the series of some projects are. A project whose decisions changed since they were recorded has them recorded
 * again: whoever asks finds them up to date soon.
 */
export async function readStatus(deps: Needs, scope: Scope, ids: readonly string[]): Promise<Status> {
  const asked = await readAsked(deps, scope, ids);
  const states = await Promise.all(asked.map((project) => stateOf(deps, project)));
  const recorded = asked.flatMap(({ series }) => series.map(({ recorded_at }) => recorded_at.toISOString()));
  return {
    status: states.includes('failed') ? 'failed' : states.includes('syncing') ? 'syncing' : 'synced',
    updated_at: recorded.sort().at(-1) ?? null,
  };
}

async function stateOf(deps: Needs, { scope, row }: AskedProject): Promise<Status['status']> {
  if (!isBehind(row)) return 'synced';
  const job = await latestJob(deps.database.db, scope);
  if (job?.status === 'requested' || job?.status === 'running') return 'syncing';
  const rest_ms = ((row.snapshot_summary?.line_count ?? 0) / LINES_A_SECOND) * 1000;
  const rests = job?.finished_at && Date.now() - job.finished_at.getTime() < rest_ms;
  if (job?.status === 'failed' && rests) return 'failed';
  if (!rests) await requestSeries(deps, scope);
  return 'syncing';
}

/** The series that a report may take, and the earlier editions. */
export async function readSeriesList(
  deps: Pick<Deps, 'folders' | 'database' | 'facts'>,
  scope: Scope,
  ids: readonly string[],
): Promise<RouteOutput<'series.list'>> {
  const asked = await readAsked(deps, scope, ids);
  const series = presentSeries(asked.flatMap((project) => [project, ...project.editions]));
  const seasons = asked.flatMap(({ editions }) =>
    editions.flatMap(({ season, series: own, row }) =>
      season !== null && own.length > 0 ? [{ season, start: row.phases[0]?.start_date ?? '' }] : [],
    ),
  );
  return {
    dates: datesOf(series),
    seasons: [...new Set(seasons.sort((a, b) => b.start.localeCompare(a.start)).map(({ season }) => season))],
    series,
  };
}

type List = RouteOutput<'series.list'>;

/** The dates at which something was recorded, with what was. */
function datesOf(series: List['series']): List['dates'] {
  const dates = new Map<string, List['dates'][number]>();
  for (const { serie_date, season, kind, scenario_id, source, label } of series) {
    const key = `${serie_date} ${season ?? ''}`;
    const known = dates.get(key) ?? {
      serie_date,
      scenarios: [],
      has_forecast: false,
      has_sales: false,
      season,
    };
    dates.set(key, known);
    if (kind === 'sales') known.has_sales = true;
    else known.has_forecast = true;
    if (source === 'plan' || source === 'run') known.scenarios.push({ _id: scenario_id, name: label });
  }
  return [...dates.values()];
}
