import type { Project } from '@palier/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FROM_JOURNAL } from '../../db/migrations/0036-left-out-phases.ts';
import { systemScope } from '../../scope.ts';
import { startTestApp, type TestApp } from '../../test/app.ts';
import {
  bringProjects,
  choose,
  importShop,
  importTexts,
  linesOf,
  ORGANIZATION,
  openProject,
} from '../../test/small-shop.ts';
import { waitForJobs } from '../jobs/index.ts';

// Which validated phases each line took no part in: as validations, going back and deliveries leave it, and as the
// journal tells it of phases validated before it was kept.

let test: TestApp;
let project: Project;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(
    test,
    ['ALWAYS', 'SECOND', 'FIRST'].map((code) => ({ code })),
  );
}, 400_000);
afterAll(() => test?.close());

const settled = () => waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
async function send(method: 'POST' | 'PUT', path: string, payload: object): Promise<void> {
  const { status, body } = await test.ask('claire', {
    ...{ method, url: `/api/projects/${project._id}${path}`, payload },
  });
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  await settled();
}
const validate = (working_phase: number | null) => send('PUT', '', { working_phase });
const goBack = () => send('POST', '/reopening', { reason: 'Trop tôt' });
const include = async (inclusion: Readonly<Record<string, boolean>>) => {
  const lines = await linesOf(test, project._id);
  const edits = Object.entries(inclusion).map(([code, included]) => [lines.get(code)?._id, { included }]);
  await send('PUT', '/discounts', Object.fromEntries(edits));
};
const leftOut = async (project_id = project._id) =>
  Object.fromEntries(
    [...(await linesOf(test, project_id))].map(([code, { left_out_phases }]) => [code, left_out_phases]),
  );
const run = (statement: string) => sql.raw(statement).execute(test.deps.database.db);
/** A product that was not there: 25,00 in one size, ten of them. */
const deliver = (code: string) =>
  importTexts(test, {
    'items.csv': `item_group_id,item_id,title,brand,family,size,release_season,price,cost\n${code},${code}-S,${code},Lune,Robes,S,E26,25,10`,
    'stock.csv': `item_id,inventory_code,quantity,date\n${code}-S,M01,10,2026-07-01`,
  });

it('a phase leaves out what it is validated without; one taken back, nothing yet', async () => {
  project = await openProject(test, 'Parts/Robes');
  await choose(test, project._id, { ALWAYS: 30, SECOND: 30, FIRST: 30 });
  await include({ FIRST: false });
  await validate(1);
  expect(await leftOut()).toEqual({ ALWAYS: [], SECOND: [], FIRST: [0] });
  await include({ ALWAYS: false, FIRST: true });
  await goBack();
  expect(await leftOut()).toEqual({ ALWAYS: [], SECOND: [], FIRST: [] });
  await include({ FIRST: true, SECOND: false });
  await validate(1);
  expect(await leftOut()).toEqual({ ALWAYS: [], SECOND: [0], FIRST: [] });
});

it('a product that a delivery brings took no part in the phases validated before', async () => {
  await deliver('LATE');
  await include({ SECOND: true, FIRST: false });
  await validate(null);
  expect(await leftOut()).toEqual({ ALWAYS: [], SECOND: [0], FIRST: [1], LATE: [0] });
});

it('of phases decided elsewhere, the first products took part; one that comes later, where it brings its discount', async () => {
  const [id = ''] = await bringProjects(test, [
    {
      ...{ name: 'Parts/Venues', owner: 'claire', end_date: '2026-08-26', working_phase: 1 },
      ...{ data_date: '2026-07-01', discount_pct_range: [20, 30, 40] },
      phases: [{ start_date: '2026-06-10' }, { start_date: '2026-07-22' }],
      previous_discount_pcts: { ALWAYS: [20], KNOWN: [30] },
    },
  ]);
  expect((await leftOut(id)).SECOND).toEqual([]);
  await deliver('KNOWN');
  await deliver('UNKNOWN');
  expect(await leftOut(id)).toMatchObject({ ALWAYS: [], KNOWN: [], UNKNOWN: [0] });
});

/** Forgets what was kept, and reads it in the journal as the migration does. */
async function readAgain() {
  await run(`update discount set left_out_phases = '{}'`);
  for (const statement of FROM_JOURNAL) await run(statement);
  const { rows } = await sql<{ item_group_id: string; left_out_phases: number[] }>`
    select item_group_id, left_out_phases from discount where project_id = ${project._id}`.execute(
    test.deps.database.db,
  );
  return Object.fromEntries(rows.map((row) => [row.item_group_id, row.left_out_phases]));
}

it('the journal tells the same of the phases that it closed, of today and of before it wrote all', async () => {
  const kept = await leftOut();
  expect(await readAgain()).toMatchObject(kept);
  // Validations of before wrote no inclusion: what the line did next says it.
  await run(`update activity_line l set old_values = l.old_values - 'included', new_values = l.new_values - 'included'
    from activity a where a.project_id = l.project_id and a.activity_id = l.activity_id and a.kind = 'phase'`);
  expect(await readAgain()).toMatchObject(kept);
  // Large acts are kept in parts.
  await run(`insert into activity_part (project_id, activity_id, part, first_id, last_id, discount_ids, old_values, new_values)
    select project_id, activity_id, 0, discount_id, discount_id, array[discount_id], old_values, new_values from activity_line`);
  await run('delete from activity_line');
  expect(await readAgain()).toMatchObject(kept);
});

it('figures of a closed project that counted every phase are computed again as the server starts', async () => {
  const marked = async () => {
    const { rows } = await sql<{ marked: boolean }>`
      select snapshot_summary ? 'whole_phases' as marked from project where project_id = ${project._id}`.execute(
      test.deps.database.db,
    );
    return rows[0]?.marked;
  };
  expect(await marked()).toBe(true);
  const { repairProjects } = await import('../snapshots/index.ts');
  await repairProjects(test.deps);
  await settled();
  expect(await marked()).toBe(false);
});
