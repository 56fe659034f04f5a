import { type ControlGap, gapSubject, gapText } from '@palier/domain';
import { french } from '../../../lib/french.ts';
import { Icon } from '../../../ui/icon.tsx';
import styles from './check-view.module.css';

/** The till's totals that the data do not have, each with the files and rows that could explain it. */
export function GapsList({ gaps, currency }: { gaps: readonly ControlGap[]; currency: string }) {
  return (
    <ul className={styles.gaps} aria-label="Écarts à la caisse">
      {gaps.map((gap) => (
        <li key={`${gap.month}-${gap.place}-${gap.measure}`}>
          <Icon name="warning" />
          <div>
            <p>
              <b>{french(`${gapSubject(gap)} : ${gapText(gap, currency)}.`)}</b>
            </p>
            {gap.causes.map((cause) => (
              <p key={cause} className="muted">
                {french(cause)}
              </p>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
}
