import type { RouteOutput } from '@palier/contract';
import { formatDateRange, formatShortDate } from '@palier/domain';
import type { ReportState } from './report-state.ts';

export type SeriesList = RouteOutput<'series.list'>;
export type Serie = SeriesList['series'][number];

/** Compared at once on the screen: beyond, neither columns nor bars can be told apart. */
export const MOST_SERIES = 8;

/** The marks of series by their place; the first three as planned, run and past year most often are. */
const COLORS = [
  'var(--navy-900)',
  'var(--blue-500)',
  'var(--orange-500)',
  'var(--green-600)',
  'var(--amber-500)',
  'var(--navy-400)',
  'var(--red-500)',
  'var(--blue-700)',
] as const;

export function serieColor(index: number): string {
  return COLORS[index % COLORS.length] ?? COLORS[0];
}

/** The series of a report, in the order of its columns, and the place of the reference among them. */
export interface ChosenSeries {
  series: readonly Serie[];
  reference: number;
  /** Series that the address names and that are no more. */
  missing: number;
}

/** Whether two series can be read against each other: seasons are aligned, days of one season must be shared. */
function sharesDays(a: Serie, b: Serie): boolean {
  return a.season !== b.season || (a.from_date <= b.to_date && b.from_date <= a.to_date);
}

/** Whether a serie is of all the projects of another; an earlier edition has projects of its own, as many. */
function covers(one: Serie, other: Serie): boolean {
  if (one.season !== other.season) return one.project_ids.length >= other.project_ids.length;
  return other.project_ids.every((id) => one.project_ids.includes(id));
}

/**
 * What a report compares first: the plan in force with the last run and what last season sold, else with a serie of
 * the same days; what was sold against what was signed when the plan has nothing beside it. A serie of fewer projects
 * would leave the others out of the report: it is for the reader to add.
 */
function firstSeries(offered: readonly Serie[]): Serie[] {
  const own = offered.filter(({ season }) => season === null);
  const plan = own.find(({ source }) => source === 'plan');
  const whole = (one: Serie): boolean => !plan || covers(one, plan);
  const run = own.find((one) => one.source === 'run' && whole(one) && (!plan || sharesDays(one, plan)));
  const lastYear = offered.find((one) => one.season !== null && one.kind === 'sales' && whole(one));
  const first = [plan, run, lastYear].flatMap((one) => one ?? []);
  if (first.length > 1) return first;
  for (const one of [plan, own.find((other) => other.source === 'sales' && whole(other))]) {
    const beside =
      one && own.find((other) => other._id !== one._id && covers(other, one) && sharesDays(other, one));
    if (one && beside) return [one, beside];
  }
  return first.length > 0 ? first : offered.slice(0, 1);
}

/** The series that a report compares, those that its address names or the first ones. */
export function chosenSeries(
  offered: readonly Serie[],
  { series: named, reference }: Pick<ReportState, 'series' | 'reference'>,
): ChosenSeries {
  const found = named
    ? named.flatMap((id) => offered.find(({ _id }) => _id === id) ?? [])
    : firstSeries(offered);
  const series = (found.length > 0 ? found : firstSeries(offered)).slice(0, MOST_SERIES);
  const at = series.findIndex(({ _id }) => _id === reference);
  return {
    series,
    reference: at >= 0 ? at : firstReference(series),
    missing: named ? named.length - found.length : 0,
  };
}

/** What the others are read against: what another season sold, else what was sold, else the first. */
function firstReference(series: readonly Serie[]): number {
  const past = series.findIndex(({ season }) => season !== null);
  if (past >= 0) return past;
  const sold = series.findIndex(({ kind }) => kind === 'sales');
  return Math.max(0, sold);
}

/** « Plan », « Ventes · Soldes été 2025 ». */
export function serieTitle({ label, season }: Pick<Serie, 'label' | 'season'>): string {
  return season ? `${label} · ${season}` : label;
}

/**
 * « prévision, 6 juil. 2026 », « ses projets, 9 → 15 juil. 2025 »: what it is of, under its title. A past season
 * is of the products of its projects: the N−1 of other screens is of all that the perimeter sold.
 */
export function serieNote(serie: Serie): string {
  const sold = serie.season === null ? 'ventes' : 'ses projets';
  return `${serie.kind === 'sales' ? sold : 'prévision'}, ${momentText(serie)}`;
}

/** The days that were sold, or the day that a forecast was made. */
function momentText({ kind, serie_date, from_date, to_date }: Serie): string {
  return kind === 'sales' ? spanText(from_date, to_date) : formatShortDate(serie_date, true);
}

/** Days with their year, which a range inside one year leaves out. */
function spanText(from: string, to: string): string {
  const range = formatDateRange(from, to);
  return from.slice(0, 4) === to.slice(0, 4) ? `${range} ${to.slice(0, 4)}` : range;
}

/** Two lines of a column. */
const LONGEST_SHORT = 20;

/** A serie's name in the heading of a column: its season, its scenario, or its label cut. */
export function shortTitle({
  label,
  season,
  kind,
  source,
}: Pick<Serie, 'label' | 'season' | 'kind' | 'source'>): string {
  const name =
    season && kind === 'sales'
      ? (/\b\d{4}\b/.exec(season)?.[0] ?? season)
      : source === 'run'
        ? scenarioName(label)
        : label;
  return name.length > LONGEST_SHORT ? `${name.slice(0, LONGEST_SHORT - 1).trimEnd()}…` : name;
}

/** « Scénario « Écouler » » is « Écouler » where there is little room. */
function scenarioName(label: string): string {
  return /[“«]\s*(.+?)\s*[”»]/.exec(label)?.[1] ?? label;
}

/** A serie's name in the legend of the chart: « Écouler 71,5 % », « Été 2025 ». */
export function legendTitle(serie: Serie): string {
  if (serie.season && serie.kind === 'sales') return serie.season;
  return serie.source === 'run' ? scenarioName(serie.label) : serieTitle(serie);
}

/** Short titles of series shown together, each its own: one that is taken says its day, then its place. */
export function shortTitles(series: readonly Serie[]): string[] {
  const distinct = (titles: readonly string[], more: (serie: Serie, index: number) => string): string[] =>
    titles.map((title, index) => {
      const serie = series[index];
      return serie && titles.filter((other) => other === title).length > 1
        ? `${title} ${more(serie, index)}`
        : title;
    });
  const dated = distinct(series.map(shortTitle), ({ serie_date }) => formatShortDate(serie_date));
  return distinct(dated, (_, index) => `(${index + 1})`);
}

/** What the call of the report names a serie by. */
export function serieChoice({ serie_date, kind, scenario_id, season, project_phase, name }: Serie) {
  return { serie_date, kind, scenario_id, season, project_phase, name };
}

const SECTIONS: Readonly<Record<Serie['source'], string>> = {
  plan: 'Plans',
  run: 'Scénarios',
  validated: 'Démarques validées',
  sales: 'Ventes',
  imported: 'Séries importées',
};

/** Series to choose from, by where they come from; those of other seasons under the season's name. */
export function serieSections(series: readonly Serie[]) {
  const sections = Map.groupBy(series, ({ season, source }) => season ?? SECTIONS[source]);
  return [...sections].map(([label, own]) => ({
    label,
    options: own.map((serie) => ({ id: serie._id, label: `${serie.label}, ${momentText(serie)}` })),
  }));
}
