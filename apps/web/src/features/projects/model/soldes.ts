import {
  addDays,
  daysBetween,
  departmentsOf,
  type LawLevel,
  type LegalPlace,
  nextSoldes,
  type SoldesPeriod,
  soldesFaults,
  soldesPhases,
} from '@palier/domain';
import { newPhase, type ProjectDraft } from './draft.ts';

/** What the law says of the dates of a draft that is called « soldes ». */
export interface SoldesAdvice {
  /** The legal periods to come where its places are. */
  periods: SoldesPeriod[];
  /** Phases outside them, as they are called. */
  outside: string[];
}

/** null: nothing in the draft is called « soldes », or it sells abroad alone. */
export function soldesAdvice(draft: ProjectDraft, places: readonly LegalPlace[]): SoldesAdvice | null {
  const departments = departmentsOf(places, draft.sales_locations);
  const phases = draft.phases.filter(({ start_date }) => start_date !== '');
  const [first] = phases;
  const project = { name: draft.operation, phases, end_date: draft.end_date };
  if (departments.length === 0 || !first || soldesPhases(project).length === 0) return null;
  const faults = draft.end_date === '' ? [] : soldesFaults(project, departments);
  return {
    periods: nextSoldes(first.start_date, departments),
    outside: [...new Set(faults.map(({ label }) => label))],
  };
}

/** What is said of phases that are outside the legal dates, with what the organisation lets the rule do. */
export function soldesDatesText(outside: readonly string[], level: LawLevel | null): string {
  if (outside.length === 0) return 'Les démarques sont dans les dates légales des soldes.';
  const said = `${outside.map((label) => `« ${label} »`).join(', ')} : hors des dates légales des soldes.`;
  return level === 'block' ? `${said} L’enseigne fait bloquer : la validation sera refusée.` : said;
}

/** The draft over the days of a legal period, its phases spread in whole days as evenly as they go. */
export function withSoldesDates(draft: ProjectDraft, { first_day, last_day }: SoldesPeriod): ProjectDraft {
  const days = daysBetween(first_day, last_day) + 1;
  const count = draft.phases.length;
  return {
    ...draft,
    phases: draft.phases.map(({ name }, index) =>
      newPhase(addDays(first_day, Math.floor((index * days) / count)), name),
    ),
    end_date: addDays(last_day, 1),
  };
}
