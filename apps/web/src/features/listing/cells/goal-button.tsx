import type { ComponentProps, ReactNode } from 'react';

interface GoalButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'children'> {
  /** The goal that is there; null when there is none. */
  goal: string | null;
  /** What the button says without a goal. */
  choose: string;
  /** Nothing may be edited: the goal is said, none is to choose. */
  locked: boolean;
}

/** A goal, and the way to choose another. */
export function GoalButton({ goal, choose, locked, ...button }: GoalButtonProps): ReactNode {
  if (locked) return goal && <span>{goal}</span>;
  return (
    <button type="button" tabIndex={-1} {...button}>
      {goal ?? choose}
    </button>
  );
}
