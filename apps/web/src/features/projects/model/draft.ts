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
  type QueryTree,
  splitProjectName,
  usualSeasonStart,
} from '@palier/domain';
import {
  residualRuleFault,
  ruleTyped,
  type TypedRule,
  typedRule,
} from '../../../lib/residual/residual-rule.ts';

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
  on_order_periods: string[];
  item_query: QueryTree | null;
  /** Products named one by one, of an import; empty: those of the rules, or all. */
  item_group_ids: string[];
  discount_step: 5 | 10;
  discount_pct_range: number[];
  use_third_party_forecast: boolean;
  /** '': those of the retailer. */
  accounting_currency: string;
  catalog_currency: string;
  /** '': none; of a new project, whoever makes it. */
  project_group_id: string;
  is_project_group_leader: boolean;
  pilot_user_id: string;
  /** '': the project follows the data received; a day freezes it. */
  data_date: string;
  /** null: the retailer's own. */
  residual: TypedRule | null;
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
    on_order_periods: [],
    item_query: null,
    ...{ accounting_currency: '', catalog_currency: '', data_date: '', residual: null },
    ...{ project_group_id: '', is_project_group_leader: false, pilot_user_id: '' },
    item_group_ids: [],
    discount_step: NEW_PROJECT.discount_step,
    discount_pct_range: [...NEW_PROJECT.discount_pct_range],
    use_third_party_forecast: true,
  };
}

/** A project added to an operation begins with its days; one of a new operation keeps those that it has. */
export function withDaysOf(
  draft: ProjectDraft,
  projects: readonly Pick<Project, 'operation' | 'phases' | 'end_date'>[],
): ProjectDraft {
  const name = draft.operation.trim();
  const other = projects.find(({ operation }) => operation === name);
  if (!other) return draft;
  const { phases, end_date } = other;
  return { ...draft, end_date, phases: phases.map((phase) => newPhase(phase.start_date, phase.name ?? '')) };
}

type Delivered = NonNullable<NonNullable<Import['report']>['products']>;

/** A draft of the products of an import: by what says them, which takes those that come later too, else one by one. */
export function withProducts(draft: ProjectDraft, { own_value, codes }: Delivered): ProjectDraft {
  if (own_value)
    return {
      ...draft,
      item_query: {
        combinator: 'and',
        rules: [{ field: own_value.field, operator: 'equals', value: own_value.value }],
      },
    };
  return { ...draft, item_group_ids: [...(codes ?? [])] };
}

/** A project’s values, ready to be changed. */
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
    on_order_periods: [...(selection?.on_order_periods ?? [])],
    item_query: selection?.item_query ?? null,
    item_group_ids: [...(selection?.item_group_ids ?? [])],
    accounting_currency: project.accounting_currency,
    catalog_currency: project.catalog_currency,
    project_group_id: project.project_group_id ?? '',
    is_project_group_leader: project.is_project_group_leader,
    pilot_user_id: project.pilot_user_id ?? '',
    data_date: project.data_date_frozen ? (project.data_date ?? '') : '',
    residual: project.residual_value ? typedRule(project.residual_value) : null,
    discount_step: project.discount_step,
    discount_pct_range: [...project.discount_pct_range],
    use_third_party_forecast: project.use_third_party_forecast,
  };
}

export type DraftErrors = Partial<
  Record<
    'operation' | 'short_name' | 'phases' | 'end_date' | 'discount_pct_range' | 'currency' | 'residual',
    string
  >
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
  const currencies = [draft.accounting_currency, draft.catalog_currency];
  if (currencies.some((currency) => !/^([A-Z]{3})?$/.test(currency)))
    errors.currency = 'Une devise s’écrit en trois lettres : EUR, CHF.';
  const residual = draft.residual && residualRuleFault(draft.residual);
  if (residual) errors.residual = residual;
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
  return {
    inventories: draft.inventories,
    price_list_id: draft.price_list_id || null,
    sales_locations: draft.sales_locations,
    on_order_periods: draft.on_order_periods,
    item_query: draft.item_query,
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
  const { accounting_currency, catalog_currency, is_project_group_leader, ...rest } = settingsOf(draft);
  return {
    ...rest,
    working_phase: NEW_PROJECT.working_phase,
    ...(accounting_currency && { accounting_currency }),
    ...(catalog_currency && { catalog_currency }),
    ...(is_project_group_leader && { is_project_group_leader }),
  };
}

/** All that the form says of a project. */
function settingsOf(draft: ProjectDraft) {
  return {
    name: nameOf(draft),
    phases: phasesOf(draft),
    end_date: draft.end_date,
    season_start_date: seasonStartOf(draft) || null,
    data_date: draft.data_date || null,
    discount_step: draft.discount_step,
    discount_pct_range: draft.discount_pct_range,
    use_third_party_forecast: draft.use_third_party_forecast,
    catalog: { include_stock_on_order: draft.include_stock_on_order },
    accounting_currency: draft.accounting_currency,
    catalog_currency: draft.catalog_currency,
    project_group_id: draft.project_group_id || null,
    is_project_group_leader: draft.is_project_group_leader && draft.project_group_id !== '',
    pilot_user_id: draft.pilot_user_id || null,
    residual_value: draft.residual ? ruleTyped(draft.residual) : null,
    selection: selectionOf(draft),
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

/** Settings that stand now, with what a project says that follows from them. */
export function followedBy(now: Readonly<Record<string, unknown>>): Partial<Project> {
  const { name, data_date } = now;
  const parts = typeof name === 'string' ? splitProjectName(name) : null;
  return {
    ...now,
    ...(parts && {
      ...{ operation: parts.operation, subdivision: parts.subdivision, shortName: parts.short_name },
    }),
    // One that only follows the data is nobody's to have changed.
    ...(data_date !== undefined && { data_date_frozen: data_date !== null }),
  };
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

/** What decides which products a project takes: asked before it is saved. */
export function choiceOf(draft: ProjectDraft) {
  const { phases, season_start_date, data_date, catalog, selection } = settingsOf(draft);
  return { phases, season_start_date, data_date, catalog, selection };
}
