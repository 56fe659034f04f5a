import { useDensity } from '../../../lib/use-density.ts';
import { useIsShort } from '../../../ui/use-window-width.ts';
import type { ListingStateHandle } from '../screen/use-listing-state.ts';

/**
 * Whether rows are compact: by the user's preference, because the link says so, or for want of height. What the user
 * chooses becomes the preference, and stands in the address.
 */
export function useRowHeight({ state, change }: Pick<ListingStateHandle, 'state' | 'change'>): {
  compact: boolean;
  toggle: () => void;
} {
  const [preferred, togglePreference] = useDensity();
  const short = useIsShort();
  const chosen = preferred || state.compact;
  return {
    compact: chosen || short,
    toggle: () => {
      if (preferred === chosen) togglePreference();
      change({ compact: !chosen }, true);
    },
  };
}
