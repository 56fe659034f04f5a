import { queryTreeSchema } from '@palier/contract/query-tree';
import {
  addColumns,
  COVERAGE_STATISTICS,
  type EditionMode,
  type QueryTree,
  sameParameters,
  VIEW_PARAMETER_KEYS,
  type ViewParameters,
} from '@palier/domain';

export const VALIDATION_SCOPES = ['todo', 'all', 'done'] as const;
export type ValidationScope = (typeof VALIDATION_SCOPES)[number];

/** Everything that decides what the listing shows; all of it is in the address. */
export interface ListingState {
  view_id: string | null;
  parameters: ViewParameters;
  q: string;
  mode: EditionMode;
  /** Validation mode: the lines still to review, all of them, or those reviewed; null outside the mode. */
  validation: ValidationScope | null;
  activity_id: string | null;
  /** The line whose panel is open. */
  product: string | null;
  /** Sections of columns folded to their first one. */
  folded: readonly string[];
  /** Compact rows, whatever the reader prefers; false leaves it to the preference. */
  compact: boolean;
  /** The open groups, as open-groups.ts writes them. */
  open: string | null;
  /** The columns that the link just followed adds to those shown, to be in sight. */
  added?: readonly string[];
}

const KEYS = {
  view: 'vue',
  groupBy: 'grouper',
  included: 'inclus',
  searchQuery: 'filtre',
  sort: 'tri',
  coverageStat: 'couverture',
  hideZeroPercent: 'sans-zero',
  columns: 'colonnes',
  featuredFields: 'champs',
  customColumnWidths: 'largeurs',
  q: 'q',
  mode: 'mode',
  validation: 'validation',
  activity: 'activite',
  product: 'produit',
  folded: 'replies',
  compact: 'compact',
  open: 'ouverts',
} as const;
/** Columns that a link adds to those shown: part of them from then on. */
const ADDED_COLUMNS = 'avec';

const MODES: Record<string, EditionMode> = { inclusion: 'inclusion', demarque: 'discount', vue: 'namedView' };

function modeText(mode: EditionMode): string | null {
  return Object.entries(MODES).find(([, value]) => value === mode)?.[0] ?? null;
}

function encodeParameter(key: keyof ViewParameters, parameters: ViewParameters): string {
  const value = parameters[key];
  if (key === 'sort') {
    const sort = parameters.sort;
    return sort ? `${sort.field}.${sort.order}` : '-';
  }
  if (key === 'customColumnWidths') {
    return Object.entries(parameters.customColumnWidths)
      .map(([id, width]) => `${id}.${width}`)
      .join(',');
  }
  if (Array.isArray(value)) return value.join(',') || '-';
  if (key === 'searchQuery') return value ? JSON.stringify(value) : '-';
  return String(value);
}

function list(text: string): string[] {
  return text === '-' || text === '' ? [] : text.split(',');
}

function parseQuery(text: string): QueryTree | null {
  try {
    return queryTreeSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // A link cut by a mail program, or written by hand: the listing opens without its filter rather than not at all.
    return null;
  }
}

function parseSort(text: string): ViewParameters['sort'] {
  const dot = text.lastIndexOf('.');
  const order = text.slice(dot + 1);
  return dot > 0 && (order === 'asc' || order === 'desc') ? { field: text.slice(0, dot), order } : null;
}

function decodeParameter(key: keyof ViewParameters, text: string): Partial<ViewParameters> {
  switch (key) {
    case 'sort':
      return { sort: parseSort(text) };
    case 'searchQuery':
      return { searchQuery: text === '-' ? null : parseQuery(text) };
    case 'included':
      return { included: text !== 'false' };
    case 'hideZeroPercent':
      return { hideZeroPercent: text === 'true' };
    case 'coverageStat': {
      const stat = COVERAGE_STATISTICS.find((known) => known === text);
      return stat ? { coverageStat: stat } : {};
    }
    case 'customColumnWidths':
      return {
        customColumnWidths: Object.fromEntries(
          list(text).flatMap((item) => {
            const [id, width] = item.split('.');
            const pixels = Number(width);
            return id && Number.isFinite(pixels) ? [[id, pixels]] : [];
          }),
        ),
      };
    default:
      return { [key]: list(text) };
  }
}

/** The address's query string of a state; parameters equal to the base ones are left out. */
export function encodeState(state: ListingState, base: ViewParameters): URLSearchParams {
  const search = new URLSearchParams();
  if (state.view_id) search.set(KEYS.view, state.view_id);
  for (const key of VIEW_PARAMETER_KEYS) {
    const same = sameParameters({ [key]: state.parameters[key] }, { [key]: base[key] });
    if (!same) search.set(KEYS[key], encodeParameter(key, state.parameters));
  }
  if (state.q) search.set(KEYS.q, state.q);
  const mode = modeText(state.mode);
  if (mode) search.set(KEYS.mode, mode);
  if (state.validation) search.set(KEYS.validation, state.validation);
  if (state.activity_id) search.set(KEYS.activity, state.activity_id);
  if (state.product) search.set(KEYS.product, state.product);
  if (state.folded.length > 0) search.set(KEYS.folded, state.folded.join(','));
  if (state.compact) search.set(KEYS.compact, 'oui');
  if (state.open) search.set(KEYS.open, state.open);
  return search;
}

/** The open groups that a query string says, as open-groups.ts writes them. */
export function openGroupsOf(search: string): string | null {
  return new URLSearchParams(search).get(KEYS.open);
}

/** An address's query string with other open groups in it. */
export function withOpenGroups(search: string, open: string | null): string {
  const changed = new URLSearchParams(search);
  if (open) changed.set(KEYS.open, open);
  else changed.delete(KEYS.open);
  return changed.toString();
}

/** Whether an address says anything of the listing's parameters. */
export function hasParameters(search: URLSearchParams): boolean {
  return search.has(KEYS.view) || VIEW_PARAMETER_KEYS.some((key) => search.has(KEYS[key]));
}

/** The state that an address describes, over the base parameters. What it cannot read keeps the base's value. */
export function decodeState(search: URLSearchParams, base: ViewParameters): ListingState {
  let parameters = base;
  for (const key of VIEW_PARAMETER_KEYS) {
    const text = search.get(KEYS[key]);
    if (text !== null) parameters = { ...parameters, ...decodeParameter(key, text) };
  }
  const added = list(search.get(ADDED_COLUMNS) ?? '');
  if (added.length > 0) parameters = { ...parameters, columns: addColumns(parameters.columns, added) };
  return {
    view_id: search.get(KEYS.view),
    parameters,
    q: search.get(KEYS.q) ?? '',
    mode: MODES[search.get(KEYS.mode) ?? ''] ?? 'none',
    validation: VALIDATION_SCOPES.find((scope) => scope === search.get(KEYS.validation)) ?? null,
    activity_id: search.get(KEYS.activity),
    product: search.get(KEYS.product),
    folded: list(search.get(KEYS.folded) ?? ''),
    compact: search.get(KEYS.compact) === 'oui',
    open: search.get(KEYS.open),
    ...(added.length > 0 && { added }),
  };
}
