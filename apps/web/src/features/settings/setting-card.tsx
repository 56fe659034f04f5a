import { type ReactNode, useContext, useEffect } from 'react';
import { french } from '../../lib/french.ts';
import { useOrganizationLack } from '../../lib/session/use-refusal.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FieldError } from '../../ui/field.tsx';
import { HoldingContext } from './held-setting.tsx';
import styles from './settings-page.module.css';

interface SettingCardProps {
  title: string;
  /** What changes with it, in a sentence. */
  effect: string;
  /** Something other than what is in force was typed. */
  changed: boolean;
  /** Why what was typed cannot be saved, in a sentence. */
  fault?: string | null;
  busy: boolean;
  /** Its promise is kept once what was typed stands. */
  onSave: () => unknown;
  children: (disabled: boolean) => ReactNode;
}

/** A setting of the organisation: what it changes, its fields, and who may change it. */
export function SettingCard({
  title,
  effect,
  changed,
  fault = null,
  busy,
  onSave,
  children,
}: SettingCardProps) {
  const refusal = useOrganizationLack('canEditSettings');
  const disabled = refusal !== null || busy;
  const ready = changed && fault === null;
  const holding = useContext(HoldingContext);
  useEffect(() => holding?.follow(changed));
  const save = async (): Promise<void> => {
    // Who cannot be asked is asked by the saving itself, which says so.
    if (!(await (holding?.isKnown().catch(() => true) ?? true))) return;
    try {
      await onSave();
      holding?.takeStanding();
    } catch {
      // Said where it failed: what is typed stays.
    }
  };
  return (
    <Card title={title} note={refusal === null ? undefined : 'seul qui règle l’organisation le change'}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) void save();
        }}
      >
        <p className="muted">{french(effect)}</p>
        {children(disabled)}
        {changed && fault !== null && <FieldError role="alert">{french(fault)}</FieldError>}
        {holding?.clashes && !busy && (
          <AlertBox
            actions={
              <Button small onClick={holding.takeStanding}>
                Voir ce qui est en vigueur
              </Button>
            }
          >
            {french(
              'Quelqu’un d’autre vient de changer ce réglage : rien de ce que vous avez saisi n’est enregistré. « Remplacer » met votre saisie à la place de la sienne.',
            )}
          </AlertBox>
        )}
        <div>
          <Button type="submit" disabled={disabled || !ready} title={refusal ?? undefined}>
            {busy ? 'Enregistrement…' : holding?.clashes ? 'Remplacer' : 'Enregistrer'}
          </Button>
        </div>
      </form>
    </Card>
  );
}
