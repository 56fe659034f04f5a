import { useEffect, useState } from 'react';
import { storageKeys } from '../../../lib/storage.ts';
import { useStored } from '../../../lib/use-stored.ts';

function isDisplayMode(value: unknown): value is 'default' | 'compact' {
  return value === 'default' || value === 'compact';
}

/** Full screen: the shell's bars go; Escape brings them back. */
export function useFullScreen(): [boolean, () => void] {
  const [full, setFull] = useState(false);
  useEffect(() => {
    document.body.classList.toggle('ls-full-screen', full);
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) setFull(false);
    };
    if (full) window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
      document.body.classList.remove('ls-full-screen');
    };
  }, [full]);
  return [full, () => setFull((value) => !value)];
}

/** Compact or default rows; kept in the browser. */
export function useDensity(): [compact: boolean, toggle: () => void] {
  const [mode, setMode] = useStored(storageKeys.listingDisplayMode, isDisplayMode, 'default');
  return [mode === 'compact', () => setMode(mode === 'compact' ? 'default' : 'compact')];
}
