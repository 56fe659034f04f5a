import {
  DISCOUNT_KIND_LABELS,
  type DiscountBucket,
  type DiscountKind,
  discountFault,
  discountKind,
  formatPoints,
  formatQuantity,
  goalLabel,
  goalSummary,
  MISSING,
  NARROW_SPACE,
  previousDiscount,
} from '@palier/domain';
import type { ReactNode } from 'react';
import { countOf } from '../../../lib/french.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { Figures, Group, Line } from '../rows/row.ts';
import shared from '../shared.module.css';
import type { CellContext, GroupCellProps, LineCellProps } from './context.ts';
import styles from './discount.module.css';
import marks from './discount-marks.module.css';
import { alignedPercent } from './figures.tsx';

const KIND_CLASS: Record<DiscountKind, string> = {
  user: classNames(marks.kind, marks.user),
  optimised: classNames(marks.kind, marks.optimised),
  auto: classNames(marks.kind),
};

export function percentText(pct: number | null | undefined): string {
  return pct === null || pct === undefined ? MISSING : `${pct}${NARROW_SPACE}%`;
}

export function KindMark({ line, context }: { line: Line; context: CellContext }): ReactNode {
  const kind = line.discount_kind ?? discountKind(line, context.has_optimizations);
  if (!kind) return null;
  return (
    <span className={KIND_CLASS[kind]} data-part="kind">
      {DISCOUNT_KIND_LABELS[kind]}
    </span>
  );
}

function Arrow(): ReactNode {
  return <Icon name="chevron-right" size={12} />;
}

/** Previous → current → next discounts, as chips. */
function Steps({ line, compact }: { line: Line; compact: boolean }): ReactNode {
  const previous = (line.previous_discount_pcts ?? []).slice(-2);
  // A marked-down price does not go back up: the next step is at least the present one.
  const planned = line.next_discount_pcts?.[0];
  const next = planned === null || planned === undefined ? null : Math.max(planned, line.discount_pct ?? 0);
  return (
    <span className={styles.steps}>
      {previous.map((pct, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rank of a phase is its identity
        <span key={index} className={styles.stepPast}>
          <span className={styles.step} data-part="step">
            {pct ?? MISSING}
          </span>
          {compact ? null : <Arrow />}
        </span>
      ))}
      <span className={`${styles.step} ${styles.stepNow}`} data-part="step">
        {line.discount_pct ?? MISSING}
      </span>
      {next !== null ? (
        <>
          {compact ? null : <Arrow />}
          <span className={`${styles.step} ${styles.stepNext}`} data-part="step">
            {next}
          </span>
        </>
      ) : null}
    </span>
  );
}

/** The scale of the levels: allowed span, choice, best inside the span. */
export function Rungs({ line, levels }: { line: Line; levels: readonly number[] }): ReactNode {
  return (
    <span className={marks.rungs} data-part="rungs" aria-hidden="true">
      {levels.map((level) => {
        const look = classNames(
          discountFault(level, line, levels) === null && marks.allowed,
          level === line.discount_pct && marks.chosen,
          level === line.discount_pct_opti && marks.optimum,
        );
        return <i key={level} className={look} />;
      })}
    </span>
  );
}

export function boundsText(line: Line): string {
  const { discount_pct_min: low, discount_pct_max: high } = line;
  if (low === null || low === undefined) {
    if (high !== null && high !== undefined) return `Plafond ${high}`;
    // A marked-down price does not go back up, whatever the rules say.
    const previous = previousDiscount(line);
    return previous ? `Au moins ${previous}` : 'Sans borne';
  }
  if (high === null || high === undefined) return `Plancher ${low}`;
  return low === high ? `Fixé à ${low}` : `Bornes ${low}–${high}`;
}

