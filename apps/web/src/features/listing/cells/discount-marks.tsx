import {
  type DiscountKind,
  discountFault,
  discountKind,
  discountKindLabel,
  formatQuantity,
} from '@palier/domain';
import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import type { Group, Line } from '../rows/row.ts';
import shared from '../shared.module.css';
import type { CellContext } from './context.ts';
import styles from './discount-marks.module.css';

const KIND_CLASS: Record<DiscountKind, string> = {
  user: classNames(styles.kind, styles.user),
  optimised: classNames(styles.kind, styles.optimised),
  auto: classNames(styles.kind),
};

export function KindMark({ line, context }: { line: Line; context: CellContext }): ReactNode {
  const kind = line.discount_kind ?? discountKind(line, context.has_optimizations);
  if (!kind) return null;
  return (
    <span className={KIND_CLASS[kind]} data-part="kind">
      {discountKindLabel(kind, line)}
    </span>
  );
}

const GROUP_KINDS: readonly (readonly [DiscountKind, string])[] = [
  ['user', 'Choisies par un utilisateur'],
  ['optimised', 'Optimisées, et automatiques qu’une borne déplace ou d’un projet optimisé'],
  ['auto', 'Automatiques'],
];

/** How many lines of each kind a group has. */
export function KindCounts({ counts }: { counts: Group['discount_kind_counts'] }): ReactNode {
  if (!counts || counts.user + counts.optimised + counts.auto === 0) return null;
  return (
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
  );
}

/** The scale of the levels: allowed span, choice, best inside the span. */
export function Rungs({ line, levels }: { line: Line; levels: readonly number[] }): ReactNode {
  return (
    <span className={styles.rungs} data-part="rungs" aria-hidden="true">
      {levels.map((level) => {
        const look = classNames(
          discountFault(level, line, levels) === null && styles.allowed,
          level === line.discount_pct && styles.chosen,
          level === line.discount_pct_opti && styles.optimum,
        );
        return <i key={level} className={look} data-chosen={level === line.discount_pct || undefined} />;
      })}
    </span>
  );
}
