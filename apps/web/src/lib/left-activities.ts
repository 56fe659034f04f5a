/** Something that a screen did to a project's discounts, for the listing's undo: the activity to undo, and its words. */
export interface LeftActivity {
  activity_id: string;
  label: string;
}

const left = new Map<string, LeftActivity[]>();

/** Leaves an activity to the project's listing, which is opened next. */
export function leaveActivity(projectId: string, activity: LeftActivity): void {
  left.set(projectId, [...(left.get(projectId) ?? []), activity]);
}

/** Takes back an activity that was left: it has been undone where it was done. */
export function forgetActivity(projectId: string, activityId: string): void {
  left.set(
    projectId,
    (left.get(projectId) ?? []).filter(({ activity_id }) => activity_id !== activityId),
  );
}

/** The activities left to a project's listing and not yet taken. */
export function peekActivities(projectId: string): readonly LeftActivity[] {
  return left.get(projectId) ?? [];
}

/** The activities left to a project's listing, oldest first; they are given once. */
export function takeActivities(projectId: string): LeftActivity[] {
  const activities = left.get(projectId) ?? [];
  left.delete(projectId);
  return activities;
}
