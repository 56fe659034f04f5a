import { storageKeys } from './storage.ts';
import { isBoolean, useStored } from './use-stored.ts';

/** Whether the listing (true, the default) or the older dashboard is shown, and the way to choose. */
export function useNewListing(): [boolean, (shown: boolean) => void] {
  return useStored(storageKeys.newListing, isBoolean, true);
}
