import { useQuery } from '@tanstack/react-query';
import { listGroups } from '../../../lib/calls/list-groups.ts';
import { Checkbox, SelectField } from '../../../ui/field.tsx';
import { listPeople } from '../api/lookups.ts';
import type { DraftPartProps } from './phase-fields.tsx';
import form from './project-form.module.css';

/** The group of a project, whether it leads there, and who leads the work on it. */
export function GroupFields({ draft, onChange }: DraftPartProps) {
  const groups = useQuery(listGroups());
  const people = useQuery(listPeople());
  return (
    <div className={form.columns}>
      <SelectField
        label="Groupe de projets"
        value={draft.project_group_id}
        onChange={(project_group_id) =>
          onChange({ ...draft, project_group_id, is_project_group_leader: false })
        }
        options={[
          { value: '', label: 'Aucun' },
          ...(groups.data ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
        ]}
      />
      <SelectField
        label="Pilote"
        value={draft.pilot_user_id}
        onChange={(pilot_user_id) => onChange({ ...draft, pilot_user_id })}
        options={[
          { value: '', label: 'Qui a créé le projet' },
          ...(people.data ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
        ]}
      />
      {draft.project_group_id !== '' && (
        <Checkbox
          label="Ce projet mène son groupe"
          checked={draft.is_project_group_leader}
          onChange={(is_project_group_leader) => onChange({ ...draft, is_project_group_leader })}
        />
      )}
    </div>
  );
}
