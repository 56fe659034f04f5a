import type { Project, ProjectGroup } from '@palier/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorMessage } from '../../lib/api/errors.ts';
import { listGroups } from '../../lib/calls/list-groups.ts';
import { listProjects } from '../../lib/calls/list-projects.ts';
import { fr } from '../../lib/fr.ts';
import { countOf, french } from '../../lib/french.ts';
import { notifySuccess } from '../../lib/notifications.ts';
import { paths } from '../../lib/paths.ts';
import { operationOf, placedLabel } from '../../lib/project-groups.ts';
import { useSeen } from '../../lib/seen/use-seen.ts';
import { useOrganizationLack } from '../../lib/session/use-refusal.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/marks.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { Table, TableHead } from '../../ui/table.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useRemoveGroup } from './api.ts';
import { GroupDialog } from './group-dialog.tsx';
import styles from './groups-page.module.css';

const inFrench = new Intl.Collator('fr-FR', { numeric: true });

/** The groups of projects: who is in each, which project leads, and the ways to make, change and undo one. */
export function GroupsPage() {
  const groups = useQuery(listGroups());
  const projects = useQuery(listProjects());
  const [edited, setEdited] = useState<ProjectGroup | 'new' | null>(null);
  const [undone, setUndone] = useState<ProjectGroup | null>(null);
  const why = useOrganizationLack('canEditProjects') ?? undefined;
  const isAllowed = why === undefined;
  const error = groups.error ?? projects.error;
  const all = groups.data?.toSorted((a, b) => inFrench.compare(a.name, b.name));
  return (
    <Page className={styles.page}>
      <title>Groupes de projets · Palier</title>
      <PageHead>
        <h1>Groupes de projets</h1>
        {all && <span className="muted">{countOf(all.length, 'groupe', 'groupes')}</span>}
        <span className="spacer" />
        <Button tone="primary" icon="plus" disabled={!isAllowed} title={why} onClick={() => setEdited('new')}>
          Nouveau groupe
        </Button>
      </PageHead>
      {error && (
        <ErrorState title={fr.errors.load} onRetry={() => void groups.refetch()}>
          {errorMessage(error)}
        </ErrorState>
      )}
      {!error && (!all || !projects.data) && <Skeleton height={160} />}
      {all?.length === 0 && (
        <EmptyState icon="layers" title="Aucun groupe">
          {french('Un groupe réunit des projets suivis ensemble ; l’un d’eux le mène.')}
        </EmptyState>
      )}
      {all && all.length > 0 && projects.data && (
        <Card title="Groupes">
          <Table aria-label="Groupes de projets">
            <TableHead titles={['Groupe', 'Projets', 'Projet qui mène', 'Pilote', { hidden: 'Actions' }]} />
            <tbody>
              {all.map((group) => (
                <GroupRow
                  key={group._id}
                  group={group}
                  projects={projects.data}
                  why={why}
                  onEdit={() => setEdited(group)}
                  onUndo={() => setUndone(group)}
                />
              ))}
            </tbody>
          </Table>
        </Card>
      )}
      {edited && projects.data && (
        <GroupDialog
          group={edited === 'new' ? null : edited}
          groups={all ?? []}
          projects={projects.data}
          onClose={() => setEdited(null)}
        />
      )}
      {undone && <UndoDialog group={undone} onClose={() => setUndone(null)} />}
    </Page>
  );
}

interface GroupRowProps {
  group: ProjectGroup;
  projects: readonly Project[];
  /** Why it may not be changed. */
  why: string | undefined;
  onEdit: () => void;
  onUndo: () => void;
}

function GroupRow({ group, projects, why, onEdit, onUndo }: GroupRowProps) {
  const members = projects.filter(({ _id }) => group.project_ids.includes(_id));
  const leader = members.find(({ _id }) => _id === group.leader_id);
  return (
    <tr>
      <th scope="row">
        <Link to={paths.collection({ type: 'project-group', id: group._id })}>{group.name}</Link>
        <p className="muted small">{[...new Set(members.map(operationOf))].join(', ')}</p>
      </th>
      <td>
        <span className={styles.projects}>
          {members.map((project) => (
            <Link key={project._id} to={paths.collection({ type: 'project', id: project._id })}>
              {placedLabel(project)}
            </Link>
          ))}
        </span>
      </td>
      <td>{leader ? <Tag tone="good">{placedLabel(leader)}</Tag> : '-'}</td>
      <td>{leader?.pilot?.name ?? '-'}</td>
      <td>
        <span className="side-by-side">
          <Button small disabled={why !== undefined} title={why} onClick={onEdit}>
            Modifier
          </Button>
          <Button small tone="quiet" disabled={why !== undefined} title={why} onClick={onUndo}>
            Défaire
          </Button>
        </span>
      </td>
    </tr>
  );
}

function UndoDialog({ group, onClose }: { group: ProjectGroup; onClose: () => void }) {
  const remove = useRemoveGroup();
  const seen = useSeen(group);
  return (
    <Dialog
      title={french(`Défaire le groupe « ${group.name} » ?`)}
      open
      onClose={onClose}
      width={480}
      actions={
        <>
          <Button onClick={onClose}>Garder le groupe</Button>
          <Button
            tone="dark"
            disabled={remove.isPending}
            onClick={() => {
              const { _id: id, ...content } = group;
              remove.mutate(
                { id, seen: seen.of(content) },
                {
                  onError: seen.removalRefused,
                  onSuccess: () => {
                    notifySuccess(french(`Le groupe « ${group.name} » est défait.`));
                    onClose();
                  },
                },
              );
            }}
          >
            {seen.clash ? 'Défaire quand même' : 'Défaire le groupe'}
          </Button>
        </>
      }
    >
      {seen.clash && <AlertBox>{french(seen.clash.message)}</AlertBox>}
      <p>
        {`${countOf(group.project_ids.length, 'projet reste, sans groupe', 'projets restent, sans groupe')}. Aucune décision ne change.`}
      </p>
    </Dialog>
  );
}
