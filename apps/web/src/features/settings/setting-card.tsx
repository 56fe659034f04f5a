import { lackOf } from '@palier/domain';
import type { ReactNode } from 'react';
import { french } from '../../lib/french.ts';
import { usePermission } from '../../lib/session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import styles from './settings-page.module.css';

interface SettingCardProps {
  title: string;
  /** What changes with it, in a sentence. */
  effect: string;
  /** Something other than what is in force was typed, and can be read. */
  ready: boolean;
  busy: boolean;
  onSave: () => void;
  children: (disabled: boolean) => ReactNode;
}

/** A setting of the organisation: what it changes, its fields, and who may change it. */
export function SettingCard({ title, effect, ready, busy, onSave, children }: SettingCardProps) {
  const isAllowed = usePermission('canEditSettings');
  const disabled = !isAllowed || busy;
  return (
    <Card title={title} note={isAllowed ? undefined : 'seul qui règle l’organisation le change'}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) onSave();
        }}
      >
        <p className="muted">{french(effect)}</p>
        {children(disabled)}
        <div>
          <Button
            type="submit"
            disabled={disabled || !ready}
            title={isAllowed ? undefined : lackOf('canEditSettings')}
          >
            {busy ? 'Enregistrement…' : 'Enregistrer'}
          </Button>
        </div>
      </form>
    </Card>
  );
}
