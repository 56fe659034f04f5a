import { addDays, parseDay, phaseLabel } from '@palier/domain';
import { Button, IconButton } from '../../../ui/button.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { FieldError, TextField } from '../../../ui/field.tsx';
import { type DraftErrors, type ProjectDraft, seasonStartOf, withPhaseAdded } from '../model/draft.ts';
import styles from './phase-fields.module.css';
import form from './project-form.module.css';
import { SoldesDates } from './soldes-dates.tsx';

export interface DraftPartProps {
  draft: ProjectDraft;
  errors: DraftErrors;
  /** The project being changed; null: a new one. */
  project?: string | null;
  /** The day that the data received speak of. */
  received?: string | null;
  onChange: (draft: ProjectDraft) => void;
}

/** Names and first days of the phases, and the project's end. */
export function PhaseFields({ draft, errors, project = null, onChange }: DraftPartProps) {
  const change = (key: string, changes: { name?: string; start_date?: string }) =>
    onChange({
      ...draft,
      phases: draft.phases.map((phase) => (phase.key === key ? { ...phase, ...changes } : phase)),
    });
  return (
    <div className={form.form}>
      {draft.phases.map((phase, index) => (
        <div className={styles.phase} key={phase.key}>
          <TextField
            label={`Nom de la démarque ${index + 1}`}
            placeholder={phaseLabel(undefined, index)}
            value={phase.name}
            onChange={(name) => change(phase.key, { name })}
          />
          <DateField
            label="Premier jour"
            value={phase.start_date}
            onChange={(start_date) => change(phase.key, { start_date })}
          />
          <IconButton
            icon="trash"
            label={`Retirer la démarque ${index + 1}`}
            disabled={draft.phases.length === 1}
            onClick={() =>
              onChange({ ...draft, phases: draft.phases.filter((other) => other.key !== phase.key) })
            }
          />
        </div>
      ))}
      {errors.phases && <FieldError>{errors.phases}</FieldError>}
      <div className={styles.phase}>
        <Button icon="plus" onClick={() => onChange(withPhaseAdded(draft))}>
          Ajouter une démarque
        </Button>
        <DateField
          label="Dernier jour"
          value={parseDay(draft.end_date) ? addDays(draft.end_date, -1) : ''}
          error={errors.end_date}
          onChange={(day) => onChange({ ...draft, end_date: day ? addDays(day, 1) : '' })}
        />
        <span />
      </div>
      <SoldesDates draft={draft} project={project} onChange={onChange} />
      <DateField
        label="Début de la saison"
        value={seasonStartOf(draft)}
        onChange={(season_start) => onChange({ ...draft, season_start })}
      />
    </div>
  );
}
