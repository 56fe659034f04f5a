import type { Project, ProjectGroup } from '@palier/contract';
import { groupLeader } from '@palier/domain';
import { useState } from 'react';
import { french } from '../../lib/french.ts';
import { notifySuccess } from '../../lib/notifications.ts';
import { operationOf, placedLabel } from '../../lib/project-groups.ts';
import { BegunForm } from '../../lib/seen/begun-form.tsx';
import { ClashNotice, REPLACE } from '../../lib/seen/clash-notice.tsx';
import { useSeen } from '../../lib/seen/use-seen.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldGroup, SelectField, TextField } from '../../ui/field.tsx';
import { PickList } from '../../ui/pick-list.tsx';
import { useSaveGroup } from './api.ts';
import styles from './groups-page.module.css';

interface GroupDialogProps {
  /** null: a new one. */
  group: ProjectGroup | null;
  groups: readonly ProjectGroup[];
  projects: readonly Project[];
  onClose: () => void;
}

/** A group's name, its projects and the one that leads. */
export function GroupDialog({ group, ...props }: GroupDialogProps) {
  if (!group) return <GroupForm {...props} group={null} onTake={() => undefined} />;
  return (
    <BegunForm from={group}>
      {(began, beginAgain) => <GroupForm {...props} group={began} onTake={beginAgain} />}
    </BegunForm>
  );
}

interface GroupFormProps extends GroupDialogProps {
  onTake: (now: object) => void;
}

function GroupForm({ group, groups, projects, onClose, onTake }: GroupFormProps) {
  const [name, setName] = useState(group?.name ?? '');
  const [members, setMembers] = useState<readonly string[]>(group?.project_ids ?? []);
  const [leader, setLeader] = useState(group?.leader_id ?? '');
  const save = useSaveGroup(group?._id ?? null);
  const seen = useSeen(group ?? {});
  const chosen = projects.filter(({ _id }) => members.includes(_id));
  const leads = chosen.some(({ _id }) => _id === leader) ? leader : '';
  const first = groupLeader(chosen.map((one) => ({ ...one, is_project_group_leader: false })));
  const moved = chosen.filter((one) => one.project_group_id !== null && one.project_group_id !== group?._id);
  const ready = name.trim() !== '' && chosen.length > 0 && !save.isPending;
  const submit = () => {
    const body = { name: name.trim(), project_ids: [...members], leader_id: leads || null };
    save.mutate(
      { ...body, seen: seen.of(body) },
      {
        onError: seen.refused,
        onSuccess: (saved) => {
          notifySuccess(french(`Le groupe « ${saved.name} » est enregistré.`));
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      title={group ? french(`Groupe « ${group.name} »`) : 'Nouveau groupe'}
      open
      onClose={onClose}
      width={560}
      actions={
        <>
          <Button onClick={onClose}>Annuler</Button>
          <Button tone="primary" disabled={!ready} onClick={submit}>
            {group ? (seen.clash ? REPLACE : 'Enregistrer') : 'Créer le groupe'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <ClashNotice clash={seen.clash} onTake={onTake} />
        <TextField label="Nom du groupe" value={name} onChange={setName} maxLength={200} />
        <PickList
          label="Projets"
          chosen={members}
          onChange={setMembers}
          options={projects.map((one) => ({
            id: one._id,
            label: placedLabel(one),
            section: operationOf(one),
          }))}
        />
        {chosen.length > 0 && (
          <SelectField
            label="Projet qui mène"
            value={leads}
            onChange={setLeader}
            options={[
              { value: '', label: `Le premier par son nom${first ? ` : ${placedLabel(first)}` : ''}` },
              ...chosen.map((one) => ({ value: one._id, label: placedLabel(one) })),
            ]}
          />
        )}
        {moved.length > 0 && (
          <FieldGroup label="Ce que cela change ailleurs">
            <ul className={styles.moved}>
              {moved.map((one) => (
                <li key={one._id}>
                  {french(
                    `« ${placedLabel(one)} » quitte le groupe « ${groups.find(({ _id }) => _id === one.project_group_id)?.name ?? ''} ».`,
                  )}
                </li>
              ))}
            </ul>
          </FieldGroup>
        )}
      </div>
    </Dialog>
  );
}
