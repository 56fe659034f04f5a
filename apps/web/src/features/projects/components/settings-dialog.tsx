import type { Project } from '@palier/contract';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useUpdateProject } from '../../../lib/calls/update-project.ts';
import { countOf, french } from '../../../lib/french.ts';
import { notifySuccess } from '../../../lib/notifications.ts';
import { paths } from '../../../lib/paths.ts';
import { BegunForm } from '../../../lib/seen/begun-form.tsx';
import { ClashNotice, REPLACE } from '../../../lib/seen/clash-notice.tsx';
import { useSeen } from '../../../lib/seen/use-seen.ts';
import { useActRefusal } from '../../../lib/session/use-refusal.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { faultsOf } from '../api/project-faults.ts';
import { useDeleteProject } from '../api/save-project.ts';
import {
  choiceOf,
  type DraftErrors,
  draftErrors,
  draftOf,
  errorsOf,
  followedBy,
  type ProjectDraft,
  projectChangesOf,
} from '../model/draft.ts';
import styles from './project-form.module.css';
import { PROJECT_PARTS, type ProjectPart, ProjectPartFields } from './project-parts.tsx';
import { ChoiceEffect, useChoice } from './taken-products.tsx';

interface SettingsDialogProps {
  project: Project;
  onClose: () => void;
}

/** Changes all that is said of a project, what it takes in and out said before, or deletes it. */
export function SettingsDialog(props: SettingsDialogProps) {
  return (
    <BegunForm from={props.project}>
      {(opened, beginAgain) => (
        <ProjectForm {...props} opened={opened} onTake={(now) => beginAgain(followedBy(now))} />
      )}
    </BegunForm>
  );
}

interface ProjectFormProps extends SettingsDialogProps {
  /** As it was when the draft began: what somebody else changes meanwhile is not taken back with it. */
  opened: Project;
  /** Begins again with what stands of some fields. */
  onTake: (now: Readonly<Record<string, unknown>>) => void;
}

function ProjectForm({ project, opened, onTake, onClose }: ProjectFormProps) {
  const [draft, setDraft] = useState(() => draftOf(opened));
  const [deleting, setDeleting] = useState(false);
  const refusal = useActRefusal('delete', project);
  const locked = useActRefusal('file', project);
  const frozen = useActRefusal('settings', project);
  const update = useUpdateProject(project._id);
  const seen = useSeen(opened);
  const [refused, setRefused] = useState<DraftErrors>({});
  const errors = { ...draftErrors(draft, project), ...refused };
  const onChange = (changed: ProjectDraft) => {
    setRefused({});
    setDraft(changed);
  };
  const choice = useChoice(draft, project._id);
  // What the products do not follow from is saved without waiting for them.
  const chooses = JSON.stringify(choiceOf(draft)) !== JSON.stringify(choiceOf(draftOf(opened)));
  const asking = chooses && choice.asking;
  const received = project.data_date_frozen ? null : (project.data_date ?? null);
  const part = { draft, errors, onChange, project: project._id, received };
  // Where it is filed stays to be said; what its figures and decisions follow from does not.
  const refusalOf = (name: ProjectPart): string | null => (name === 'Nom' ? locked : frozen);
  if (deleting) return <DeleteDialog project={project} onCancel={() => setDeleting(false)} />;
  const changes = projectChangesOf(draft, opened);
  const save = () =>
    update.mutate(
      { ...changes, seen: seen.of(changes) },
      {
        onError: (error) => {
          setRefused(errorsOf(faultsOf(error)));
          seen.refused(error);
        },
        onSuccess: () => {
          notifySuccess('Les réglages du projet sont enregistrés.');
          onClose();
        },
      },
    );
  return (
    <Dialog
      title="Réglages du projet"
      open
      onClose={onClose}
      width={720}
      actions={
        <>
          <Button
            icon="trash"
            tone="quiet"
            disabled={refusal !== null}
            title={refusal ?? undefined}
            onClick={() => setDeleting(true)}
          >
            Supprimer le projet
          </Button>
          <span className="spacer" />
          {chooses && <ChoiceEffect choice={choice} />}
          <Button onClick={onClose}>Annuler</Button>
          <Button
            tone="dark"
            disabled={
              locked !== null ||
              Object.keys(errors).length > 0 ||
              update.isPending ||
              asking ||
              (chooses && choice.isError)
            }
            title={locked ?? undefined}
            onClick={save}
          >
            {asking ? 'Calcul en cours…' : seen.clash ? REPLACE : 'Enregistrer'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <ClashNotice clash={seen.clash} onTake={onTake} />
        {PROJECT_PARTS.map((name) => (
          <section key={name} aria-label={name}>
            <fieldset
              className={`${styles.form} ${styles.part}`}
              disabled={refusalOf(name) !== null}
              title={refusalOf(name) ?? undefined}
            >
              <h3>{name}</h3>
              <ProjectPartFields {...part} part={name} operations={[]} />
            </fieldset>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

function DeleteDialog({ project, onCancel }: { project: Project; onCancel: () => void }) {
  const remove = useDeleteProject();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const lines = project.overview?.discount_count ?? 0;
  return (
    <Dialog
      title={french(`Supprimer « ${project.shortName} » ?`)}
      open
      onClose={onCancel}
      width={480}
      actions={
        <>
          <Button onClick={onCancel}>Garder le projet</Button>
          <Button
            tone="dark"
            disabled={remove.isPending || typed.trim() !== project.shortName}
            onClick={() => {
              navigate(paths.operations());
              remove.mutate(project);
            }}
          >
            Mettre à la corbeille
          </Button>
        </>
      }
    >
      <p>
        Ses démarques, ses revues et son journal vont à la corbeille
        {lines > 0 && `, pour ${countOf(lines, 'produit', 'produits')}`}. Vous pourrez l’en faire revenir
        pendant 30 jours, depuis Opérations ; les données importées (produits, ventes, stocks) restent.
      </p>
      <TextField
        label={french(`Pour confirmer, saisissez « ${project.shortName} »`)}
        value={typed}
        onChange={setTyped}
      />
    </Dialog>
  );
}