export function DiscountStateCell({ line, context }: LineCellProps): ReactNode {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.state}
      data-part="state"
      title="Voir l’historique des démarques"
      onClick={() => context.actions.openHistory(line)}
    >
      <Steps line={line} compact={context.compact} />
      <Rungs line={line} levels={context.levels} />
      {context.compact ? null : (
        <span className={`${shared.note} ${styles.spread}`}>
          <span>{boundsText(line)}</span>
          {line.discount_pct_opti !== null && line.discount_pct_opti !== undefined ? (
            <span className={shared.good}>{`optimum ${line.discount_pct_opti}`}</span>
          ) : (
            <KindMark line={line} context={context} />
          )}
        </span>
      )}
    </button>
  );
}

/** Who changed the discount last, when and why. */
export function updateText(line: Line): string {
  const { discount_pct_update_user: user, discount_pct_update_date: date } = line;
  const { discount_pct_update_description: comment } = line;
  const who = [user, date?.slice(0, 10).split('-').reverse().join('/')].filter(Boolean).join(', ');
  return comment ? `${who} : «\u202f${comment}\u202f»` : who;
}

/** The discount of a line in discount edition; the grid draws the editor over it. */
export function DiscountValueCell({ line, context }: LineCellProps): ReactNode {
  const locked =
    line.discount_pct_min !== null &&
    line.discount_pct_min !== undefined &&
    line.discount_pct_min === line.discount_pct_max;
  return (
    <>
      <span className={shared.pair}>
        {locked ? <Icon name="lock" size={14} /> : null}
        <span className={styles.discount} data-part="discount" title={updateText(line) || undefined}>
          {percentText(line.discount_pct)}
        </span>
      </span>
      <span className={shared.pair}>
        {line.discount_pct_update_description ? (
          <span className={styles.said} title={updateText(line)}>
            <Icon name="comment" size={12} />
          </span>
        ) : null}
        <KindMark line={line} context={context} />
      </span>
    </>
  );
}

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
      onClick={() => context.actions.include(line, !included)}
    />
  );
}

/** How many lines of a group are in the markdown, and the switch that takes them all in or out. */
export function IncludedCount({ group, groupId, context }: GroupCellProps): ReactNode {
  const { included_count: count, discount_count: all } = group;
  if (count === undefined) return null;
  const whole = count >= all;
  const title = whole ? 'Exclure tout le groupe de la démarque' : 'Inclure tout le groupe dans la démarque';
  return (
    <>
      {groupId ? (
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
          onClick={() => context.actions.includeGroup(groupId, !whole)}
        />
      ) : null}
      <span className={shared.note} title="Produits inclus dans la démarque">
        {`${formatQuantity(count)} sur ${formatQuantity(all)}`}
      </span>
    </>
  );
}

export function LineGoalCell({ line, context }: LineCellProps): ReactNode {
  const goal = line.optimization_goal;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.goal}
      onClick={() => context.actions.openGoal({ line })}
    >
      {goal ? goalLabel(goal, context.scenarios) : 'Choisir…'}
    </button>
  );
}

export function GroupGoalCell({ group, groupId, context }: GroupCellProps): ReactNode {
  const summary = goalSummary(
    {
      discount_count: group.discount_count,
      discount_pct_user_count: group.discount_pct_user_count,
      optimization_goals: group.optimization_goals ?? [],
    },
    context.scenarios,
  );
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.goal}
      onClick={() => context.actions.openGoal({ groupId })}
    >
      {summary.label ?? 'Choisir…'}
    </button>
  );
}

const SHADES = ['var(--d0)', 'var(--d20)', 'var(--d30)', 'var(--d40)', 'var(--d50)', 'var(--d60)'] as const;

/** Deeper discounts are darker, whatever the number of levels. */
export function levelShade(level: number, levels: readonly number[]): string {
  if (level <= 0) return SHADES[0];
  const highest = Math.max(...levels, 1);
  return SHADES[Math.max(1, Math.min(5, Math.round((level / highest) * 5)))] as string;
}

