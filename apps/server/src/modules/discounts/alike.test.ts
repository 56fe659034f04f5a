import { discountFault } from '@palier/domain';
import { beforeAll, expect, it } from 'vitest';
import { newId } from '../../ids.ts';
import { addDemoUsers } from '../../test/app.ts';
import { eachDatabase } from '../../test/stores.ts';
import { undoActivity } from '../activities/service.ts';
import { openProject } from '../projects/index.ts';
import { allLines, type DiscountRow } from './repository.ts';
import { editGroup, editLines } from './service.ts';

const LINES = 3000;
const LEVELS = [0, 20, 30, 40];
const CLAIRE = {
  organization_id: 'org_maison_brume',
  user_id: 'claire',
  user_name: 'Claire',
  permissions: {},
};
const events = { publish: async () => {}, subscribe: () => () => {} };

/** What an edit may change or depend on, of each product; neither ids, nor who, nor when. */
const decided = (rows: readonly DiscountRow[]) =>
  new Map(
    rows.map(({ item_group_id, project_id: _, discount_id: __, version: ___, ...row }) => [
      item_group_id,
      { ...row, discount_pct_update_date: null, discount_pct_update_user: null, review_lost_date: null },
    ]),
  );

eachDatabase('lines edited together', ({ database }) => {
  beforeAll(() => addDemoUsers({ database: database() }));

  /** A project whose lines are in states of every kind, the same in each project. */
  async function makeProject(name: string) {
    const project_id = newId();
    await database().executeSql(
      `insert into project (project_id, organization_id, name, end_date, discount_pct_range, created_by, working_phase)
       values ($1, 'org_maison_brume', $2, '2099-01-01', '[20,30,40]', 'test', 1)`,
      [project_id, `Lots/${name}`],
    );
    await database().executeSql(
      `insert into discount (project_id, discount_id, item_group_id, version, included, discount_pct_user, discount_pct_auto,
         discount_pct_opti, discount_pct_min, discount_pct_max, discount_pct_reviewed, previous_discount_pcts)
       select $1, id, 'g' || n, 0, n % 5 > 0, (array[null, 20, 30, 40])[1 + n % 4], (array[null, 20, 40])[1 + n % 3],
         (array[null, 30])[1 + n % 2], (array[null, 20, 30])[1 + n % 7 % 3], (array[null, 30])[1 + n % 11 % 2],
         n % 13 < 4, (array['{null}', '{20}', '{30}'])[1 + n % 6 % 3]::int[]
       from unnest($2::uuid[]) with ordinality as l(id, n)`,
      [project_id, Array.from({ length: LINES }, () => newId())],
    );
    const project = await openProject(database().db, CLAIRE, project_id);
    return { project, lines: await allLines(database().db, project) };
  }

  it('a group edit does to each line what an edit of that line does, and its undoing gives each its own state back', async () => {
    const together = await makeProject('ensemble');
    const apart = await makeProject('un par un');
    const stores = { db: database().db, events };
    const rows = (project: typeof together.project) => allLines(database().db, project);
    const ids = together.lines.map((line) => line.discount_id);

    const edit = { discount_pct_user: 20, comment: 'Stock trop lourd' };
    const written = await editGroup(stores, together.project, ids, edit);
    const taken = apart.lines.filter((line) => discountFault(20, line, LEVELS) === null);
    await editLines(
      stores,
      apart.project,
      Object.fromEntries(taken.map((line) => [line.discount_id, { ...edit }])),
    );
    expect(decided(await rows(together.project))).toEqual(decided(await rows(apart.project)));
    const refused = Object.values(written.refused).reduce((sum, count) => sum + (count ?? 0), 0);
    expect(refused).toBe(LINES - taken.length);
    expect(refused).toBeGreaterThan(100);

    await undoActivity(stores, together.project, written.activity_id ?? '');
    const former = decided(together.lines);
    // A review that an act took comes back with the discount; who last gave a reason stays said.
    for (const [product, line] of decided(await rows(together.project)))
      expect({ ...line, discount_pct_update_description: null }).toEqual({
        ...former.get(product),
        discount_pct_update_description: null,
      });
  });
});
