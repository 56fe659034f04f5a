import { type EditionMode, formatQuantity } from '@palier/domain';
import type { ReactNode } from 'react';
import { MAY_NOT_VALIDATE } from '../../../lib/calls/use-phase-validation.ts';
import { usePermission } from '../../../lib/session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { TabsTools } from '../../../ui/tabs-tools.tsx';
import type { Group } from '../rows/row.ts';
import { words } from './listing-messages.ts';

interface ModeToolsProps {
  mode: EditionMode;
  validation: boolean;
  total: Group | null;
  /** « Démarque 3 », null when no phase is worked. */
  phase: string | null;
  context: string;
  onMode: (mode: EditionMode) => void;
  onValidation: () => void;
  onValidatePhase: () => void;
}

const MODES = ['none', 'inclusion', 'discount'] as const;
const ICONS = { none: 'eye', inclusion: undefined, discount: 'pencil' } as const;

/** Edition modes, review and validation of the phase, at the right of the tabs. */
export function ModeTools(props: ModeToolsProps): ReactNode {
  const { mode, total } = props;
  const mayValidate = usePermission('canValidatePhases');
  const reviewed = total
    ? `${formatQuantity(total.discount_pct_reviewed_count)} / ${formatQuantity(total.discount_count)}`
    : '';
  return (
    <TabsTools>
      <span className="ls-context ls-wide-only">{props.context}</span>
      <Segmented
        label={words.modesLabel}
        value={mode === 'namedView' ? 'none' : mode}
        onChange={props.onMode}
        options={MODES.map((value) => ({ value, label: words.modes[value], icon: ICONS[value] }))}
      />
      <Button icon="check" pressed={props.validation} onClick={props.onValidation}>
        {words.validation}
        <span className="mut sm">{reviewed}</span>
      </Button>
      {props.phase ? (
        <Button
          tone="primary"
          disabled={!mayValidate}
          title={mayValidate ? undefined : MAY_NOT_VALIDATE}
          onClick={props.onValidatePhase}
        >
          {`Valider la ${props.phase.charAt(0).toLocaleLowerCase('fr-FR')}${props.phase.slice(1)}`}
        </Button>
      ) : null}
    </TabsTools>
  );
}
