import type { RouteOutput } from '@palier/contract';
import {
  isEarlierEdition,
  phaseLabel,
  type SerieName,
  serieId,
  serieLabel,
  splitProjectName,
} from '@palier/domain';
import type { Deps } from '../../deps.ts';
import { reachOf, requireReach } from '../../perimeter.ts';
import type { ProjectScope, Scope } from '../../scope.ts';
import { type FactFolders, seriePath } from '../folders/index.ts';
import { listProjects, openProject, type ProjectRow, proveListed, readProject } from '../projects/index.ts';
import { listSeries, type SerieRow } from './repository.ts';

/** A project whose series are asked for, or an earlier edition of one. */
export interface SerieProject {
  scope: ProjectScope;
  row: ProjectRow;
  /** Operation of the edition; null for a project asked for. */
  season: string | null;
  series: SerieRow[];
}

/** A project asked for with its earlier editions. */
export interface AskedProject extends SerieProject {
  editions: SerieProject[];
}

type Serie = RouteOutput<'series.list'>['series'][number];

/** The projects asked for, each once, with their editions and the series of all. @throws 404 for one that is not there */
export async function readAsked(
  { database: { db }, facts, folders }: Pick<Deps, 'database' | 'facts' | 'folders'>,
  scope: Scope,
  ids: readonly string[],
): Promise<AskedProject[]> {
  const all = await listProjects(db, scope);
  const seriesOf = async (project: ProjectScope): Promise<SerieRow[]> =>
    thoseThere(folders, project, await listSeries(db, project));
  const asked: AskedProject[] = [];
  for (const id of new Set(ids)) {
    const project = await openProject(db, scope, id);
    await requireReach(facts, project, undefined);
    const row = await readProject(db, project, id);
    const editions: SerieProject[] = [];
    for (const one of all.filter((other) => isEarlierEdition(other, row))) {
      const own = proveListed(scope, one);
      if ((await reachOf(facts, own)) === 'none') continue;
      const season = splitProjectName(one.name).operation;
      editions.push({ scope: own, row: one, season, series: await seriesOf(own) });
    }
    asked.push({ scope: project, row, season: null, series: await seriesOf(project), editions });
  }
  return asked;
}

/** A database restored without its data folder has series whose files are gone. */
async function thoseThere(
  folders: FactFolders,
  { project_id }: ProjectScope,
  series: readonly SerieRow[],
): Promise<SerieRow[]> {
  const there = await Promise.all(series.map(({ version }) => folders.has(seriePath(project_id, version))));
  return series.filter((_, index) => there[index]);
}

/** What names a recorded series among those of the projects asked for. */
export function nameOf({ season }: Pick<SerieProject, 'season'>, serie: SerieRow): Required<SerieName> {
  const { source, serie_date, kind, ref, scenario_id } = serie;
  return {
    ...{ serie_date, kind, season },
    scenario_id: source === 'run' ? scenario_id : null,
    project_phase: source === 'validated' ? Number(ref) : null,
    name: source === 'imported' ? ref : null,
  };
}

export function labelOf(
  { row }: Pick<SerieProject, 'row'>,
  { source, ref, scenario_name }: SerieRow,
): string {
  const phase = source === 'validated' ? Number(ref) : null;
  return serieLabel(source, {
    scenario_name,
    phase_label: phase === null ? null : phaseLabel(row.phases[phase], phase),
    name: source === 'imported' ? ref : null,
  });
}

/** The series as a report may take them: one entry for those that have the same name in several projects. */
export function presentSeries(projects: readonly SerieProject[]): Serie[] {
  const found = new Map<string, Serie>();
  for (const project of projects)
    for (const serie of project.series) {
      const name = nameOf(project, serie);
      const _id = serieId(name);
      const days = serie.phases.flatMap(({ from_date, to_date }) => [from_date, to_date]).sort();
      const own = { from_date: days[0] ?? serie.serie_date, to_date: days.at(-1) ?? serie.serie_date };
      const recorded_at = serie.recorded_at.toISOString();
      const known = found.get(_id);
      found.set(_id, {
        ...name,
        ...{ _id, source: serie.source, label: labelOf(project, serie) },
        from_date: known && known.from_date < own.from_date ? known.from_date : own.from_date,
        to_date: known && known.to_date > own.to_date ? known.to_date : own.to_date,
        project_ids: [...(known?.project_ids ?? []), project.row.project_id],
        recorded_at: known && known.recorded_at > recorded_at ? known.recorded_at : recorded_at,
      });
    }
  return [...found.values()].sort(
    (a, b) => b.serie_date.localeCompare(a.serie_date) || ORDER.indexOf(a.source) - ORDER.indexOf(b.source),
  );
}

const ORDER: readonly Serie['source'][] = ['plan', 'run', 'validated', 'sales', 'imported'];

/**
 * The series of a project that a name means: recorded that day, else the last one before, since a series is recorded
 * only when something changed.
 */
export function findSerie(project: SerieProject, wanted: SerieName): SerieRow | undefined {
  const same = (serie: SerieRow): boolean => {
    const { serie_date, ...own } = nameOf(project, serie);
    const { serie_date: _, ...asked } = { ...NO_NAME, ...wanted };
    return (
      serieId({ ...own, serie_date: '' }) === serieId({ ...asked, serie_date: '' }) &&
      serie_date <= wanted.serie_date
    );
  };
  return project.series.find(same);
}

const NO_NAME = { scenario_id: null, season: null, project_phase: null, name: null };
