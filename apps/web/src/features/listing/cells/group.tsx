import { fieldById, findField, formatQuantity, goalSummary } from '@palier/domain';
import type { ReactNode } from 'react';
import { fr } from '../../../lib/fr.ts';
import { countOf } from '../../../lib/french.ts';
import { buttonLook } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PartsBar } from '../../../ui/marks.tsx';
import type { Group } from '../rows/row.ts';
import shared from '../shared.module.css';
import type { CellContext, GroupCellProps } from './context.ts';
import { GoalButton } from './goal-button.tsx';
import styles from './product.module.css';
import { groupTitle, ReviewBox } from './product.tsx';

function productCount({ discount_count: count }: Group): string {
  return countOf(count, 'produit', 'produits');
}

/** Why a group did not load, and its retry: inside the fixed columns, so that neither is scrolled away. */
function GroupFailure({ error, onRetry }: { error: string; onRetry: () => void }): ReactNode {
  // The usual sentence would be cut here; the tooltip has it whole.
  const short = error === fr.errors.network ? 'connexion perdue' : error;
  return (
    <span className={styles.failure}>
      <span className={`${shared.error} ${styles.failureText}`} title={`Non chargé\u202f: ${error}`}>
        <Icon name="warning" size={14} />
        <span>{`Non chargé\u202f: ${short}`}</span>
      </span>
      <button
        type="button"
        tabIndex={-1}
        {...buttonLook({ small: true })}
        aria-label="Réessayer"
        title="Réessayer"
        onClick={onRetry}
      >
        <Icon name="refresh" size={14} />
        <span>Réessayer</span>
      </button>
    </span>
  );
}

/** How many products a group has, the goal that they have, and the way to give them one. */
function CountAndGoal({ group, context }: Pick<GroupCellProps, 'group' | 'context'>): ReactNode {
  const goal = goalText(group, context);
  return (
    <>
      <span>{`${productCount(group)}${goal || !context.work_locked ? ' · ' : ''}`}</span>
      <GoalButton
        goal={goal}
        choose="choisir un objectif"
        locked={context.work_locked}
        className={styles.goal}
        data-part="goal"
        // A right click is for the row's menu, which gives the focus back to the grid.
        onMouseDown={(event) => {
          if (event.button === 2) event.preventDefault();
        }}
        title={`${goal ?? 'choisir un objectif'}\u202f: donner un objectif aux produits du groupe`}
        onClick={() => context.actions.openGoal({ group })}
      />
    </>
  );
}

function goalText(group: Group, context: Pick<CellContext, 'scenarios'>): string | null {
  const goal = goalSummary(
    {
      discount_count: group.discount_count,
      discount_pct_user_count: group.discount_pct_user_count,
      optimization_goals: group.optimization_goals ?? [],
    },
    context.scenarios,
  );
  if (!goal.label || goal.state === 'only_custom') return null;
  return `objectif ${goal.state === 'multiple' ? 'multiple' : goal.label}`;
}

/** How far the review of a group is, and what has changed since. */
function GroupReviews({ group }: { group: Group }): ReactNode {
  const { discount_pct_reviewed_count: reviewed, discount_count: count } = group;
  const review = `${countOf(reviewed, 'revu', 'revus')} sur ${formatQuantity(count)}`;
  const changed = countOf(group.changed_since_review_count, 'modifié depuis', 'modifiés depuis');
  return (
    <span className={styles.reviews}>
      <span className={styles.progress}>
        <PartsBar
          label={review}
          height={4}
          parts={[
            { key: 'done', value: reviewed, color: 'var(--green-500)', label: review },
            { key: 'left', value: count - reviewed, color: 'var(--grey-300)', label: review },
          ]}
        />
        {review}
      </span>
      {group.changed_since_review_count > 0 ? (
        <span className={styles.changed} title={changed}>
          {changed}
        </span>
      ) : null}
    </span>
  );
}

/** A group: how many products, their goal, and how far the review is; its own error when it failed to load. */
export function GroupCell({
  group,
  groupId,
  context,
  open,
  error,
}: GroupCellProps & {
  open: boolean;
  error: string | null;
}): ReactNode {
  const reviewed = group.discount_pct_reviewed_count;
  const count = group.discount_count;
  const state = reviewed >= count && count > 0 ? 'done' : reviewed > 0 ? 'part' : 'none';
  const title = groupTitle(group, context);
  return (
    <span className={styles.name}>
      <button
        type="button"
        tabIndex={-1}
        className={styles.caret}
        data-part="caret"
        aria-label={open ? `Fermer ${title}` : `Ouvrir ${title}`}
        onClick={() => context.actions.toggle(groupId)}
      >
        <Icon name={open && !error ? 'chevron-down' : 'chevron-right'} />
      </button>
      {context.validation ? (
        <ReviewBox
          state={state}
          label={`${title} : marquer tout le groupe`}
          onToggle={() => context.actions.reviewGroup(groupId)}
        />
      ) : null}
      <span className={shared.text}>
        <span className={styles.title} data-part="title" title={`${fieldLabelOf(context, group)} : ${title}`}>
          {title}
        </span>
        <span className={`${shared.code} ${styles.counts}`} data-part="code">
          {error ? (
            `${productCount(group)} · modifications gardées`
          ) : (
            <CountAndGoal group={group} context={context} />
          )}
        </span>
        {error ? (
          <GroupFailure error={error} onRetry={() => context.actions.retry(groupId)} />
        ) : (
          <GroupReviews group={group} />
        )}
      </span>
    </span>
  );
}

function fieldLabelOf(context: CellContext, group: Group): string {
  const id = context.grouping[group.keys.length - 1] ?? '';
  return findField(id) ? fieldById(id).label : id;
}
