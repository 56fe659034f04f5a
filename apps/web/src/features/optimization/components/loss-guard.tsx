import type { SendingPreview } from '@palier/contract';
import { currencySymbol, formatCompactMoney, lossSentence, proposedFloors } from '@palier/domain';
import { useState } from 'react';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { floorText, typedFloor } from '../model/floor.ts';
import styles from './loss-guard.module.css';

type Loss = NonNullable<SendingPreview['loss']>;

const FLOOR_NAMES = { current: 'Actuel', nothing: 'Ne rien faire' } as const;

interface LossGuardProps {
  loss: Loss;
  currency: string;
  busy: boolean;
  /** Runs again with a floor of « marge après invendus »; missing where one floor cannot be shared. */
  onFloor?: ((floor: number) => void) | undefined;
}

/** What a plan loses, in red, and a floor to run again with, prefilled with the best merit known. */
export function LossGuard({ loss, currency, busy, onFloor }: LossGuardProps) {
  const floors = proposedFloors(loss);
  const [typed, setTyped] = useState(() => floorText(floors[0]?.amount ?? 0));
  const floor = typedFloor(typed);
  const sentence = lossSentence(loss.warnings, currency);
  if (!sentence) return null;
  return (
    <div className={styles.guard}>
      <AlertBox>
        <b>{sentence}</b>
      </AlertBox>
      {onFloor && (
        <form
          className={styles.floor}
          onSubmit={(event) => {
            event.preventDefault();
            if (floor !== null) onFloor(floor);
          }}
        >
          <TextField
            label="Garder au moins, en marge après invendus"
            inputMode="decimal"
            suffix={currencySymbol(currency)}
            className={styles.amount}
            value={typed}
            error={floor === null ? 'Donnez un montant.' : undefined}
            onChange={setTyped}
          />
          <span className={styles.proposed}>
            {floors.map(({ from, amount }) => (
              <Button
                key={from}
                small
                pressed={floorText(amount) === typed}
                onClick={() => setTyped(floorText(amount))}
              >
                {`${FLOOR_NAMES[from]} ${formatCompactMoney(amount, currency)}`}
              </Button>
            ))}
          </span>
          <span className="spacer" />
          <Button type="submit" tone="primary" icon="refresh" disabled={busy || floor === null}>
            Recalculer avec ce plancher
          </Button>
        </form>
      )}
    </div>
  );
}
