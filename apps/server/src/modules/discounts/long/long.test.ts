import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openPglite } from '../../../db/database.ts';
import { longActsOf } from '../../../db/long-acts.ts';
import { migrate } from '../../../db/migrate.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { newId } from '../../../ids.ts';
import type { ProjectScope } from '../../../scope.ts';
import { addDemoUsers } from '../../../test/app.ts';
import { makeFreeProject } from '../../../test/free-project.ts';
import { eachDatabase } from '../../../test/stores.ts';
import { commentLine, undoActivity } from '../../activities/service.ts';
import { openProject, takeVersion } from '../../projects/index.ts';
import { findAlike } from '../alike.ts';
import { changedSince } from '../changed-since.ts';
import { planGroupEdit } from '../edits.ts';
import { allLines, type DiscountRow, findStandings } from '../repository.ts';
import { editGroup, editLines, levelsOf, writeLines } from '../service.ts';
import { endUnfinishedActs } from './service.ts';

const LINES = 15_000;
/** Enough for three batches. */
const FREE_LINES = 5200;
const CLAIRE = {
  organization_id: 'org_maison_brume',
  user_id: 'claire',
  user_name: 'Claire',
  permissions: {},
};
const events = { publish: async () => {}, subscribe: () => () => {} };
const EDIT = { discount_pct_user: 20, comment: 'Stock trop lourd' };

/** A project of lines that take any discount. */
async function makeFree(database: Database, name: string) {
  const { project_id, ids } = await makeFreeProject(database, {
    ...{ name: `Longs/${name}`, lines: FREE_LINES, working_phase: 1 },
  });
  return { project: await openProject(database.db, CLAIRE, project_id), ids };
}

/** A project whose lines are in states of every kind, the same in each project. */
async function makeProject(database: Database, name: string) {
  const made = await makeFree(database, name);
  const ids = [...made.ids, ...Array.from({ length: LINES - FREE_LINES }, () => newId())];
  const { project_id } = made.project;
  await database.executeSql('delete from discount where project_id = $1', [project_id]);
  await database.executeSql(
    `insert into discount (project_id, discount_id, item_group_id, version, included, discount_pct_user, discount_pct_auto,
       discount_pct_opti, discount_pct_min, discount_pct_max, discount_pct_reviewed, previous_discount_pcts)
     select $1, id, 'g' || n, 0, n % 5 > 0, (array[null, 20, 30, 40])[1 + n % 4], (array[null, 20, 40])[1 + n % 3],
       (array[null, 30])[1 + n % 2], (array[null, 20, 30])[1 + n % 7 % 3], (array[null, 30])[1 + n % 11 % 2],
       n % 13 < 4, (array['{null}', '{20}', '{30}'])[1 + n % 6 % 3]::int[]
     from unnest($2::uuid[]) with ordinality as l(id, n)`,
    [project_id, ids],
  );
  return { project: made.project, ids };
}

/** What a project's lines hold, by product; neither ids nor when. */
async function held({ db }: Database, project: ProjectScope) {
  const rows = (await allLines(db, project)).map(
    ({ project_id: _, discount_id: __, discount_pct_update_date: ___, review_lost_date, ...row }) => ({
      ...row,
      version: Number(row.version),
      has_lost_review: review_lost_date !== null,
    }),
  );
  return new Map(rows.map((row) => [row.item_group_id, row]));
}

/** Every line that an act touched, written alone or with those alike. */
const TOUCHED = `select project_id, activity_id, discount_id, old_values, new_values from activity_line
  union all select project_id, activity_id, unnest(discount_ids), old_values, new_values from activity_part`;

/** The journal of a project, of each act its lines by product; neither ids nor when. */
async function journal(database: Database, project: ProjectScope) {
  const { rows } = await database.executeSql(
    `select a.kind, a.user_id, a.user_name, a.comment, a.line_count, a.version::int as version, a.undone_by is not null as undone,
       d.item_group_id, l.old_values - 'review_lost_date' as old_values, l.new_values - 'review_lost_date' as new_values
     from activity a join (${TOUCHED}) l using (project_id, activity_id) join discount d using (project_id, discount_id)
     where a.project_id = $1 order by a.version, d.item_group_id`,
    [project.project_id],
  );
  return rows;
}

