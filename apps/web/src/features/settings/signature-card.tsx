import type { SetPolicy } from '@palier/contract';
import { formatShortDate, SIGNATURE_CAUSES, type SignaturePolicy } from '@palier/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../lib/api/errors.ts';
import { french } from '../../lib/french.ts';
import { HeldSetting } from '../../lib/seen/held-setting.tsx';
import { typedShare } from '../../lib/typed-share.ts';
import { Checkbox, TextField } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Switch } from '../../ui/switch.tsx';
import { SettingCard } from './setting-card.tsx';
import styles from './settings-page.module.css';
import { getSignaturePolicy, useSetSignaturePolicy } from './signature-api.ts';
import { MODE_LABELS, THRESHOLD_LABELS } from './signature-labels.ts';

/** When validating a phase takes a signature. */
export function SignatureCard() {
  const { data, isError, error, refetch } = useQuery(getSignaturePolicy());
  if (isError)
    return (
      <ErrorState title="La règle des signatures n’a pas pu être chargée" onRetry={() => void refetch()}>
        {errorMessage(error)}
      </ErrorState>
    );
  if (!data) return null;
  return (
    <HeldSetting query={getSignaturePolicy()} now={data} part={({ policy }) => policy}>
      {(held) => <SignatureForm held={held} />}
    </HeldSetting>
  );
}

/** Thresholds as they are typed. */
type Typed = Record<keyof SignaturePolicy['thresholds'], { on: boolean; over: string }>;

function typed({ thresholds }: SignaturePolicy): Typed {
  const of = (cause: keyof Typed) => ({
    on: thresholds[cause].on,
    over: typedShare(thresholds[cause].over / 100),
  });
  return {
    depth: of('depth'),
    budget: of('budget'),
    merit: of('merit'),
    below_cost: of('below_cost'),
    control_gaps: of('control_gaps'),
  };
}

function readOver(text: string): number {
  const plain = text.replace(/[\s\u00a0\u202f%]/g, '').replace(',', '.');
  return plain === '' ? Number.NaN : Number(plain);
}

/** What is typed as a rule; null when a threshold cannot be read. */
function ruleOf(
  choice: Pick<SignaturePolicy, 'mode' | 'own_signature'>,
  entries: Typed,
): SignaturePolicy | null {
  const of = (cause: keyof Typed) => ({ on: entries[cause].on, over: readOver(entries[cause].over) });
  const thresholds = {
    depth: of('depth'),
    budget: of('budget'),
    merit: of('merit'),
    below_cost: of('below_cost'),
    control_gaps: of('control_gaps'),
  };
  const readable = Object.values(thresholds).every(({ over }) => over >= 0 && over <= 1000);
  return readable ? { ...choice, thresholds } : null;
}

function SignatureForm({ held }: { held: SetPolicy }) {
  const { policy, set_by, set_at } = held;
  const [mode, setMode] = useState(policy.mode);
  const [own_signature, setOwn] = useState(policy.own_signature);
  const [entries, setEntries] = useState(() => typed(policy));
  const save = useSetSignaturePolicy();
  const wanted = ruleOf({ mode, own_signature }, entries);
  const changed =
    mode !== policy.mode ||
    own_signature !== policy.own_signature ||
    JSON.stringify(entries) !== JSON.stringify(typed(policy));
  return (
    <SettingCard
      title="Signature des démarques"
      effect="Quand valider une démarque demande la signature de quelqu’un d’autre : elle se soumet alors, et signer la valide. Les seuils se lisent sur les chiffres de la liste de contrôle ; un chiffre inconnu, ou un budget qui n’est pas fixé, demande la signature. Sans signature demandée, qui peut valider valide."
      changed={changed}
      fault={wanted === null ? 'Donnez chaque seuil, de 0 à 1 000 %.' : null}
      busy={save.isPending}
      onSave={(seen) => wanted && save.mutateAsync({ ...wanted, seen })}
    >
      {(disabled) => (
        <>
          <div>
            <Segmented
              label="Signature demandée"
              value={mode}
              onChange={setMode}
              options={MODES.map((value) => ({
                value,
                label: MODE_LABELS[value],
                ...(disabled && { disabled: true }),
              }))}
            />
          </div>
          {mode === 'thresholds' && (
            <div className={styles.thresholds}>
              {SIGNATURE_CAUSES.map((cause) => (
                <div key={cause} className={styles.threshold}>
                  <Switch
                    label={THRESHOLD_LABELS[cause].name}
                    checked={entries[cause].on}
                    disabled={disabled}
                    onChange={(on) => setEntries({ ...entries, [cause]: { ...entries[cause], on } })}
                  />
                  <TextField
                    label={french(THRESHOLD_LABELS[cause].field)}
                    inputMode="decimal"
                    suffix="%"
                    disabled={disabled || !entries[cause].on}
                    value={entries[cause].over}
                    onChange={(over) => setEntries({ ...entries, [cause]: { ...entries[cause], over } })}
                  />
                </div>
              ))}
            </div>
          )}
          <Checkbox
            label="Qui soumet une démarque peut la signer aussi (sinon, il faut deux personnes)"
            checked={own_signature}
            disabled={disabled}
            onChange={setOwn}
          />
          {set_by !== null && (
            <p className="small muted">
              {french(`Règle fixée par ${set_by} le ${formatShortDate(set_at?.slice(0, 10), true)}.`)}
            </p>
          )}
        </>
      )}
    </SettingCard>
  );
}

const MODES = ['never', 'thresholds', 'always'] as const;
