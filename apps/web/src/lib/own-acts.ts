/** Acts of one tab that an act on many lines names as its own: far more than are done before the screen has read them. */
const MOST_KEPT = 200;

const acts = new Map<string, readonly number[]>();

/** Keeps the version that an act of this tab has given a project's decisions: what it wrote is known here. */
export function noteOwnAct(projectId: string, version: number): void {
  acts.set(projectId, [...ownActs(projectId), version].slice(-MOST_KEPT));
}

/** The versions that acts of this tab have given a project, the last of them. */
export function ownActs(projectId: string): readonly number[] {
  return acts.get(projectId) ?? [];
}
