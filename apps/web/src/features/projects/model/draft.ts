import type { Import, NewProject, Project, ProjectChanges } from '@palier/contract';
import {
  addDays,
  calendarChangeFaults,
  daysBetween,
  NEW_PROJECT,
  NOT_FILLED_IN,
  type ProjectFault,
  parseDay,
  projectFaults,
  type QueryRule,
  usualSeasonStart,
} from '@palier/domain';

export interface DraftPhase {
  key: string;
  name: string;
  start_date: string;
}

/** A project as it is being filled in: texts as typed, '' for what is not given yet. */
export interface ProjectDraft {
  operation: string;
  subdivision: string;
  short_name: string;
  phases: DraftPhase[];
  end_date: string;
  /** null: the season that the first phase usually clears; '': none is set. */
  season_start: string | null;
  inventories: string[];
  sales_locations: string[];
  price_list_id: string;
  include_stock_on_order: boolean;
  item_rules: QueryRule[];
  /** Products named one by one, of an import; empty: those of the rules, or all. */
  item_group_ids: string[];
  discount_step: 5 | 10;
  discount_pct_range: number[];
  use_third_party_forecast: boolean;
}

let phaseKeys = 0;

export function newPhase(start_date: string, name = ''): DraftPhase {
  phaseKeys += 1;
  return { key: `phase-${phaseKeys}`, name, start_date };
}

/** An empty project: four weekly phases from the next Wednesday, the specification's range. */
export function emptyDraft(today: string): ProjectDraft {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  const first = addDays(today, (3 - weekday + 7) % 7 || 7);
  return {
    operation: '',
    subdivision: '',
    short_name: '',
    phases: [0, 1, 2, 3].map((week) => newPhase(addDays(first, 7 * week))),
    end_date: addDays(first, 28),
    season_start: null,
    inventories: [],
    sales_locations: [],
    price_list_id: '',
    include_stock_on_order: false,
    item_rules: [],
    item_group_ids: [],
    discount_step: NEW_PROJECT.discount_step,
    discount_pct_range: [...NEW_PROJECT.discount_pct_range],
    use_third_party_forecast: true,
  };
}

type Delivered = NonNullable<NonNullable<Import['report']>['products']>;

/** A draft of the products of an import: by what says them, which takes those that come later too, else one by one. */
export function withProducts(draft: ProjectDraft, { own_value, codes }: Delivered): ProjectDraft {
  if (own_value)
    return { ...draft, item_rules: [{ field: own_value.field, operator: 'equals', value: own_value.value }] };
  return { ...draft, item_group_ids: [...(codes ?? [])] };
}

/** A project’s values, ready to be changed. Rules nested deeper than one list are left as they are. */
export function draftOf(project: Project): ProjectDraft {
  const { selection } = project;
  return {
    operation: project.operation,
    subdivision: project.subdivision === NOT_FILLED_IN ? '' : project.subdivision.replaceAll(', ', '/'),
    short_name: project.shortName,
    phases: project.phases.map((phase) => newPhase(phase.start_date, phase.name ?? '')),
    end_date: project.end_date,
    season_start: project.season_start_date ?? '',
    inventories: [...(selection?.inventories ?? [])],
    sales_locations: [...(selection?.sales_locations ?? [])],
    price_list_id: selection?.price_list_id ?? '',
    include_stock_on_order: project.catalog.include_stock_on_order,
    item_rules: [],
    item_group_ids: [],
    discount_step: project.discount_step,
    discount_pct_range: [...project.discount_pct_range],
    use_third_party_forecast: project.use_third_party_forecast,
  };
}

export type DraftErrors = Partial<
  Record<'operation' | 'short_name' | 'phases' | 'end_date' | 'discount_pct_range', string>
>;

/** Where the form shows each fault of a project. */
const FIELD_OF: Partial<Record<ProjectFault['field'], keyof DraftErrors>> = {
  name: 'short_name',
  phases: 'phases',
  working_phase: 'phases',
  end_date: 'end_date',
  discount_pct_range: 'discount_pct_range',
};

/** Faults by the field of the form that shows them, the first of each. */
export function errorsOf(faults: readonly ProjectFault[]): DraftErrors {
  const errors: DraftErrors = {};
  for (const { field, message } of faults) {
    const place = FIELD_OF[field];
    if (place) errors[place] ??= message;
  }
  return errors;
}

/** What is not given yet, or cannot be read. */
function gapsOf(draft: ProjectDraft): DraftErrors {
  const errors: DraftErrors = {};
  if (draft.operation.trim() === '') errors.operation = 'Donnez le nom de l’opération.';
  if (draft.short_name.trim() === '') errors.short_name = 'Donnez le nom du projet.';
  for (const part of ['operation', 'short_name'] as const) {
    if (draft[part].includes('/')) errors[part] = 'Le signe / sépare les parties du nom : retirez-le.';
  }
  if (draft.phases.some((phase) => !parseDay(phase.start_date)))
    errors.phases = 'Chaque démarque a besoin d’une date de début.';
  if (!parseDay(draft.end_date)) errors.end_date = 'Donnez la date de fin.';
  return errors;
}

