import { NOT_FILLED_IN } from '../project/name.ts';

/** A series is a forecast (a plan) or what was sold. */
export const SERIE_KINDS = ['forecast', 'sales'] as const;
export type SerieKind = (typeof SERIE_KINDS)[number];

/** Where a series comes from: the plan in force, a run, a phase as it was signed, the sales, a file. */
export const SERIE_SOURCES = ['plan', 'run', 'validated', 'sales', 'imported'] as const;
export type SerieSource = (typeof SERIE_SOURCES)[number];

/** What names a series of some projects. */
export interface SerieName {
  /** The data date it was recorded at, YYYY-MM-DD. */
  serie_date: string;
  kind: SerieKind;
  scenario_id?: string | null | undefined;
  /** Operation of an earlier edition. */
  season?: string | null | undefined;
  /** Phase as it was signed. */
  project_phase?: number | null | undefined;
  /** Of an imported series. */
  name?: string | null | undefined;
}

/** The same series has the same id whoever names it: what is left out is null. */
export function serieId({ serie_date, kind, scenario_id, season, project_phase, name }: SerieName): string {
  const parts = [scenario_id, season, project_phase, name].map((part) =>
    part === null || part === undefined ? '' : encodeURIComponent(String(part)).replaceAll('~', '%7E'),
  );
  return [serie_date, kind, ...parts].join('~').replace(/~+$/, '');
}

/** What an id of `serieId` names; null for a text that is none. */
export function serieOfId(id: string): SerieName | null {
  const [serie_date = '', kind, ...parts] = id.split('~');
  const known = SERIE_KINDS.find((one) => one === kind);
  if (!known || !/^\d{4}-\d{2}-\d{2}$/.test(serie_date) || parts.length > 4) return null;
  const [scenario_id, season, phase, name] = parts.map(decoded);
  if ([scenario_id, season, phase, name].includes(null) || (phase && !/^\d+$/.test(phase))) return null;
  return {
    ...{ serie_date, kind: known },
    ...{ scenario_id: scenario_id || null, season: season || null, name: name || null },
    project_phase: phase ? Number(phase) : null,
  };
}

/** A part of an id as it was; null when it was cut or written by hand. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** How screens and files name a series, in French. */
export function serieLabel(
  source: SerieSource,
  {
    scenario_name,
    phase_label,
    name,
  }: { scenario_name: string | null; phase_label: string | null; name: string | null },
): string {
  switch (source) {
    case 'plan':
      return 'Plan';
    case 'run':
      return `Scénario « ${scenario_name ?? NOT_FILLED_IN} »`;
    case 'validated':
      return `${phase_label ?? NOT_FILLED_IN}, validée`;
    case 'sales':
      return 'Ventes';
    case 'imported':
      return name ?? NOT_FILLED_IN;
    default:
      return source satisfies never;
  }
}
