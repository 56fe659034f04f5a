import { useState } from 'react';
import type { References } from './use-references.ts';

/**
 * Changes of the user since the checkpoint: those of this screen, and those made before it that the server counted.
 * The server's count is of the moment it was asked; what this screen did by then is in both, and counts once.
 */
export function useChangeCount(references: Pick<References, 'since_count'>, done: number): number {
  const [known, setKnown] = useState({ references, earlier: Math.max(0, references.since_count - done) });
  if (known.references === references) return known.earlier + done;
  const earlier = Math.max(0, references.since_count - done);
  setKnown({ references, earlier });
  return earlier + done;
}
