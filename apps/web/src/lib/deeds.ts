/** Something that a screen did to a project's discounts, for the listing's undo: the activity to undo, and its words. */
export type Deed = { activity_id: string; label: string };

const left = new Map<string, Deed[]>();

/** Leaves a deed to the project's listing, which is opened next. */
export function leaveDeed(projectId: string, deed: Deed): void {
  left.set(projectId, [...(left.get(projectId) ?? []), deed]);
}

/** The deeds left to a project's listing, oldest first; they are given once. */
export function takeDeeds(projectId: string): Deed[] {
  const deeds = left.get(projectId) ?? [];
  left.delete(projectId);
  return deeds;
}
