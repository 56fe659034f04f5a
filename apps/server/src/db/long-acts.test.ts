import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../ids.ts';
import { projectOfLine } from '../modules/discounts/repository.ts';
import { type Database, openPglite } from './database.ts';
import { LongActs, longActsOf } from './long-acts.ts';
import { migrate } from './migrate.ts';

const OWN = '01a2149c-9615-7005-a41f-514d470f2d9b';
const OTHER = '01a2149c-9615-7005-a41f-514d470f2d9c';

/** An act that goes on until `end`. */
function begin(acts: LongActs, project_id: string) {
  const { promise, resolve: end } = Promise.withResolvers<void>();
  let beginApplying = () => {};
  const ended = acts.run(project_id, (closeReads) => {
    beginApplying = closeReads;
    return promise;
  });
  return { beginApplying, end, ended };
}

it('a large act keeps away those who change its project, then those who read its decisions, and nobody else', async () => {
  const acts = new LongActs();
  const writes = [
    [
      'update "project" set "version" = "version" + $1 where "project_id" = $2 and "organization_id" = $3',
      [1, OWN, 'org'],
    ],
    ['update discount d set included = true where d.project_id = $1', [OWN]],
    ['insert into discount (project_id) select $1::uuid', [OWN]],
    ['delete from "discount" where "project_id" = $1', [OWN.toUpperCase()]],
  ] as const;
  const reads = [
    ['select * from "discount" where "project_id" = $1 and "version" > $2', [OWN, 3]],
    ['select count(*) from discount', []],
    ['select * from discount d join project p using (project_id) where p.organization_id = $1', ['org']],
    ['select * from discount where project_id = any($1)', [[OTHER]]],
    ['select * from discount a, discount b where a.project_id = $1 and b.project_id = $2', [OTHER, OWN]],
  ] as const;
  const free = [
    ['select "version" from "project" where "project_id" = $1', [OWN]],
    ['update discount d set included = true where d.project_id = $1', [OTHER]],
    ['select * from "discount" where "project_id" = $1', [OTHER]],
    ['update project_group set name = $1 where project_id = $2', ['x', OWN]],
    ['insert into activity_line (project_id, discount_id) select $1::uuid, $2::uuid', [OWN, OTHER]],
  ] as const;
  const isKept = ([text, values]: readonly [string, readonly unknown[]]) =>
    acts.obstacle(text, values) !== null;
  expect([...writes, ...reads, ...free].filter(isKept)).toEqual([]);
  const act = begin(acts, OWN);
  expect([...writes, ...reads, ...free].filter(isKept)).toEqual(writes);
  act.beginApplying();
  expect([...writes, ...reads, ...free].filter(isKept)).toEqual([...writes, ...reads]);
  act.end();
  await act.ended;
  expect([...writes, ...reads, ...free].filter(isKept)).toEqual([]);
});

it('acts on one project come one after the other, those on others side by side', async () => {
  const acts = new LongActs();
  const first = begin(acts, OWN);
  const beside = begin(acts, OTHER);
  let hasBegun = false;
  const second = acts.run(OWN, async () => {
    hasBegun = true;
  });
  beside.end();
  await beside.ended;
  expect(hasBegun).toBe(false);
  first.end();
  await second;
  expect(hasBegun).toBe(true);
});

let database: Database;
beforeAll(async () => {
  database = await openPglite(null);
  await migrate(database);
});
afterAll(() => database.close());

it('a call on a line of another project finds its project during the act', async () => {
  const acts = longActsOf(database.db);
  if (!acts) throw new Error('no acts of several transactions here');
  const act = begin(acts, OWN);
  act.beginApplying();
  const scope = { organization_id: 'org', user_id: 'claire', user_name: 'Claire', permissions: {} };
  expect(await projectOfLine(database.db, scope, newId())).toBeNull();
  act.end();
  await act.ended;
});
