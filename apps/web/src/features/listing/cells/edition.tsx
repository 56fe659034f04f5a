import { formatPoints, formatQuantity, goalLabel, goalSummary, MISSING } from '@palier/domain';
import type { ReactNode } from 'react';
import type { Figures } from '../rows/row.ts';
import shared from '../shared.module.css';
import { type GroupCellProps, isTotal, type LineCellProps } from './context.ts';
import styles from './edition.module.css';
import { GoalButton } from './goal-button.tsx';

export function IncrementCell({ row }: { row: Figures }): ReactNode {
  const points = row.discount_pct_incr;
  return <span className={shared.value}>{typeof points === 'number' ? formatPoints(points) : MISSING}</span>;
}

export function InclusionCell({ line, context }: LineCellProps): ReactNode {
  const included = line.included !== false;
  return (
    <button
      type="button"
      tabIndex={-1}
      role="switch"
      aria-checked={included}
      aria-label="Inclus dans la démarque"
      className={styles.toggle}
      data-part="switch"
      disabled={context.work_locked}
      onClick={() => context.actions.include(line, !included)}
    />
  );
}

/** How many lines of a group are in the markdown, and the switch that takes them all in or out. */
export function IncludedCount({ group, context }: GroupCellProps): ReactNode {
  const { included_count: count, discount_count: all } = group;
  if (count === undefined) return null;
  const whole = count >= all;
  const title = whole ? 'Exclure tout le groupe de la démarque' : 'Inclure tout le groupe dans la démarque';
  return (
    <>
      {isTotal(group) ? null : (
        <button
          type="button"
          tabIndex={-1}
          role="switch"
          aria-checked={whole}
          aria-label={title}
          title={title}
          className={styles.toggle}
          data-part="switch"
          data-partial={!whole && count > 0}
          disabled={context.work_locked}
          onClick={() => context.actions.includeGroup(group, !whole)}
        />
      )}
      <span className={shared.note} title="Produits inclus dans la démarque">
        {`${formatQuantity(count)} sur ${formatQuantity(all)}`}
      </span>
    </>
  );
}

export function LineGoalCell({ line, context }: LineCellProps): ReactNode {
  const goal = line.optimization_goal;
  return (
    <GoalButton
      goal={goal ? goalLabel(goal, context.scenarios) : null}
      choose="Choisir…"
      locked={context.work_locked}
      className={styles.goal}
      onClick={() => context.actions.openGoal({ line })}
    />
  );
}

export function GroupGoalCell({ group, context }: GroupCellProps): ReactNode {
  const summary = goalSummary(
    {
      discount_count: group.discount_count,
      discount_pct_user_count: group.discount_pct_user_count,
      optimization_goals: group.optimization_goals ?? [],
    },
    context.scenarios,
  );
  return (
    <GoalButton
      goal={summary.label}
      choose="Choisir…"
      locked={context.work_locked}
      className={styles.goal}
      onClick={() => context.actions.openGoal({ group })}
    />
  );
}
