import { describe, expect, it } from 'vitest';
import { newProject } from '../../../test/new-project.ts';
import {
  draftErrors,
  draftOf,
  emptyDraft,
  errorsOf,
  newPhase,
  newProjectOf,
  offeredDiscounts,
  projectChangesOf,
  withDaysOf,
  withPhaseAdded,
  withProducts,
} from './draft.ts';

const filled = {
  ...emptyDraft('2026-06-19'),
  operation: 'Soldes été',
  subdivision: 'Femme',
  short_name: 'Robes',
};

describe('a new project', () => {
  it('[PROJ-04] starts with working phase 0 and the range 20 to 60', () => {
    const project = newProjectOf(filled);
    expect(project.working_phase).toBe(0);
    expect(project.discount_pct_range).toEqual([20, 30, 40, 50, 60]);
  });

  it('begins with the products of an import: by what says them, else one by one', () => {
    const season = { field: 'release_season', value: 'H26' };
    const delivered = { count: 2, all: false, own_value: season, codes: null };
    expect(newProjectOf(withProducts(filled, delivered)).selection).toMatchObject({
      item_query: { rules: [{ field: 'release_season', operator: 'equals', value: 'H26' }] },
      item_group_ids: [],
    });
    const named = withProducts(filled, { ...delivered, own_value: null, codes: ['A1', 'B2'] });
    expect(newProjectOf(named).selection).toMatchObject({ item_query: null, item_group_ids: ['A1', 'B2'] });
  });

  it('added to an operation begins with its days, so that an operation is of one calendar', () => {
    const phases = [
      { name: null, start_date: '2026-06-24' },
      { name: 'Dernière', start_date: '2026-07-08' },
    ];
    const named = { operation: 'Soldes été', phases, end_date: '2026-07-14' };
    const own = newProjectOf(withDaysOf(filled, [{ ...named, operation: 'Soldes hiver' }, named]));
    expect(own.phases?.map(({ start_date }) => start_date)).toEqual(['2026-06-24', '2026-07-08']);
    expect(own.phases?.[1]?.name).toBe('Dernière');
    expect(own.end_date).toBe('2026-07-14');
    expect(withDaysOf(filled, [{ ...named, operation: 'Soldes hiver' }])).toBe(filled);
  });

  it('[PROJ-05] is named by its three parts', () => {
    expect(newProjectOf(filled).name).toBe('Soldes été/Femme/Robes');
    expect(newProjectOf({ ...filled, subdivision: '' }).name).toBe('Soldes été/Robes');
  });

  it('is offered four weekly phases from the next Wednesday', () => {
    expect(filled.phases.map((phase) => phase.start_date)).toEqual([
      '2026-06-24',
      '2026-07-01',
      '2026-07-08',
      '2026-07-15',
    ]);
    expect(filled.end_date).toBe('2026-07-22');
    expect(draftErrors(filled)).toEqual({});
  });

  it('[PROJ-01] needs phases that follow one another, and an end after them', () => {
    const swapped = { ...filled, phases: [newPhase('2026-07-01'), newPhase('2026-06-24')] };
    expect(draftErrors(swapped).phases).toContain('se suivre');
    expect(draftErrors({ ...filled, phases: [] }).phases).toBeDefined();
    expect(draftErrors({ ...filled, end_date: '2026-07-15' }).end_date).toBeDefined();
    expect(draftErrors({ ...filled, phases: [newPhase('')] }).phases).toBeDefined();
  });

  it('says what the domain refuses at the field that shows it', () => {
    expect(draftErrors({ ...filled, discount_pct_range: [20, 25] }).discount_pct_range).toContain(
      'multiples',
    );
    expect(errorsOf([{ field: 'name', message: 'Un autre projet s’appelle déjà ainsi.' }])).toEqual({
      short_name: 'Un autre projet s’appelle déjà ainsi.',
    });
  });

  it('once changed, keeps what was validated, and is not judged on what it already held', () => {
    const project = newProject({ name: 'Robes', working_phase: 1, discount_pct_range: [13, 27] });
    const draft = draftOf(project);
    expect(draftErrors(draft, project)).toEqual({});
    expect(projectChangesOf(draft, project)).toEqual({});
    expect(projectChangesOf({ ...draft, include_stock_on_order: true }, project)).toEqual({
      catalog: { include_stock_on_order: true },
    });
    const [first, ...others] = draft.phases;
    if (!first) throw new Error('the project has no phase');
    const moved = { ...draft, phases: [{ ...first, start_date: '2020-01-01' }, ...others] };
    expect(draftErrors(moved, project).phases).toContain('validée');
  });

  it('refuses a / inside a part of the name', () => {
    expect(draftErrors({ ...filled, short_name: 'A/B' }).short_name).toBeDefined();
  });

  it('moves its end when a phase is added after it', () => {
    const longer = withPhaseAdded(filled);
    expect(longer.phases.at(-1)?.start_date).toBe('2026-07-22');
    expect(longer.end_date).toBe('2026-07-29');
  });

  it('[VALID-01] offers multiples of the step', () => {
    expect(offeredDiscounts(10)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90]);
    expect(offeredDiscounts(5)).toHaveLength(18);
  });
});
