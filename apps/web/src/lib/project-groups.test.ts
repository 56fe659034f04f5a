import { groupName } from '@palier/domain';
import { describe, expect, it } from 'vitest';
import { groupOperations, groupProjects } from './project-groups.ts';

const project = (_id: string, name: string, project_group_id: string | null = null, leader = false) => ({
  _id,
  name,
  project_group_id,
  is_project_group_leader: leader,
});

describe('operations, groups and projects', () => {
  it('[ROUTE-03] every project is under its operation and its group', () => {
    const operations = groupOperations([
      project('1', 'Soldes été/Femme/Robes', 'g'),
      project('2', 'Soldes été/Femme/Mailles', 'g', true),
      project('3', 'Outlet/Permanent'),
    ]);
    expect(operations.map((operation) => operation.name)).toEqual(['Outlet', 'Soldes été']);
    expect(operations[1]?.groups).toMatchObject([{ id: 'g', label: 'Femme' }]);
    expect(operations[1]?.groups[0]?.projects.map((member) => member._id)).toEqual(['2', '1']);
  });

  it('[FMT-02] projects without a group are gathered last under « (non renseigné) »', () => {
    const groups = groupProjects([project('1', 'O/A'), project('2', 'O/Homme/B', 'g', true)]);
    expect(groups.map((group) => group.label)).toEqual(['Homme', '(non renseigné)']);
  });

  it('[PROJ-02] a group is called after its leader', () => {
    const members = [project('1', 'O/Divers/A', 'g'), project('2', 'O/Homme/B', 'g', true)];
    expect(groupName(members)).toBe('Homme');
    expect(groupName([project('1', 'O/A', 'g', true)])).toBe('A');
  });
});
