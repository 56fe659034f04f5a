import type { SeenDecisions } from '@palier/contract';

/** Acts that a request may name: what was done since the screen was read is far less. */
const MOST_NAMED = 500;

const acts = new Map<string, Set<number>>();

/** Keeps the version that an act of this tab has taken of a project's decisions: what it wrote is known here. */
export function noteOwnAct(projectId: string, version: number): void {
  acts.set(projectId, (acts.get(projectId) ?? new Set()).add(version));
}

/** Whether a version of a project's decisions is an act of this tab. */
export function isOwnAct(projectId: string, version: number): boolean {
  return acts.get(projectId)?.has(version) ?? false;
}

/** What the author of an act on many lines has seen when her screen showed a version: that, and her own acts since. */
export function seenSince(projectId: string, shown: number): SeenDecisions {
  let version = shown;
  while (isOwnAct(projectId, version + 1)) version += 1;
  const own = [...(acts.get(projectId) ?? [])].filter((one) => one > version);
  return { version, own: own.slice(-MOST_NAMED) };
}
