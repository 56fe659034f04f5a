import { defaultViewParameters } from '@palier/domain';
import { expect, it } from 'vitest';
import { newGroup } from '../../../test/new-group.ts';
import { newProject } from '../../../test/new-project.ts';
import { listedRoom } from './listed-room.ts';

it('a listing that is narrowed says nothing of what is left of the project’s ceiling: its budget is of some products', () => {
  const objective = { discount_pct_distribution_params: { discount_budget: 1_000 } };
  const project = newProject({ objective });
  const total = newGroup({ keys: [], discount_budget: 300 });
  const left = (q: string, more: object = {}, activity_id: string | null = null) =>
    listedRoom(project, total, 'phase', {
      ...{ q, activity_id, mode: 'discount' },
      parameters: { ...defaultViewParameters(), ...more },
    })?.left ?? null;
  expect(left('')).toBe(700);
  expect(left('robe')).toBeNull();
  expect(left('', { included: false })).toBeNull();
  expect(left('', {}, 'an act')).toBeNull();
  const rules = [{ field: 'family', operator: 'equals' as const, value: 'Robes' }];
  expect(left('', { searchQuery: { combinator: 'and', rules } })).toBeNull();
  expect(left('', { hideZeroPercent: true })).toBe(700);
});
