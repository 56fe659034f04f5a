import { beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../db/transaction.ts';
import { newId } from '../../ids.ts';
import { addDemoUsers } from '../../test/app.ts';
import { eachDatabase } from '../../test/stores.ts';
import { deleteForGood } from '../projects/bin-repository.ts';
import { openProject } from '../projects/index.ts';
import { editGroup } from './service.ts';

const LINES = 10_001;
const CLAIRE = {
  organization_id: 'org_maison_brume',
  user_id: 'claire',
  user_name: 'Claire',
  permissions: {},
};

eachDatabase('decisions in the database', ({ database }) => {
  beforeAll(() => addDemoUsers({ database: database() }));

  it('an edit of very many lines is one activity, and the process does other things meanwhile', async () => {
    const project_id = newId();
    const ids = Array.from({ length: LINES }, () => newId());
    await database().executeSql(
      `insert into project (project_id, organization_id, name, end_date, discount_pct_range, created_by,
       working_phase)
     values ($1, 'org_maison_brume', 'Lots/Lots', '2099-01-01', '[20,30]', 'test', 0)`,
      [project_id],
    );
    await database().executeSql(
      `insert into discount (project_id, discount_id, item_group_id, version)
     select $1, id, 'g' || n, 0 from unnest($2::uuid[]) with ordinality as l(id, n)`,
      [project_id, ids],
    );
    const project = await openProject(database().db, CLAIRE, project_id);
    let turns = 0;
    let editing = true;
    const count = () => {
      turns += 1;
      if (editing) setImmediate(count);
    };
    const events = { publish: async () => {}, subscribe: () => () => {} };
    const edit = editGroup({ db: database().db, events }, project, ids, { discount_pct_user: 30 });
    setImmediate(count);
    const { activity_id, version } = await edit;
    editing = false;
    expect(turns).toBeGreaterThan(2);
    const { rows } = await database().executeSql(
      `select activity_id, line_count, version, (select count(*) from activity_line)
         + (select sum(cardinality(discount_ids)) from activity_part) as lines,
       (select count(*) from discount where discount_pct_user = 30) as discounts from activity`,
      [],
    );
    expect(rows).toEqual([{ activity_id, version, line_count: LINES, lines: LINES, discounts: LINES }]);
    const values = await database().executeSql(
      `select old_values, new_values from activity_line
       union select old_values, new_values from activity_part`,
      [],
    );
    const [before, after] = [null, 30].map((discount_pct_user) => ({
      ...{ discount_pct_user, discount_pct_is_optimal: false, discount_pct_update_description: null },
    }));
    expect(values.rows).toEqual([{ old_values: before, new_values: after }]);
    await database().executeSql('update project set deleted_at = $1', ['2026-01-01']);
    await inTransaction(database().db, (tx) => deleteForGood(tx, project, new Date('2026-02-01')));
    for (const table of ['activity_line', 'activity_part', 'discount_change'])
      expect((await database().executeSql(`select 1 from ${table}`, [])).rows).toEqual([]);
  });
});
