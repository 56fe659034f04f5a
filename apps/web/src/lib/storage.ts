/** Every key of the browser's local storage that Palier writes. The first three are named by the specification. */
export const storageKeys = {
  goalSort: 'optimisation-goal-sort',
  goalHidden: 'optimisation-goal-hidden',
  listingDisplayMode: 'listing-display-mode',
  /** Followed by the project's id: `userViewKey`. */
  userView: 'listing-user-view',
  view: 'listing-view',
  newListing: 'listing-new',
  /** Whether compact rows were proposed. */
  densityAsked: 'listing-density-asked',
  pendingEdits: 'listing-pending-edits',
  checkpoints: 'listing-checkpoints',
  operationsOpen: 'operations-open',
  horizon: 'figures-horizon',
  lockedRulesOpen: 'rules-locked-open',
} as const;

/** Where a project's working view is kept: a filter made in one must not follow its user into another. */
export function userViewKey(projectId: string): string {
  return `${storageKeys.userView}:${projectId}`;
}

/**
 * Reads a stored value. Anything that is not valid JSON, or that `accept` refuses (an older
 * version's shape, a hand's edit), reads as `fallback`.
 */
export function readStored<Value>(
  key: string,
  accept: (value: unknown) => value is Value,
  fallback: Value,
): Value {
  try {
    const text = window.localStorage.getItem(key);
    if (text === null) return fallback;
    const value: unknown = JSON.parse(text);
    return accept(value) ? value : fallback;
  } catch {
    return fallback;
  }
}

/** Stores a value as JSON. A full or forbidden storage is not an error: the choice lasts as long as the page. */
export function writeStored(key: string, value: unknown): void {
  try {
    window.localStorage.setItem(key, JSON.stringify(value));
  } catch (error) {
    console.warn(`local storage refused ${key}`, error);
  }
}

/** Forgets a stored value. */
export function removeStored(key: string): void {
  try {
    window.localStorage.removeItem(key);
  } catch (error) {
    console.warn(`local storage refused ${key}`, error);
  }
}
