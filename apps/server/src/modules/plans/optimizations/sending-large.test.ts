import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { type Database, openPglite } from '../../../db/database.ts';
import { migrate } from '../../../db/migrate.ts';
import { newId } from '../../../ids.ts';
import type { ProjectScope } from '../../../scope.ts';
import { addDemoUsers } from '../../../test/app.ts';
import { makeEndedRun } from '../../../test/ended-run.ts';
import { eachDatabase } from '../../../test/stores.ts';
import { undoActivity } from '../../activities/service.ts';
import { allLines, endUnfinishedActs } from '../../discounts/index.ts';
import { openProject, readProject } from '../../projects/index.ts';
import { assignGoal } from '../goals/service.ts';
import { sendToListing } from './sending.ts';

// Plans and goals of more lines than one transaction takes on the embedded database.

const LINES = 5400;
const CLAIRE = {
  organization_id: 'org_maison_brume',
  user_id: 'claire',
  user_name: 'Claire',
  permissions: {},
};
const events = { publish: async () => {}, subscribe: () => () => {} };
const LEVELS = [20, 30, 40];

async function makeProject({ db, executeSql }: Database) {
  const project_id = newId();
  await executeSql(
    `insert into project (project_id, organization_id, name, end_date, discount_pct_range, created_by, working_phase)
     values ($1, 'org_maison_brume', $2, '2099-01-01', '[20,30,40]', 'test', 1)`,
    [project_id, `Plans/${project_id}`],
  );
  await executeSql(
    `insert into discount (project_id, discount_id, item_group_id, version, discount_pct_user, optimization_goal)
     select $1::uuid, gen_random_uuid(), 'g' || n, 0, (array[null, 20])[1 + n % 2], (array[null, 'marge'])[1 + n % 3 / 2]
     from generate_series(1, $2::int) n`,
    [project_id, LINES],
  );
  return openProject(db, CLAIRE, project_id);
}

/** Line n of the project has LEVELS[n % 3], then 40. */
const makeRun = (database: Database, project: ProjectScope, name: string) =>
  makeEndedRun(database, project, { name, phase: 1, next: 40 });

/** Discounts by hand, automatic and of the optimiser, those that follow, and the goal. */
type Held = [number | null, number | null, number | null, readonly (number | null)[], string | null];

/** What stands of the decisions, by product; the runs that the listing shows; whether the project has optimisations. */
async function standing({ db, executeSql }: Database, project: ProjectScope) {
  const lines = (await allLines(db, project)).map(
    ({ item_group_id, discount_pct_user, discount_pct_auto, discount_pct_opti, ...row }): [string, Held] => [
      item_group_id,
      [
        discount_pct_user,
        discount_pct_auto,
        discount_pct_opti,
        row.next_discount_pcts,
        row.optimization_goal,
      ],
    ],
  );
  const { rows } = await executeSql(
    'select optimization_id from optimization_project where project_id = $1 and in_listing order by 1',
    [project.project_id],
  );
  const { has_optimizations } = await readProject(db, project, project.project_id);
  return { lines: Object.fromEntries<Held>(lines), shown: rows, has_optimizations };
}

const needs = (database: Database) => ({ database, events, facts: { use: async () => null } });
const send = (database: Database, project: ProjectScope, run: string) =>
  sendToListing(needs(database), CLAIRE, {
    optimization_ids: [run],
    project_ids: [project.project_id],
    remove_unspecified: true,
  });

eachDatabase('a plan or a goal of very many lines', ({ database }) => {
  beforeAll(() => addDemoUsers({ database: database() }));

  it('is sent, undone and done again with what the listing shows of it', async () => {
    const project = await makeProject(database());
    const before = await standing(database(), project);
    const runs = [await makeRun(database(), project, 'Un'), await makeRun(database(), project, 'Deux')];
    const [receipt] = await send(database(), project, runs[0] ?? '');
    expect(receipt).toMatchObject({ version: 1, discount_count: LINES });
    const sent = await standing(database(), project);
    expect(sent).toMatchObject({ shown: [{ optimization_id: runs[0] }], has_optimizations: true });
    for (const [product, [user, auto, opti, next, goal]] of Object.entries(sent.lines)) {
      const n = Number(product.slice(1));
      const planned = LEVELS[n % 3];
      expect([user, auto, opti, next, goal]).toEqual([n % 2 ? 20 : null, planned, planned, [40], 'margin']);
    }

    const stores = { db: database().db, events };
    const undone = await undoActivity(stores, project, receipt?.activity_id ?? '');
    expect(undone).toMatchObject({ kept: 0, kinds_changed: true });
    expect(await standing(database(), project)).toEqual(before);
    const again = await undoActivity(stores, project, undone.activity_id);
    expect(again).toMatchObject({ kept: 0, kinds_changed: true });
    expect(await standing(database(), project)).toEqual(sent);

    // The same discounts of another run: the listing shows that one.
    const [second] = await send(database(), project, runs[1] ?? '');
    expect(second?.discount_count).toBe(LINES);
    expect((await standing(database(), project)).shown).toEqual([{ optimization_id: runs[1] }]);
  });

  it('gives lines a goal, and takes it back', async () => {
    const project = await makeProject(database());
    const before = await standing(database(), project);
    const ids = (await allLines(database().db, project)).map(({ discount_id }) => discount_id);
    const written = await assignGoal(needs(database()) as never, project, ids, {
      optimization_goal: null,
      keep_discount_pct_user: true,
      discount_pct_user: new Map(ids.map((id) => [id, 30])),
    });
    const after = await standing(database(), project);
    expect(after.has_optimizations).toBe(false);
    const chosen = Object.entries(after.lines).map(([product, [user, , , , goal]]) => [product, user, goal]);
    expect(chosen).toEqual(
      Object.keys(before.lines).map((product) => [product, Number(product.slice(1)) % 2 ? 20 : 30, null]),
    );
    await undoActivity({ db: database().db, events }, project, written.activity_id ?? '');
    expect(await standing(database(), project)).toEqual(before);
  });
});

it('a plan that a server left half sent is whole after the next start, in the listing too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'palier-plan-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const database = await openPglite(folder);
  await migrate(database);
  await addDemoUsers({ database });
  const project = await makeProject(database);
  const run = await makeRun(database, project, 'Un');
  const [last] = (
    await database.executeSql('select max(discount_id::text) as id from discount where project_id = $1', [
      project.project_id,
    ])
  ).rows as { id: string }[];
  await database.executeSql(
    `alter table discount add constraint full_disk check (version = 0 or discount_id < '${last?.id}')`,
  );
  await expect(send(database, project, run)).rejects.toThrow('full_disk');
  await database.close();

  const again = await openPglite(folder);
  onTestFinished(() => again.close());
  await again.executeSql('alter table discount drop constraint full_disk');
  await endUnfinishedActs(again.db);
  const { lines, ...rest } = await standing(again, project);
  expect(rest).toEqual({ shown: [{ optimization_id: run }], has_optimizations: true });
  expect(Object.values(lines).every(([, auto]) => auto !== null)).toBe(true);
  const { rows } = await again.executeSql('select kind, line_count from activity where project_id = $1', [
    project.project_id,
  ]);
  expect(rows).toEqual([{ kind: 'optimization', line_count: LINES }]);
});