/** Products at each discount, with the objective's marks. */
export function Distribution({
  buckets,
  context,
  height,
  label,
}: {
  buckets: readonly DiscountBucket[];
  context: CellContext;
  height: number;
  /** What it says to screen readers, when it is not how many products there are at each level. */
  label?: string;
}): ReactNode {
  const counts = new Map(buckets.map((bucket) => [bucket.discount_pct, bucket.discount_count]));
  const total = buckets.reduce((sum, bucket) => sum + bucket.discount_count, 0);
  const levels = context.levels.filter(
    (level) => level !== 10 || (counts.get(10) ?? 0) > 0 || context.levels.length < 7,
  );
  const wanted = (level: number): number => ((context.objective?.[String(level)] ?? 0) * total) / 100;
  const highest = Math.max(1, ...levels.map((level) => Math.max(counts.get(level) ?? 0, wanted(level))));
  const bar = height - 12;
  const counted = levels.map((level) => `${level} % : ${counts.get(level) ?? 0}`).join(', ');
  return (
    <span
      className={styles.histogram}
      data-part="histogram"
      style={{ height }}
      role="img"
      aria-label={label ?? `Produits par démarque : ${counted}`}
    >
      {levels.map((level) => (
        <span
          key={level}
          title={`${level}${NARROW_SPACE}% : ${countOf(counts.get(level) ?? 0, 'produit', 'produits')}`}
        >
          <i
            style={{
              height: Math.max(1, Math.round(((counts.get(level) ?? 0) / highest) * bar)),
              background: levelShade(level, context.levels),
            }}
          />
          {context.objective ? (
            <u style={{ bottom: 12 + Math.round((wanted(level) / highest) * bar) }} />
          ) : null}
          {level}
        </span>
      ))}
    </span>
  );
}

/** A product's place under its group's bars: its own level alone is filled. */
function OwnPlace({
  line,
  context,
  height,
}: {
  line: Line;
  context: CellContext;
  height: number;
}): ReactNode {
  const pct = line.discount_pct ?? null;
  if (pct === null) return <span className={shared.value}>{MISSING}</span>;
  const buckets = [{ discount_pct: pct, discount_count: 1 }];
  return (
    <Distribution
      buckets={buckets as DiscountBucket[]}
      context={{ ...context, objective: null }}
      height={Math.min(height, 36)}
      label={`Place du produit\u202f: ${percentText(pct)}`}
    />
  );
}

export function DistributionCell({
  row,
  context,
  height,
}: {
  row: Figures;
  context: CellContext;
  height: number;
}): ReactNode {
  const buckets = (row as Group).discount_pct_distribution;
  if (buckets) return <Distribution buckets={buckets} context={context} height={height} />;
  return <OwnPlace line={row as Line} context={context} height={height} />;
}

const GROUP_KINDS: readonly (readonly [DiscountKind, string])[] = [
  ['user', 'Choisies par un utilisateur'],
  ['optimised', 'Optimisées'],
  ['auto', 'Automatiques'],
];

/** The mean discount of a group, and how many lines of each kind it has. */
export function GroupDiscountCell({ group }: { group: Group }): ReactNode {
  const counts = group.discount_kind_counts;
  return (
    <>
      <span className={styles.discount} data-part="discount">
        {alignedPercent(group.discount_pct)}
      </span>
      <span className={shared.note} title="Taux moyen de démarque, pondéré par le stock">
        {group.discount_pct === null || group.discount_pct === undefined ? 'à choisir' : 'moyenne du stock'}
      </span>
      {counts && counts.user + counts.optimised + counts.auto > 0 ? (
        <span className={`${shared.note} ${styles.kinds}`}>
          {GROUP_KINDS.map(([kind, title]) => (
            <span
              key={kind}
              className={KIND_CLASS[kind]}
              title={`${title}\u202f: ${formatQuantity(counts[kind])}`}
            >
              {formatQuantity(counts[kind])}
            </span>
          ))}
        </span>
      ) : null}
    </>
  );
}
