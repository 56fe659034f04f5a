import { DEFAULT_DASHBOARD_COLUMNS } from '../catalogue/columns.ts';
import type { FieldDefinition } from '../catalogue/field.ts';
import type { CoverageStatistic } from '../coverage/score.ts';
import type { QueryTree } from '../query/tree.ts';

export type SortOrder = 'asc' | 'desc';

export interface ViewSort {
  field: string;
  order: SortOrder;
}

/** What a view decides of the listing. */
export interface ViewParameters {
  /** Grouping fields, outermost first. */
  groupBy: string[];
  /** true: only included products; false: included and excluded alike. */
  included: boolean;
  searchQuery: QueryTree | null;
  sort: ViewSort | null;
  coverageStat: CoverageStatistic;
  /** Leaves out the products at 0 %. */
  hideZeroPercent: boolean;
  /** Column ids in order. */
  columns: string[];
  /** Fields shown under the product's name; empty for the settings'. */
  featuredFields: string[];
  /** Widths in pixels by column id, where they differ from the default. */
  customColumnWidths: Record<string, number>;
}

export const VIEW_PARAMETER_KEYS = [
  'groupBy',
  'included',
  'searchQuery',
  'sort',
  'coverageStat',
  'hideZeroPercent',
  'columns',
  'featuredFields',
  'customColumnWidths',
] as const satisfies readonly (keyof ViewParameters)[];

/** A merchandiser first reads her families; every retailer's products have one. */
const DEFAULT_GROUPING = ['family'] as const;
export const DEFAULT_VIEW_NAME = 'Tous les produits';
export const NEW_VIEW = { name: 'New View', shared: false } as const;

/** The parts of the settings that views fall back on. */
export interface ViewSettings {
  featured_fields?: readonly string[];
  dashboard_columns?: readonly string[];
}

/** Parameters of « Tous les produits »: columns of the settings, else the built-in ones. */
export function defaultViewParameters(settings: ViewSettings = {}): ViewParameters {
  const columns = settings.dashboard_columns ?? [];
  return {
    groupBy: [...DEFAULT_GROUPING],
    included: true,
    searchQuery: null,
    sort: null,
    coverageStat: 'q2',
    hideZeroPercent: false,
    columns: columns.length > 0 ? [...columns] : [...DEFAULT_DASHBOARD_COLUMNS],
    featuredFields: [],
    customColumnWidths: {},
  };
}

/** What « Tous les produits » is made with: without columns of its own, it follows the settings. */
export function firstViewParameters(): Partial<ViewParameters> {
  const { columns: _, ...parameters } = defaultViewParameters();
  return parameters;
}

/** Shown already, or never read by a person. */
const NOT_FEATURED: ReadonlySet<string> = new Set(['title', 'name', 'image_url', 'ranking_key']);

/** Whether a field may be read under a product's name: one value, known at once, that is not there already. */
export function isFeaturable({
  id,
  type,
  lazy,
  technical,
}: Pick<FieldDefinition, 'id' | 'type'> & { lazy?: boolean | undefined; technical?: boolean }): boolean {
  return !lazy && !technical && type !== 'list' && !NOT_FEATURED.has(id);
}

/** The fields featured on products: the view's, else the settings'. */
export function featuredFields(
  parameters: Pick<ViewParameters, 'featuredFields'>,
  settings: ViewSettings,
): string[] {
  return parameters.featuredFields.length > 0
    ? parameters.featuredFields
    : [...(settings.featured_fields ?? [])];
}

export interface AppliedView {
  is_partial: boolean;
  parameters: Partial<ViewParameters>;
}

/**
 * The working parameters once a view is applied. A partial view changes only the parameters it holds; a whole
 * one sets all, those it lacks to their defaults.
 */
export function applyView(
  current: ViewParameters,
  view: AppliedView,
  settings: ViewSettings = {},
): ViewParameters {
  const base = view.is_partial ? current : defaultViewParameters(settings);
  const applied = { ...base, ...definedParameters(view.parameters) };
  return applied.columns.length > 0
    ? applied
    : { ...applied, columns: defaultViewParameters(settings).columns };
}

function definedParameters(parameters: Partial<ViewParameters>): Partial<ViewParameters> {
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined));
}

/** The same value with the keys of its objects in order and undefined ones left out, as text. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_, item: unknown) => {
    if (item === null || typeof item !== 'object' || Array.isArray(item)) return item;
    return Object.fromEntries(Object.entries(item).sort(([left], [right]) => (left < right ? -1 : 1)));
  });
}

/** Whether two sets of parameters show the same listing. */
export function sameParameters(left: Partial<ViewParameters>, right: Partial<ViewParameters>): boolean {
  return VIEW_PARAMETER_KEYS.every((key) => canonical(left[key]) === canonical(right[key]));
}

/** The parameters that are not those of a base: what is kept of a listing, so that the rest follows the settings. */
export function ownParameters(parameters: ViewParameters, base: ViewParameters): Partial<ViewParameters> {
  return Object.fromEntries(
    Object.entries(parameters).filter(
      ([key, value]) => canonical(value) !== canonical(base[key as keyof ViewParameters]),
    ),
  );
}

/** Whether the working parameters are no longer those of the view (« modifiée »). */
export function isViewModified(
  current: ViewParameters,
  view: AppliedView,
  settings: ViewSettings = {},
): boolean {
  return !sameParameters(current, applyView(current, view, settings));
}

/** Who a view is judged for. */
export interface ViewUser {
  user_id: string;
  canEditSharedViews: boolean;
}

/** Whether a view may be edited or deleted by a user: by its author, a shared one also by who has the permission. */
export function canEditView(view: { shared: boolean; author_id: string }, user: ViewUser): boolean {
  return view.author_id === user.user_id || (view.shared && user.canEditSharedViews);
}

/** What of a view decides who it is opened to, and for whom it opens first. */
export interface ViewReach {
  shared: boolean;
  is_default: boolean;
}

/**
 * Whether a view's reach may become another; null is a view that is not there, before its creation or after its end.
 * Sharing, and what opens first for all, take the permission; a personal default is its owner's alone.
 */
export function mayChangeReach(before: ViewReach | null, after: ViewReach | null, user: ViewUser): boolean {
  const opensForAll = (view: ViewReach | null): boolean => view?.shared === true && view.is_default;
  const shares = after?.shared === true && before?.shared !== true;
  return user.canEditSharedViews || !(shares || opensForAll(before) !== opensForAll(after));
}

/** The view that opens first for a user: her own default, else the default of all. */
export function defaultView<View extends ViewReach>(views: readonly View[]): View | undefined {
  return (
    views.find(({ is_default, shared }) => is_default && !shared) ??
    views.find(({ is_default }) => is_default)
  );
}
