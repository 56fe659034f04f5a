import type { ReactNode } from 'react';
import { french } from '../../lib/french.ts';
import { useHeldSave } from '../../lib/seen/held-setting.tsx';
import { useOrganizationLack } from '../../lib/session/use-refusal.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FieldError } from '../../ui/field.tsx';
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
  /** Its promise is kept once what was typed stands; `seen`: what its author has seen of it. */
  onSave: (seen: object | undefined) => unknown;
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
  const held = useHeldSave(changed);
  return (
    <Card title={title} note={refusal === null ? undefined : 'seul qui règle l’organisation le change'}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) void held.save(onSave);
        }}
      >
        <p className="muted">{french(effect)}</p>
        {children(disabled)}
        {changed && fault !== null && <FieldError role="alert">{french(fault)}</FieldError>}
        {!busy && held.notice}
        <div>
          <Button type="submit" disabled={disabled || !ready} title={refusal ?? undefined}>
            {busy ? 'Enregistrement…' : held.label}
          </Button>
        </div>
      </form>
    </Card>
  );
}
