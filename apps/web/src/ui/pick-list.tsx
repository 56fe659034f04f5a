import { foldText, formatQuantity } from '@palier/domain';
import { useState } from 'react';
import { Checkbox, FieldGroup, TextField } from './field.tsx';
import styles from './pick-list.module.css';

interface PickOption {
  id: string;
  label: string;
  /** Under which heading it stands; null: under none. */
  section: string | null;
}

interface PickListProps {
  label: string;
  options: readonly PickOption[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** What no choice means: « Tous les lieux de vente ». Left out where nothing chosen is nothing. */
  all?: string;
  disabled?: boolean;
  /** What is searched, where more can be had than the options given. */
  onSearch?: (typed: string) => void;
}

/** Beyond, the list is searched. */
const SEARCHED_FROM = 8;

/** Several of a long list: searched by typing, ticked one by one or a section at once. */
export function PickList({ label, options, chosen, onChange, all, disabled, onSearch }: PickListProps) {
  const [typed, setTyped] = useState('');
  const ticked = new Set(chosen);
  const query = foldText(typed.trim());
  const shown = options.filter((one) => foldText(`${one.label} ${one.section ?? ''}`).includes(query));
  const sections = Map.groupBy(shown, ({ section }) => section);
  const change = (ids: readonly string[], on: boolean): void => {
    const next = new Set(chosen);
    for (const id of ids) on ? next.add(id) : next.delete(id);
    onChange([...next]);
  };
  return (
    <FieldGroup label={chosen.length > 0 ? `${label} (${formatQuantity(chosen.length)})` : label}>
      {(options.length > SEARCHED_FROM || typed !== '') && (
        <TextField
          label={`Chercher : ${label}`}
          hideLabel
          icon="search"
          type="search"
          placeholder="Chercher"
          value={typed}
          onChange={(text) => {
            setTyped(text);
            onSearch?.(text.trim());
          }}
        />
      )}
      <fieldset className={styles.list} aria-label={label}>
        {all && (
          <Checkbox
            label={all}
            checked={chosen.length === 0}
            disabled={disabled}
            onChange={() => onChange([])}
          />
        )}
        {[...sections].map(([section, members]) => (
          <div key={section ?? ''} className={styles.section}>
            {section !== null && (
              <span className="strong">
                <Checkbox
                  label={section}
                  checked={members.every(({ id }) => ticked.has(id))}
                  disabled={disabled}
                  onChange={(on) =>
                    change(
                      members.map(({ id }) => id),
                      on,
                    )
                  }
                />
              </span>
            )}
            {members.map(({ id, label: name }) => (
              <div key={id} className={section === null ? undefined : styles.member}>
                <Checkbox
                  label={name}
                  checked={ticked.has(id)}
                  disabled={disabled}
                  onChange={(on) => change([id], on)}
                />
              </div>
            ))}
          </div>
        ))}
        {shown.length === 0 && <span className="muted small">Rien ne correspond.</span>}
      </fieldset>
    </FieldGroup>
  );
}
