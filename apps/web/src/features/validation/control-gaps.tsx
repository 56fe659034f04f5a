import { type ControlGap, formatMoney, formatQuantity, gapSubject } from '@palier/domain';
import { countOf, french } from '../../lib/french.ts';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './validation.module.css';

/** Gaps listed one by one; the others are counted. */
const SHOWN = 4;

interface ControlGapsProps {
  gaps: readonly ControlGap[];
  currency: string;
  reason: string;
  onReason: (reason: string) => void;
}

/** Where the data differ from the till: a phase is validated on them with a reason, or not at all. */
export function ControlGaps({ gaps, currency, reason, onReason }: ControlGapsProps) {
  const figure = ({ measure }: ControlGap, value: number) =>
    measure === 'revenue' ? formatMoney(value, currency) : formatQuantity(value);
  return (
    <section className={styles.gaps} aria-label="Écarts à la caisse">
      <ul className={styles.checks}>
        {gaps.slice(0, SHOWN).map((gap) => (
          <li key={`${gap.month}-${gap.place}-${gap.measure}`} className={styles.left}>
            <Icon name="warning" />
            <span>
              {french(
                `${gapSubject(gap)} : ${figure(gap, gap.found)} lus, ${figure(gap, gap.expected)} à la caisse`,
              )}
            </span>
          </li>
        ))}
        {gaps.length > SHOWN && (
          <li className={styles.left}>
            <Icon name="warning" />
            <span>et {countOf(gaps.length - SHOWN, 'autre écart', 'autres écarts')} à la caisse</span>
          </li>
        )}
      </ul>
      <TextField
        label="Pourquoi valider malgré ces écarts"
        maxLength={2000}
        value={reason}
        onChange={onReason}
      />
    </section>
  );
}
