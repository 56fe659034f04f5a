import type { Project } from '@palier/contract';
import { phaseLastDay } from '@palier/domain';
import type { Currencies } from './metric.ts';

/** The currencies of projects read together; null where they are several. */
export function currenciesOf(projects: readonly Project[]): Currencies {
  const only = (codes: ReadonlySet<string>): string | null =>
    codes.size === 1 ? ([...codes][0] ?? null) : null;
  return {
    catalog: only(new Set(projects.map(({ catalog_currency }) => catalog_currency))),
    accounting: only(new Set(projects.map(({ accounting_currency }) => accounting_currency))),
  };
}

/** First and last day of the phases of projects. */
export function daysOf(projects: readonly Project[]) {
  const firsts = projects.flatMap(({ phases }) => phases[0]?.start_date ?? []).sort();
  const lasts = projects
    .flatMap((project) => (project.phases.length > 0 ? phaseLastDay(project, project.phases.length - 1) : []))
    .sort();
  return { first: firsts[0], last: lasts.at(-1) };
}

const USUAL: readonly string[] = ['section', 'family'];

/** What a report is detailed by first: section and family, else what the server proposes first. */
export function firstDimensions(offered: readonly { field: string }[]): string[] {
  const fields = offered.map(({ field }) => field);
  const usual = USUAL.filter((field) => fields.includes(field));
  return usual.length > 0 ? usual : fields.slice(0, 1);
}
