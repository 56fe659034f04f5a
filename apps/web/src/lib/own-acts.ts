import type { SeenDecisions } from '@palier/contract';

/** Acts that a request may name: what was done since the screen was read is far less. */
const MOST_NAMED = 500;

type Versions = Map<string, Set<number>>;

const acts: Versions = new Map();
/** Those that wrote no line which somebody else had written unseen. */
const seeing: Versions = new Map();

const has = (versions: Versions, projectId: string, version: number): boolean =>
  versions.get(projectId)?.has(version) ?? false;

/**
 * Keeps the version that an act of this tab has taken of a project's decisions: what it wrote is known here. `seen`: it
 * said what its author had seen.
 */
export function noteOwnAct(projectId: string, version: number, { seen = false } = {}): void {
  for (const versions of seen ? [acts, seeing] : [acts])
    versions.set(projectId, (versions.get(projectId) ?? new Set()).add(version));
}

/** Whether a version is of an act of this tab on many lines, that wrote none which somebody else had written unseen. */
export function isSeeingAct(projectId: string, version: number): boolean {
  return has(seeing, projectId, version);
}

/** What the author of an act on many lines has seen when her screen showed a version: that, and her own acts since. */
export function seenSince(projectId: string, shown: number): SeenDecisions {
  let version = shown;
  while (has(acts, projectId, version + 1)) version += 1;
  const own = [...(acts.get(projectId) ?? [])].filter((one) => one > version);
  return { version, own: own.slice(-MOST_NAMED) };
}