eachDatabase('an act on very many lines', ({ database }) => {
  beforeAll(() => addDemoUsers({ database: database() }));

  it('does what one transaction does, in the lines and in the journal, and so do its undoing and doing it again', async () => {
    const stores = { db: database().db, events };
    const long = await makeProject(database(), 'en plusieurs fois');
    const whole = await makeProject(database(), 'en une fois');
    const before = await held(database(), long.project);
    const written = await editGroup(stores, long.project, long.ids, EDIT);
    const refused = await inTransaction(stores.db, async (tx) => {
      const row = await takeVersion(tx, whole.project, 'edit');
      const plan = planGroupEdit(await findAlike(tx, whole.project, whole.ids), EDIT, levelsOf(row));
      await writeLines(tx, whole.project, plan.lines, {
        kind: 'discount',
        comment: EDIT.comment,
        version: row.version,
      });
      return plan.refused;
    });
    expect(written.refused).toEqual(refused);
    expect(written.ids.length).toBeGreaterThan(5000);
    const after = await held(database(), long.project);
    expect(after).toEqual(await held(database(), whole.project));
    expect(await journal(database(), long.project)).toEqual(await journal(database(), whole.project));

    const undone = await undoActivity(stores, long.project, written.activity_id ?? '');
    expect(undone.kept).toBe(0);
    const decided = (rows: typeof before) =>
      new Map(
        [...rows].map(([product, { discount_pct_update_description: _, version: __, ...row }]) => [
          product,
          // Doing again takes reviews as an undoing: so it is in one transaction.
          { ...row, discount_pct_update_user: null, review_lost_act: row.review_lost_act && 'act' },
        ]),
      );
    expect(decided(await held(database(), long.project))).toEqual(decided(before));
    await expect(undoActivity(stores, long.project, written.activity_id ?? '')).rejects.toThrow(
      'déjà annulé',
    );
    const again = await undoActivity(stores, long.project, undone.activity_id);
    expect(decided(await held(database(), long.project))).toEqual(decided(after));
    expect([written.version, undone.version, again.version]).toEqual([1, 2, 3]);
  });

  it('is there whole or not at all for those who read meanwhile, and other projects go on', async () => {
    const stores = { db: database().db, events };
    const own = await makeProject(database(), 'lu');
    const other = await makeProject(database(), 'autre');
    let acting = true;
    const seen = { whole: 0, none: 0 };
    const look = (rows: readonly Pick<DiscountRow, 'discount_pct_user' | 'included'>[]) => {
      // Nothing held 40 that may take 20 and keeps it: see `makeProject` and the plan.
      const forties = rows.filter((row) => row.discount_pct_user === 40).length;
      expect([before, after]).toContain(forties);
      seen[forties === before ? 'none' : 'whole']++;
    };
    const count = (rows: readonly DiscountRow[]) => rows.filter((row) => row.discount_pct_user === 40).length;
    const twin = await makeProject(database(), 'jumeau');
    await editGroup(stores, twin.project, twin.ids, EDIT);
    const before = count(await allLines(stores.db, own.project));
    const after = count(await allLines(stores.db, twin.project));
    expect(after).toBeLessThan(before - 1000);

    const act = editGroup(stores, own.project, own.ids, EDIT).finally(() => {
      acting = false;
    });
    let edits = 0;
    const work = async (once: () => Promise<unknown>) => {
      while (acting) await once();
    };
    await Promise.all([
      act,
      work(async () => look(await allLines(stores.db, own.project))),
      work(async () => look(await findStandings(stores.db, own.project, own.ids))),
      work(async () => look((await changedSince(stores.db, own.project, -1)).rows)),
      work(async () => look(await inTransaction(stores.db, (tx) => allLines(tx, own.project)))),
      work(async () => {
        const [id = ''] = other.ids;
        await editLines(stores, other.project, { [id]: { comment: `fois ${edits++}` } });
      }),
    ]);
    // The last may end after the act: all before it did not wait for it.
    expect(edits).toBeGreaterThan(1);
    expect(seen.none).toBeGreaterThan(0);
    look((await changedSince(stores.db, own.project, -1)).rows);
    expect(seen.whole).toBeGreaterThan(0);
  });

  it('an edit of the same project waits for it: a line seen before it is a conflict, nothing is lost', async () => {
    const stores = { db: database().db, events };
    const { project, ids } = await makeProject(database(), 'conflit');
    const changed = (await findFree(stores.db, project)).discount_id;
    const act = editGroup(stores, project, ids, { discount_pct_user: 20 });
    await whenClosed(database(), project, act);
    const edit = editLines(stores, project, { [changed]: { discount_pct_user: 30, version: 0 } });
    const comment = commentLine(stores, project, changed, 'à revoir');
    await act;
    await expect(edit).rejects.toMatchObject({ code: 'stale_version' });
    expect(Number((await comment).version)).toBeGreaterThan(1);
    const { version, ids: taken } = await editGroup(stores, project, ids, { discount_pct_user: 30 });
    expect(taken.length).toBeGreaterThan(0);
    const [row] = (await allLines(stores.db, project)).filter(({ discount_id }) => discount_id === changed);
    expect(row).toMatchObject({ discount_pct_user: 30, version });
  });
});

