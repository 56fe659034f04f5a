import { useId } from 'react';
import { TextField } from '../../../ui/field.tsx';
import type { DraftPartProps } from './phase-fields.tsx';
import styles from './project-form.module.css';

/** The three parts of a project's name; existing operations are suggested. */
export function NameFields({
  draft,
  errors,
  operations,
  onChange,
}: DraftPartProps & { operations: readonly string[] }) {
  const list = useId();
  return (
    <div className={styles.columns}>
      <TextField
        label="Opération"
        placeholder="Soldes été 2026"
        list={list}
        value={draft.operation}
        error={errors.operation}
        onChange={(operation) => onChange({ ...draft, operation })}
      />
      <datalist id={list}>
        {operations.map((operation) => (
          <option key={operation} value={operation} />
        ))}
      </datalist>
      <TextField
        label="Subdivision (facultatif)"
        placeholder="Femme"
        value={draft.subdivision}
        onChange={(subdivision) => onChange({ ...draft, subdivision })}
      />
      <TextField
        label="Nom du projet"
        placeholder="Prêt-à-porter"
        value={draft.short_name}
        error={errors.short_name}
        onChange={(short_name) => onChange({ ...draft, short_name })}
      />
    </div>
  );
}
