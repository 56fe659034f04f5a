import { appliedRules, lineAtItsPhase, MISSING } from '@palier/domain';
import type { ReactNode } from 'react';
import { french, plural } from '../../../lib/french.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { Group, Line } from '../rows/row.ts';
import shared from '../shared.module.css';
import type { LineCellProps } from './context.ts';
import styles from './discount.module.css';
import { KindCounts, KindMark, Rungs } from './discount-marks.tsx';
import { boundsText, percentText, realRateText, updateText } from './discount-text.ts';
import { alignedPercent } from './figures.tsx';

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

/** The rules that frame the discount, and what a press opens. */
function stateTitle(line: Line): string {
  const names = appliedRules(line).map(({ name }) => french(`« ${name} »`));
  const rules = names.length > 0 ? `${plural(names.length, 'Règle', 'Règles')} ${names.join(', ')}. ` : '';
  return `${rules}Voir l’historique des démarques`;
}

export function DiscountStateCell({ line: found, context }: LineCellProps): ReactNode {
  const line = lineAtItsPhase(found, context.working_phase);
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.state}
      data-part="state"
      title={stateTitle(line)}
      onClick={() => context.actions.openHistory(found)}
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

/** The discount of a line in discount edition; the grid draws the editor over it. */
export function DiscountValueCell({ line, context }: LineCellProps): ReactNode {
  const locked =
    line.discount_pct_min !== null &&
    line.discount_pct_min !== undefined &&
    line.discount_pct_min === line.discount_pct_max;
  const rate = realRateText(line);
  return (
    <>
      <span className={shared.pair}>
        {locked ? <Icon name="lock" size={14} /> : null}
        <span className={styles.discount} data-part="discount" title={updateText(line) || undefined}>
          {percentText(line.discount_pct)}
        </span>
        {rate ? <span className={shared.note}>{rate}</span> : null}
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

/** The mean discount of a group, and how many lines of each kind it has; with `onEdit`, a click offers to change it. */
export function GroupDiscountCell({ group, onEdit }: { group: Group; onEdit?: () => void }): ReactNode {
  const mean = alignedPercent(group.discount_pct);
  return (
    <>
      {onEdit ? (
        <button
          type="button"
          tabIndex={-1}
          className={`${styles.discount} ${styles.edit}`}
          data-part="discount"
          title="Modifier la démarque du groupe"
          onClick={onEdit}
        >
          {mean}
        </button>
      ) : (
        <span className={styles.discount} data-part="discount">
          {mean}
        </span>
      )}
      <span className={shared.note} title="Taux moyen de démarque, pondéré par le stock">
        {group.discount_pct === null || group.discount_pct === undefined ? 'à choisir' : 'moyenne du stock'}
      </span>
      <KindCounts counts={group.discount_kind_counts} />
    </>
  );
}
