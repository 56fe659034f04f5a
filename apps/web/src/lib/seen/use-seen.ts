import { useState } from 'react';
import { type Clash, clashOf } from './clash.ts';

/**
 * What the author of a form has seen of what she changes: as it stood when she began, then as she was told that it
 * stands. `began` is kept: what the screen reads again meanwhile she has not looked at.
 */
export function useSeen(began: object) {
  const [first] = useState(began as Record<string, unknown>);
  const [clash, setClash] = useState<Clash | null>(null);
  const keep = (error: unknown, isRemoval: boolean): void => {
    const found = clashOf(error);
    if (found) setClash((before) => ({ ...found, now: { ...before?.now, ...found.now }, isRemoval }));
  };
  return {
    clash,
    /** To be sent with these changes. */
    of: (changes: object) => {
      const known = { ...first, ...clash?.now };
      return Object.fromEntries(Object.keys(changes).map((field) => [field, known[field]]));
    },
    /** What a save was refused for: kept when it is a clash. */
    refused: (error: unknown): void => keep(error, false),
    /** What a deletion was refused for, in the same way. */
    removalRefused: (error: unknown): void => keep(error, true),
  };
}
