import type { Project } from '@palier/contract';
import { groupName } from '@palier/domain';
import { useLocation } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { groupOperations, projectLabel } from '../../lib/project-groups.ts';
import { Icon } from '../../ui/icon.tsx';
import { Menu, type MenuEntry } from '../../ui/menu.tsx';
import type { CollectionState } from '../use-active-collection.ts';
import styles from './breadcrumb.module.css';

interface Crumb {
  key: string;
  label: string;
  menuLabel: string;
  entries: MenuEntry[];
}

/** What follows the collection in the address, so that switching keeps the screen where both have it. */
function screenOf(pathname: string): string {
  const rest = pathname.split('/').slice(3).join('/');
  return /^(optimization|optimization\/simple)$/.test(rest) ? `/${rest}` : '';
}

function crumbsOf({ collection, active, projects }: CollectionState, pathname: string): Crumb[] {
  const operations = groupOperations(projects);
  const all: MenuEntry = {
    kind: 'link',
    label: 'Toutes les opérations',
    icon: 'home',
    to: paths.operations(),
    current: !collection,
  };
  const operationEntries: MenuEntry[] = [
    all,
    { kind: 'separator', label: 'operations' },
    ...operations.map(
      ({ name }): MenuEntry => ({
        kind: 'link',
        label: name,
        to: paths.collection({ type: 'operation', id: name }),
        current: active?.operation === name,
      }),
    ),
  ];
  const first: Crumb = {
    key: 'operation',
    label: active?.operation ?? 'Toutes les opérations',
    menuLabel: 'Opérations',
    entries: operationEntries,
  };
  if (!collection || !active) return [first];
  const operation = operations.find(({ name }) => name === active.operation);
  const crumbs = [first];
  const groups = operation?.groups.filter((group) => group.id !== null) ?? [];
  if (active.project_group_id) crumbs.push(groupCrumb(groups, active.project_group_id));
  if (active.project)
    crumbs.push(projectCrumb(operation?.projects ?? [], active.project, screenOf(pathname)));
  return crumbs;
}

function groupCrumb(
  groups: ReturnType<typeof groupOperations<Project>>[number]['groups'],
  groupId: string,
): Crumb {
  const group = groups.find(({ id }) => id === groupId);
  return {
    key: 'group',
    label: group?.label ?? groupName([]),
    menuLabel: 'Groupes de l’opération',
    entries: groups.map(({ id, label }) => ({
      kind: 'link',
      label,
      to: paths.collection({ type: 'project-group', id: id ?? '' }),
      current: id === groupId,
    })),
  };
}

function projectCrumb(projects: readonly Project[], current: Project, screen: string): Crumb {
  const siblings = projects.filter(
    (project) => (project.project_group_id ?? null) === (current.project_group_id ?? null),
  );
  return {
    key: 'project',
    label: projectLabel(current),
    menuLabel: 'Projets du groupe',
    entries: siblings.map((project) => ({
      kind: 'link',
      label: projectLabel(project),
      to: paths.collection({ type: 'project', id: project._id }) + screen,
      current: project._id === current._id,
    })),
  };
}

/** Operation ▸ group ▸ project: where the user is, each step a list to switch by. */
export function Breadcrumb({ state }: { state: CollectionState }) {
  const { pathname } = useLocation();
  const crumbs = crumbsOf(state, pathname);
  return (
    <nav className={styles.trail} aria-label="Fil d’Ariane">
      {crumbs.map((crumb, index) => (
        <span
          key={crumb.key}
          className={index === crumbs.length - 1 ? `${styles.step} ${styles.current}` : styles.step}
        >
          {index > 0 && (
            <span className={styles.separator}>
              <Icon name="chevron-right" size={12} />
            </span>
          )}
          <Menu label={crumb.menuLabel} buttonTitle={crumb.label} entries={crumb.entries}>
            <span>{crumb.label}</span>
            <Icon name="chevron-down" size={12} />
          </Menu>
        </span>
      ))}
    </nav>
  );
}
