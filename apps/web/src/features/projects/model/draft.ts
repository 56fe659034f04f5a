import type { NewProject, Project, ProjectChanges } from '@palier/contract';
import { addDays, NEW_PROJECT, NOT_FILLED_IN, parseDay, type QueryRule } from '@palier/domain';
import { daysBetween } from '../../../lib/today.ts';

export type DraftPhase = { key: string; name: string; start_date: string };

/** A project as it is being filled in: texts as typed, '' for what is not given yet. */
export type ProjectDraft = {
  operation: string;
  subdivision: string;
  short_name: string;
  phases: DraftPhase[];
  end_date: string;
  inventories: string[];
  sales_locations: string[];
  price_list_id: string;
  include_stock_on_order: boolean;
  item_rules: QueryRule[];
  discount_step: 5 | 10;
  discount_pct_range: number[];
  use_third_party_forecast: boolean;
};

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
    inventories: [],
    sales_locations: [],
    price_list_id: '',
    include_stock_on_order: false,
    item_rules: [],
    discount_step: NEW_PROJECT.discount_step,
    discount_pct_range: [...NEW_PROJECT.discount_pct_range],
    use_third_party_forecast: true,
  };
}

/** What a project holds, to be changed. Rules nested deeper than one list are left as they are. */
export function draftOf(project: Project): ProjectDraft {
  const { selection } = project;
  return {
    operation: project.operation,
    subdivision: project.subdivision === NOT_FILLED_IN ? '' : project.subdivision.replaceAll(', ', '/'),
    short_name: project.shortName,
    phases: project.phases.map((phase) => newPhase(phase.start_date, phase.name ?? '')),
    end_date: project.end_date,
    inventories: [...(selection?.inventories ?? [])],
    sales_locations: [...(selection?.sales_locations ?? [])],
    price_list_id: selection?.price_list_id ?? '',
    include_stock_on_order: project.catalog.include_stock_on_order,
    item_rules: [],
    discount_step: project.discount_step,
    discount_pct_range: [...project.discount_pct_range],
    use_third_party_forecast: project.use_third_party_forecast,
  };
}

export type DraftErrors = Partial<
  Record<'operation' | 'short_name' | 'phases' | 'end_date' | 'discount_pct_range', string>
>;

/** What is missing or wrong in a draft, by field, in French. */
export function draftErrors(draft: ProjectDraft): DraftErrors {
  const errors: DraftErrors = {};
  if (draft.operation.trim() === '') errors.operation = 'Donnez le nom de l’opération.';
  if (draft.short_name.trim() === '') errors.short_name = 'Donnez le nom du projet.';
  for (const part of ['operation', 'short_name'] as const) {
    if (draft[part].includes('/')) errors[part] = 'Le signe / sépare les parties du nom : retirez-le.';
  }
  const starts = draft.phases.map((phase) => phase.start_date);
  if (starts.length === 0) errors.phases = 'Il faut au moins une démarque.';
  else if (starts.some((start) => !parseDay(start)))
    errors.phases = 'Chaque démarque a besoin d’une date de début.';
  else if (starts.some((start, index) => index > 0 && start <= (starts[index - 1] ?? '')))
    errors.phases = 'Les démarques doivent se suivre : chaque début après le précédent.';
  const last = starts[starts.length - 1] ?? '';
  if (!parseDay(draft.end_date)) errors.end_date = 'Donnez la date de fin.';
  else if (last && draft.end_date <= last)
    errors.end_date = 'La fin doit venir après le début de la dernière démarque.';
  if (draft.discount_pct_range.length === 0) errors.discount_pct_range = 'Choisissez au moins une démarque.';
  return errors;
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
    item_group_ids: [],
  };
}

/** The body that creates the project. */
export function newProjectOf(draft: ProjectDraft): NewProject {
  return {
    name: nameOf(draft),
    phases: phasesOf(draft),
    end_date: draft.end_date,
    working_phase: NEW_PROJECT.working_phase,
    discount_step: draft.discount_step,
    discount_pct_range: draft.discount_pct_range,
    use_third_party_forecast: draft.use_third_party_forecast,
    catalog: { include_stock_on_order: draft.include_stock_on_order },
    selection: selectionOf(draft),
  };
}

/** Only what the settings dialog changes; the selection stays as it is. */
export function projectChangesOf(draft: ProjectDraft): ProjectChanges {
  return {
    name: nameOf(draft),
    phases: phasesOf(draft),
    end_date: draft.end_date,
    discount_step: draft.discount_step,
    discount_pct_range: draft.discount_pct_range,
    use_third_party_forecast: draft.use_third_party_forecast,
    catalog: { include_stock_on_order: draft.include_stock_on_order },
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
