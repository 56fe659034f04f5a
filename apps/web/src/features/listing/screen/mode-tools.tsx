import { type EditionMode, formatQuantity } from '@palier/domain';
import type { ReactNode } from 'react';
import type { PhaseAction } from '../../../lib/session/phase-step.ts';
import { useLack } from '../../../lib/session/use-refusal.ts';
import { Button } from '../../../ui/button.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { TabsTools } from '../../../ui/tabs-tools.tsx';
import { useWindowWidth } from '../../../ui/use-window-width.ts';
import { showsCards } from '../rows/card-cell.tsx';
import type { Group } from '../rows/row.ts';
import shared from '../shared.module.css';
import styles from './mode-tools.module.css';

const MODE_LABELS = { none: 'Lecture', inclusion: 'Inclusion', discount: 'Démarque' };

interface ModeToolsProps {
  mode: EditionMode;
  validation: boolean;
  total: Group | null;
  /** What is to be done with the worked phase; null when none is. */
  phase: Pick<PhaseAction, 'label' | 'refusal'> | null;
  context: string;
  onMode: (mode: EditionMode) => void;
  onValidation: () => void;
  onValidatePhase: () => void;
}

const MODES = ['none', 'inclusion', 'discount'] as const;
const ICONS = { none: 'eye', inclusion: undefined, discount: 'pencil' } as const;

/** Edition modes, the review of lines, and the validation of the phase, at the right of the tabs. */
export function ModeTools(props: ModeToolsProps): ReactNode {
  const { mode, total } = props;
  const width = useWindowWidth();
  const lack = useLack('canEditDiscounts');
  const locked = props.phase === null ? 'Le projet est clos : sa dernière démarque est validée.' : lack;
  const reviewed = total
    ? `${formatQuantity(total.discount_pct_reviewed_count)} / ${formatQuantity(total.discount_count)}`
    : '';
  return (
    <TabsTools>
      <span className={`${styles.context} ${shared.wideOnly}`}>{props.context}</span>
      {/* On cards a discount is changed in its product's panel: there are no cells to type in. */}
      {showsCards(width, window.innerHeight) ? null : (
        <Segmented
          label="Mode d’édition"
          value={mode === 'namedView' ? 'none' : mode}
          onChange={props.onMode}
          options={MODES.map((value) => ({
            value,
            label: MODE_LABELS[value],
            icon: ICONS[value],
            ...(locked !== null && value !== 'none' && { disabled: true, title: locked }),
          }))}
        />
      )}
      <Button icon="check" pressed={props.validation} onClick={props.onValidation}>
        {'Revue'}
        <span className="muted small">{reviewed}</span>
      </Button>
      {props.phase ? (
        <Button
          tone="primary"
          disabled={props.phase.refusal !== null}
          title={props.phase.refusal ?? undefined}
          onClick={props.onValidatePhase}
        >
          {props.phase.label}
        </Button>
      ) : null}
    </TabsTools>
  );
}