/**
 * What is missing in a draft, then what does not hold together by the rules of the domain: by field, in French.
 *
 * @param project the one being changed: what it held already does not count, what it validated is kept.
 */
export function draftErrors(draft: ProjectDraft, project: Project | null = null): DraftErrors {
  const working_phase = project ? project.working_phase : NEW_PROJECT.working_phase;
  const calendar = { phases: phasesOf(draft), end_date: draft.end_date, working_phase };
  const { discount_pct_range, discount_step } = draft;
  const checked = { ...calendar, name: nameOf(draft), discount_pct_range, discount_step };
  const faults = [...projectFaults(checked), ...(project ? calendarChangeFaults(project, calendar) : [])];
  const gaps = gapsOf(draft);
  const named = gaps.operation || gaps.short_name;
  const judged = faults.filter(({ field }) => !(field === 'name' && named));
  const errors = { ...errorsOf(judged), ...gaps };
  if (gaps.phases && !gaps.end_date) delete errors.end_date;
  return project ? withoutKnown(errors, draftErrors(draftOf(project))) : errors;
}

function withoutKnown(errors: DraftErrors, known: DraftErrors): DraftErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(([field, message]) => known[field as keyof DraftErrors] !== message),
  );
}

function nameOf(draft: ProjectDraft): string {
  const middle = draft.subdivision
    .split('/')
    .map((part) => part.trim())
    .filter(Boolean);
  return [draft.operation.trim(), ...middle, draft.short_name.trim()].join('/');
}

function phasesOf(draft: ProjectDraft) {
  return draft.phases.map((phase) => ({ name: phase.name.trim() || null, start_date: phase.start_date }));
}

function selectionOf(draft: ProjectDraft) {
  const rules = draft.item_rules.filter((rule) => rule.field !== '' && rule.value !== '');
  return {
    inventories: draft.inventories,
    price_list_id: draft.price_list_id || null,
    sales_locations: draft.sales_locations,
    on_order_periods: [],
    item_query: rules.length > 0 ? { combinator: 'and' as const, rules } : null,
    item_group_ids: draft.item_group_ids,
  };
}

/** The first day of the season as the form shows it; '' when there is none. */
export function seasonStartOf({ season_start, phases }: ProjectDraft): string {
  const first = phases[0]?.start_date ?? '';
  return season_start ?? (parseDay(first) ? usualSeasonStart(first) : '');
}

/** The body that creates the project. */
export function newProjectOf(draft: ProjectDraft): NewProject {
  return {
    name: nameOf(draft),
    phases: phasesOf(draft),
    end_date: draft.end_date,
    season_start_date: seasonStartOf(draft) || null,
    working_phase: NEW_PROJECT.working_phase,
    discount_step: draft.discount_step,
    discount_pct_range: draft.discount_pct_range,
    use_third_party_forecast: draft.use_third_party_forecast,
    catalog: { include_stock_on_order: draft.include_stock_on_order },
    selection: selectionOf(draft),
  };
}

/** What the settings dialog shows of a project; the selection stays as it is. */
function settingsOf(draft: ProjectDraft) {
  return {
    name: nameOf(draft),
    phases: phasesOf(draft),
    end_date: draft.end_date,
    season_start_date: seasonStartOf(draft) || null,
    discount_step: draft.discount_step,
    discount_pct_range: draft.discount_pct_range,
    use_third_party_forecast: draft.use_third_party_forecast,
    catalog: { include_stock_on_order: draft.include_stock_on_order },
  };
}

/** Only what was changed: the rest is not judged again, and a name of one part stays one. */
export function projectChangesOf(draft: ProjectDraft, project: Project): ProjectChanges {
  const before: Record<string, unknown> = settingsOf(draftOf(project));
  return Object.fromEntries(
    Object.entries(settingsOf(draft)).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field]),
    ),
  );
}

/** Adds a phase one week after the last, and moves the end when it would come before. */
export function withPhaseAdded(draft: ProjectDraft): ProjectDraft {
  const last = draft.phases[draft.phases.length - 1]?.start_date;
  if (!last || !parseDay(last)) return { ...draft, phases: [...draft.phases, newPhase('')] };
  const start = addDays(last, 7);
  const end =
    parseDay(draft.end_date) && daysBetween(start, draft.end_date) > 0 ? draft.end_date : addDays(start, 7);
  return { ...draft, phases: [...draft.phases, newPhase(start)], end_date: end };
}

/** Discounts that may be ticked with a step. */
export function offeredDiscounts(step: 5 | 10): number[] {
  return Array.from({ length: Math.floor(90 / step) }, (_, index) => (index + 1) * step);
}
