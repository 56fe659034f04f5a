import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../lib/api/errors.ts';
import { getLossThreshold } from '../../lib/calls/get-loss-threshold.ts';
import { HeldSetting } from '../../lib/seen/held-setting.tsx';
import { SHARE_FAULT, shareTyped, typedShare } from '../../lib/typed-share.ts';
import { TextField } from '../../ui/field.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useSetLossThreshold } from './api.ts';
import { SettingCard } from './setting-card.tsx';
import styles from './settings-page.module.css';

/** From which fall of merit a plan is said to lose. */
export function LossCard() {
  const { data, isError, error, refetch } = useQuery(getLossThreshold());
  if (isError)
    return (
      <ErrorState title="Le seuil de perte n’a pas pu être chargé" onRetry={() => void refetch()}>
        {errorMessage(error)}
      </ErrorState>
    );
  if (!data) return null;
  return (
    <HeldSetting query={getLossThreshold()} now={data}>
      {({ threshold_pct }) => <LossForm threshold={threshold_pct} />}
    </HeldSetting>
  );
}

function LossForm({ threshold }: { threshold: number }) {
  const before = typedShare(threshold / 100);
  const [typed, setTyped] = useState(before);
  const save = useSetLossThreshold();
  const share = shareTyped(typed);
  return (
    <SettingCard
      title="Seuil de perte"
      effect="Un plan, un envoi ou une validation qui fait perdre plus que cette part de la marge après invendus du plan en vigueur est annoncé en rouge, avec un plancher proposé, et s’applique « malgré la perte »."
      changed={typed !== before}
      fault={share === null ? SHARE_FAULT : null}
      busy={save.isPending}
      onSave={(seen) =>
        share !== null && save.mutateAsync({ threshold_pct: Math.round(share * 1e5) / 1e3, seen })
      }
    >
      {(disabled) => (
        <div className={styles.short}>
          <TextField
            label="Signaler une baisse de plus de"
            inputMode="decimal"
            suffix="%"
            disabled={disabled}
            value={typed}
            onChange={setTyped}
          />
        </div>
      )}
    </SettingCard>
  );
}