/** Ends when an act has taken its project, which others then wait for. */
async function whenClosed(
  database: Database,
  { project_id }: ProjectScope,
  act: Promise<unknown>,
): Promise<void> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  act.then(end, end);
  const acts = longActsOf(database.db);
  const isTaken = async () =>
    acts
      ? acts.obstacle('update discount set version = 1 where project_id = $1', [project_id]) !== null
      : (
          await database.executeSql('select 1 from project where project_id = $1 for update skip locked', [
            project_id,
          ])
        ).rows.length === 0;
  while (!ended && !(await isTaken())) await setTimeout(1);
}

/** A line that takes 20 and 30. */
async function findFree(db: Database['db'], project: ProjectScope): Promise<DiscountRow> {
  const free = (await allLines(db, project)).find(
    (line) =>
      line.discount_pct_user !== 20 &&
      line.discount_pct_user !== 30 &&
      line.discount_pct_min === null &&
      line.discount_pct_max === null &&
      (line.previous_discount_pcts.at(-1) ?? null) === null,
  );
  if (!free) throw new Error('no free line');
  return free;
}

describe('an act of several transactions', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'palier-long-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function open(name: string): Promise<Database> {
    const database = await openPglite(join(folder, name));
    await endUnfinishedActs(database.db);
    return database;
  }

  async function prepare(name: string) {
    const database = await openPglite(join(folder, name));
    await migrate(database);
    await addDemoUsers({ database });
    return { database, ...(await makeFree(database, name)) };
  }

  const PROCESS = join(import.meta.dirname, '../../../test/long-act-process.ts');
  /** Kills a process before its nth statement with a text. */
  async function killedAt(name: string, project_id: string, [text, nth]: [string, number], activity_id = '') {
    const values = [join(folder, name), project_id, text, String(nth), activity_id];
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROCESS, ...values], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const [, signal] = await once(child, 'exit');
    expect(signal).toBe('SIGKILL');
  }

  it('killed at any point, it is there whole or not at all after the next start, and so is its undoing', async () => {
    const { database, project, ids } = await prepare('kill');
    const none = await held(database, project);
    const whole = await makeFree(database, 'entier');
    const stores = { db: database.db, events };
    const { ids: taken } = await editGroup(stores, whole.project, whole.ids, { discount_pct_user: 30 });
    const all = await held(database, whole.project);
    await database.close();

    const points: [string, number][] = [
      ['insert into activity_part', 1],
      ['insert into activity_part', 2],
      ['"applying"', 1],
    ];
    for (const point of points) {
      await killedAt('kill', project.project_id, point);
      const again = await open('kill');
      expect(await held(again, project), String(point)).toEqual(none);
      expect(await journal(again, project)).toEqual([]);
      const { rows } = await again.executeSql(`select 1 from (${TOUCHED}) l where project_id = $1`, [
        project.project_id,
      ]);
      expect(rows).toEqual([]);
      await again.close();
    }

    await killedAt('kill', project.project_id, ['update discount', 2]);
    const ended = await open('kill');
    expect(await held(ended, project)).toEqual(all);
    expect(await journal(ended, project)).toEqual(await journal(ended, whole.project));
    const acts = await ended.executeSql('select activity_id from activity where project_id = $1', [
      project.project_id,
    ]);
    const [{ activity_id }] = acts.rows as [{ activity_id: string }];
    await ended.close();

    await killedAt('kill', project.project_id, ['insert into activity (', 1], activity_id);
    const undone = await open('kill');
    const values = (rows: typeof none) =>
      new Map([...rows].map(([product, row]) => [product, row.discount_pct_user]));
    expect(values(await held(undone, project))).toEqual(values(none));
    const { rows } = await undone.executeSql(
      `select kind, line_count, undone_by is not null as undone from activity where project_id = $1 order by version`,
      [project.project_id],
    );
    expect(rows).toEqual([
      { kind: 'discount', line_count: taken.length, undone: true },
      { kind: 'undo', line_count: taken.length, undone: false },
    ]);
    // And life goes on.
    await editGroup({ db: undone.db, events }, project, ids, { discount_pct_user: 30 });
    await undone.close();
  });

  it('that the database refuses to end keeps its project closed, says so as an outage, and is ended by the next start', async () => {
    const { database, project, ids } = await prepare('refus');
    const other = await makeFree(database, 'voisin');
    const stores = { db: database.db, events };
    const [last] = (
      await database.executeSql(
        'select discount_id from discount where project_id = $1 order by discount_id desc limit 1',
        [project.project_id],
      )
    ).rows as { discount_id: string }[];
    await database.executeSql(
      `alter table discount add constraint full_disk check (version = 0 or project_id <> '${project.project_id}' or discount_id < '${last?.discount_id}')`,
    );
    await expect(editGroup(stores, project, ids, { discount_pct_user: 30 })).rejects.toThrow('full_disk');
    await expect(allLines(database.db, project)).rejects.toMatchObject({ code: '57P03' });
    await expect(inTransaction(database.db, (tx) => takeVersion(tx, project, 'edit'))).rejects.toMatchObject({
      code: '57P03',
    });
    expect(await allLines(database.db, other.project)).toHaveLength(FREE_LINES);
    await database.close();

    const again = await openPglite(join(folder, 'refus'));
    await again.executeSql('alter table discount drop constraint full_disk');
    await endUnfinishedActs(again.db);
    const rows = await allLines(again.db, project);
    expect(new Set(rows.map((row) => Number(row.version)))).toContain(1);
    expect((await journal(again, project)).length).toBeGreaterThan(5000);
    await again.close();
  });

  it('that fails while it is written down leaves nothing, and the project goes on', async () => {
    const { database, project, ids } = await prepare('écriture');
    const stores = { db: database.db, events };
    await database.executeSql(
      `alter table activity_part add constraint full_disk check (new_values ->> 'discount_pct_user' <> '30')`,
    );
    await expect(editGroup(stores, project, ids, { discount_pct_user: 30 })).rejects.toThrow('full_disk');
    const { rows } = await database.executeSql(
      'select 1 from unfinished_act union all select 1 from activity_line union all select 1 from activity_part',
    );
    expect(rows).toEqual([]);
    const { version } = await editGroup(stores, project, ids, { discount_pct_user: 20 });
    expect(version).toBe(1);
    expect(longActsOf(database.db)?.obstacle('select from discount', [])).toBeNull();
    await database.close();
  });
});
