// biome-ignore-all lint/a11y/useSemanticElements: the review box has three states that a button draws
import { findField, formatPercent, formatText, groupLabel, isChangedSinceReview } from '@palier/domain';
import type { ReactNode } from 'react';
import { activityTime } from '../../../lib/activity-time.ts';
import { french } from '../../../lib/french.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Avatar } from '../../../ui/marks.tsx';
import { Tag } from '../../../ui/tag.tsx';
import type { Group, Line } from '../rows/row.ts';
import shared from '../shared.module.css';
import type { CellContext, LineCellProps } from './context.ts';
import { featuredText } from './figures.tsx';
import styles from './product.module.css';

export function lineTitle(line: Pick<Line, 'title' | 'name' | 'item_group_id'>): string {
  return formatText(line.title ?? line.name ?? line.item_group_id);
}

/** The name of a group: its own key, formatted as its field is. */
export function groupTitle(
  group: Pick<Group, 'keys'>,
  context: Pick<CellContext, 'grouping' | 'scenarios'>,
): string {
  const depth = group.keys.length - 1;
  return groupLabel(group.keys[depth], findField(context.grouping[depth] ?? ''), {
    scenarios: context.scenarios,
  });
}

const ATTENTION_TAGS = /taill|rupture|cass/i;

export function Tags({ tags }: { tags: Line['tags'] }): ReactNode {
  if (!tags || tags.length === 0) return null;
  return (
    <span className={styles.tags} data-part="tags" title={tags.join(', ')}>
      {tags.slice(0, 3).map((tag) => (
        <Tag key={tag} tone={ATTENTION_TAGS.test(tag) ? 'attention' : 'neutral'}>
          {tag}
        </Tag>
      ))}
      {tags.length > 3 ? <Tag>{`+${tags.length - 3}`}</Tag> : null}
    </span>
  );
}

const reviewClass = { done: styles.reviewDone, part: styles.reviewPart, none: '' };

export function ReviewBox({
  state,
  label,
  onToggle,
}: {
  state: 'done' | 'part' | 'none';
  label: string;
  onToggle: () => void;
}): ReactNode {
  return (
    <button
      type="button"
      tabIndex={-1}
      role="checkbox"
      className={`${styles.review} ${reviewClass[state]}`}
      data-part="review"
      aria-checked={state === 'part' ? 'mixed' : state === 'done'}
      aria-label={label}
      title={label}
      onClick={onToggle}
    >
      {state === 'done' ? (
        <Icon name="check" size={14} />
      ) : state === 'part' ? (
        <Icon name="minus" size={14} />
      ) : null}
    </button>
  );
}

/** « À revoir · modifié par MR 10:08 »: the discount that was reviewed has changed since. */
function ToReviewAgain({ line }: { line: Line }): ReactNode {
  const { review_lost_by: by, review_lost_date: date, review_lost_act: act, review_lost_pct: seen } = line;
  const when = date ? activityTime(new Date(date), new Date()) : '';
  const how = act && act !== 'discount' ? ` (${ACTS[act] ?? act})` : '';
  const title = french(`Revu à ${formatPercent(seen, 0)}, modifié par ${by}${how}, ${when}`);
  return (
    <span className={styles.again} data-part="to-review" title={title}>
      <Icon name="refresh" size={12} />
      <b>À revoir</b>
      <span className={styles.modifier}>{' · modifié par'}</span>
      <Avatar name={by ?? ''} small />
      <span className="visually-hidden">{by}</span>
      {` ${when}`}
    </span>
  );
}

/** A row of one line has room for the sign alone. */
function ReviewedMark(): ReactNode {
  return (
    <span className={styles.reviewed} title="Revu">
      <Icon name="check" size={12} />
      <span className="visually-hidden">Revu</span>{' '}
    </span>
  );
}

/** What took a review, when it was not an edit by hand. */
const ACTS: Readonly<Record<string, string>> = {
  goal: 'objectif',
  inclusion: 'inclusion',
  import: 'import',
  optimization: 'optimisation',
  rules: 'règles',
  sync: 'synchronisation',
  undo: 'annulation',
};

/** A product that passes too fast to be read: its name. */
export function LightProduct({ line }: Pick<LineCellProps, 'line'>): ReactNode {
  return <span className={styles.light}>{lineTitle(line)}</span>;
}

export function ProductCell({ line, context }: LineCellProps): ReactNode {
  const { actions, compact } = context;
  const featured = context.featured.filter((id) => id !== 'title' && id !== 'name');
  const details = (featured.length > 0 ? featured : ['item_group_id', 'brand', 'color'])
    .map((id) => featuredText(line, id, context))
    .filter((text) => text !== '-');
  const reviewed = line.discount_pct_reviewed === true;
  return (
    <span className={reviewed && context.validation ? `${styles.name} ${styles.done}` : styles.name}>
      {line.changed_by ? (
        <span
          className={styles.presence}
          data-part="presence"
          title={`Modifié par ${line.changed_by.name} à ${line.changed_by.at}`}
        />
      ) : null}
      {context.validation ? (
        <ReviewBox
          state={reviewed ? 'done' : 'none'}
          label={reviewed ? `${lineTitle(line)} : à revoir de nouveau` : `${lineTitle(line)} : marquer revu`}
          onToggle={() => actions.reviewLine(line)}
        />
      ) : null}
      <span className={shared.text}>
        <button
          type="button"
          tabIndex={-1}
          className={styles.title}
          data-part="title"
          title={lineTitle(line)}
          onClick={() => actions.openProduct(line)}
        >
          {lineTitle(line)}
        </button>
        {compact && isChangedSinceReview(line) ? (
          <ToReviewAgain line={line} />
        ) : (
          <span className={shared.code} data-part="code" title={details.join(' · ')}>
            {compact && reviewed && !context.validation ? <ReviewedMark /> : null}
            {details.join(' · ')}
          </span>
        )}
        {compact ? null : (
          <span className={styles.marks}>
            {line.included === false ? <Tag tone="warning">Exclu</Tag> : null}
            {isChangedSinceReview(line) ? <ToReviewAgain line={line} /> : null}
            {reviewed && !context.validation ? (
              <span className={styles.reviewed} title="Revu">
                <Icon name="check" size={12} />
                Revu
              </span>
            ) : null}
            {line.changed_by && !isChangedSinceReview(line) ? (
              <span className={styles.colleague}>
                <Avatar name={line.changed_by.name} small />
                {`${line.changed_by.name.split(' ')[0]}, ${line.changed_by.at}`}
              </span>
            ) : null}
            {isChangedSinceReview(line) ? null : <Tags tags={line.tags} />}
          </span>
        )}
      </span>
    </span>
  );
}
