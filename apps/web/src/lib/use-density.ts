import { storageKeys } from './storage.ts';
import { useStored } from './use-stored.ts';

function isDisplayMode(value: unknown): value is 'default' | 'compact' {
  return value === 'default' || value === 'compact';
}

/** Compact or default rows of the listing and of the older dashboard; kept in the browser. */
export function useDensity(): [compact: boolean, toggle: () => void] {
  const [mode, setMode] = useStored(storageKeys.listingDisplayMode, isDisplayMode, 'default');
  return [mode === 'compact', () => setMode(mode === 'compact' ? 'default' : 'compact')];
}
