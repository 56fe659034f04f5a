import { describe, expect, it } from 'vitest';
import { ROUTES } from '../routes/table.ts';
import { MAX_EDITS } from './discount.ts';
import { projectSchema } from './project.ts';
import { settingsSchema } from './settings.ts';
import { viewSchema } from './view.ts';

describe('the bodies the API takes', () => {
  it('[ENT-04] a project has every field of the specification', () => {
    const names = [
      '_id name shortName operation section project_group_id is_project_group_leader has_series has_optimizations',
      'data_date end_date phases working_phase accounting_currency catalog_currency catalog discount_pct_range',
      'objective use_third_party_forecast scenarios',
    ].flatMap((line) => line.split(' '));
    for (const name of names) expect(Object.keys(projectSchema.shape), name).toContain(name);
  });

  it('[PROJ-03] a project is changed part by part, within sense', () => {
    const { body } = ROUTES['projects.update'];
    expect(body.parse({ end_date: '2026-02-04' })).toEqual({ end_date: '2026-02-04' });
    expect(body.safeParse({ end_date: '2026-02-30' }).success).toBe(false);
    expect(body.safeParse({ phases: [] }).success).toBe(false);
    expect(body.safeParse({ discount_step: 7 }).success).toBe(false);
    expect(body.safeParse({ discount_pct_range: [120] }).success).toBe(false);
    expect(ROUTES['projects.create'].body.safeParse({ end_date: '2026-02-04' }).success).toBe(false);
  });

  it('[EDIT-01, EDIT-03] edits are a map from line to what changes, with a comment', () => {
    const { body } = ROUTES['discounts.edit'];
    const edits = { l1: { discount_pct_user: 40, comment: 'Fin de série' }, l2: { included: false } };
    expect(body.parse(edits)).toEqual(edits);
    expect(body.safeParse({ l1: { discount_pct_user: -10 } }).success).toBe(false);
    expect(body.safeParse({ l1: { discount_pct_user: '40' } }).success).toBe(false);
    const many = Object.fromEntries(Array.from({ length: MAX_EDITS + 1 }, (_, index) => [`l${index}`, {}]));
    expect(body.safeParse(many).success).toBe(false);
  });

  it('[VALID-09] a view without a name is « New View », not shared', () => {
    expect(ROUTES['views.create'].body.parse({})).toMatchObject({
      name: 'New View',
      shared: false,
      parameters: {},
    });
  });

  it('[ENT-15] a view has its nine fields, and a change of it neither id nor author', () => {
    expect(Object.keys(viewSchema.shape).sort()).toEqual(
      [
        '_id',
        'author_id',
        'description',
        'is_default',
        'is_partial',
        'name',
        'parameters',
        'shared',
        'starred',
      ].sort(),
    );
    expect(ROUTES['views.update'].body.safeParse({ starred: true }).success).toBe(true);
    for (const identity of [{ _id: 'v1' }, { author_id: 'x' }])
      expect(ROUTES['views.update'].body.safeParse({ ...identity, starred: true }).success).toBe(false);
  });

  it('[VALID-07] optimisations are sent with at least one project and one optimisation', () => {
    const { body } = ROUTES['optimizations.send_to_listing'];
    expect(body.safeParse({ optimization_ids: ['o1'], project_ids: ['p1'] }).success).toBe(true);
    expect(body.safeParse({ optimization_ids: [], project_ids: ['p1'] }).success).toBe(false);
    expect(body.safeParse({ optimization_ids: ['o1'], project_ids: [] }).success).toBe(false);
  });

  it('[ENT-18] a rule may come alone or with others, with an id of its own', () => {
    const { body } = ROUTES['rules.create'];
    const rule = {
      _id: 'r1',
      name: 'Règle #1',
      discount_spec_map_type: 'match',
      discount_spec_map: { Lune: 30, Éclat: { min: 20, max: 40 } },
    };
    expect(body.safeParse(rule).success).toBe(true);
    expect(body.safeParse([rule, rule]).success).toBe(true);
    expect(body.safeParse([]).success).toBe(false);
  });

  it('a whole-group edit may be rehearsed', () => {
    const { body } = ROUTES['discounts.edit_group'];
    expect(body.safeParse({ filter: null, edit: { discount_pct_user: 30 }, dry_run: true }).success).toBe(
      true,
    );
    expect(body.safeParse({ edit: {}, scope: 'everything' }).success).toBe(false);
  });
});

describe('the answers', () => {
  it('[ENT-21] settings have their five names', () => {
    expect(Object.keys(settingsSchema.shape).sort()).toEqual([
      'dashboard_columns',
      'exportTemplates',
      'featured_fields',
      'unavailableFields',
      'useScenarioScope',
    ]);
  });
});
