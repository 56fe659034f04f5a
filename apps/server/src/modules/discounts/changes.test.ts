import { beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../db/transaction.ts';
import { newId } from '../../ids.ts';
import { addDemoUsers } from '../../test/app.ts';
import { eachDatabase } from '../../test/stores.ts';
import { undoActivity } from '../activities/service.ts';
import { openProject, takeVersion } from '../projects/index.ts';
import { changedSince } from './changed-since.ts';
import { fewChangedSince, idsChangedSince } from './changes.ts';
import { addLines, renameLines } from './new-lines.ts';
import { editGroup, editLines, markLines } from './service.ts';

const CLAIRE = {
  organization_id: 'org_maison_brume',
  user_id: 'claire',
  user_name: 'Claire',
  permissions: {},
};
const events = { publish: async () => {}, subscribe: () => () => {} };

eachDatabase('what versions of decisions wrote', ({ database }) => {
  beforeAll(() => addDemoUsers({ database: database() }));

  async function makeProject(lines: number) {
    const project_id = newId();
    await database().executeSql(
      `insert into project (project_id, organization_id, name, end_date, discount_pct_range, created_by, working_phase)
       values ($1, 'org_maison_brume', $2, '2099-01-01', '[20,30,40]', 'test', 0)`,
      [project_id, `Versions/${project_id}`],
    );
    const project = await openProject(database().db, CLAIRE, project_id);
    const ids = Array.from({ length: lines }, () => newId());
    const made = ids.map((discount_id, index) => ({
      ...{
        discount_id,
        item_group_id: `g${index}`,
        previous_discount_pcts: [],
        left_out_phases: [],
        signed_prices: [],
      },
    }));
    await inTransaction(database().db, async (tx) => {
      const { version } = await takeVersion(tx, project, 'edit');
      await addLines(tx, project, made, { version, validated_phases: 0 });
    });
    return { project, ids };
  }

  /** Does an act and compares what is said of it with the lines themselves; whether it was said without looking at all. */
  async function act(own: Awaited<ReturnType<typeof makeProject>>, work: () => Promise<unknown>) {
    const { db } = database();
    const versionOf = () =>
      db
        .selectFrom('project')
        .select('version')
        .where('project_id', '=', own.project.project_id)
        .executeTakeFirstOrThrow();
    const { version: since } = await versionOf();
    await work();
    const { version } = await versionOf();
    const lines = await db
      .selectFrom('discount')
      .selectAll()
      .where('project_id', '=', own.project.project_id)
      .where('version', '>', since)
      .orderBy('discount_id')
      .execute();
    const said = await changedSince(db, own.project, since);
    expect({ ...said, rows: said.rows.toSorted((a, b) => (a.discount_id < b.discount_id ? -1 : 1)) }).toEqual(
      {
        version,
        rows: lines,
      },
    );
    const ids = await idsChangedSince(db, own.project, since);
    if (ids) expect(lines.filter((line) => !ids.includes(line.discount_id))).toEqual([]);
    const isKnown = (await fewChangedSince(db, own.project, since)).rows !== null;
    expect(ids !== null).toBe(isKnown);
    return { count: lines.length, isKnown };
  }

  it('every act that writes lines says which, or that they are many', async () => {
    const own = await makeProject(5200);
    const stores = { db: database().db, events };
    const [one = '', two = ''] = own.ids;
    const undone = async (ids: readonly string[]) => {
      let activity_id: string | null = null;
      const edit = await act(own, async () => {
        ({ activity_id } = await editGroup(stores, own.project, ids, { discount_pct_user: 20 }));
      });
      const undo = await act(own, () => undoActivity(stores, own.project, activity_id ?? ''));
      return [edit, undo];
    };
    expect(
      await act(own, () => editLines(stores, own.project, { [one]: { discount_pct_user: 30 } })),
    ).toEqual({
      ...{ count: 1, isKnown: true },
    });
    // The same once more is a version that writes nothing.
    expect(
      await act(own, () => editLines(stores, own.project, { [one]: { discount_pct_user: 30 } })),
    ).toEqual({
      ...{ count: 0, isKnown: true },
    });
    expect(
      await act(own, async () => {
        await editLines(stores, own.project, {
          [one]: { discount_pct_user: 40 },
          [two]: { discount_pct_user: 20 },
        });
        await editLines(stores, own.project, { [two]: { discount_pct_user: 40 } });
      }),
    ).toEqual({ count: 2, isKnown: true });
    expect(
      await act(own, () =>
        markLines(stores, own.project, own.ids.slice(0, 700), { discount_pct_reviewed: true }, {}),
      ),
    ).toEqual({ count: 700, isKnown: true });
    for (const [many, isKnown] of [
      [300, true],
      [1100, false],
    ] as const)
      expect(await undone(own.ids.slice(-many))).toEqual([
        { count: many, isKnown },
        { count: many, isKnown },
      ]);
    // In short transactions on the embedded database.
    expect(
      await act(own, () => editGroup(stores, own.project, own.ids, { discount_pct_user: 20 })),
    ).toMatchObject({ isKnown: false });
    expect(
      await act(own, () =>
        inTransaction(stores.db, async (tx) => {
          const { version } = await takeVersion(tx, own.project, 'edit');
          const renamed = {
            discount_id: one,
            item_group_id: 'g-new',
            previous_discount_pcts: [],
            left_out_phases: [],
            signed_prices: [],
          };
          await renameLines(tx, own.project, [renamed], version);
          const line = { ...renamed, discount_id: newId(), item_group_id: 'h' };
          await addLines(tx, own.project, [line], { version, validated_phases: 0 });
        }),
      ),
    ).toEqual({ count: 2, isKnown: true });
  });

  it('a version that nothing was said of, an earlier Palier’s, has all lines looked at', async () => {
    const own = await makeProject(20);
    const stores = { db: database().db, events };
    const found = await act(own, async () => {
      await editLines(stores, own.project, { [own.ids[0] ?? '']: { discount_pct_user: 20 } });
      const { rows } = await database().executeSql(
        'update project set version = version + 1 where project_id = $1 returning version',
        [own.project.project_id],
      );
      const [{ version } = { version: 0 }] = rows as { version: number }[];
      await database().executeSql(
        'update discount set version = $3, discount_pct_user = 40 where project_id = $1 and discount_id = $2',
        [own.project.project_id, own.ids[1], version],
      );
    });
    expect(found).toEqual({ count: 2, isKnown: false });
  });

  it('what long past versions wrote is forgotten', async () => {
    const own = await makeProject(3);
    const stores = { db: database().db, events };
    const [id = ''] = own.ids;
    await database().executeSql('update project set version = 699 where project_id = $1', [
      own.project.project_id,
    ]);
    await database().executeSql(
      `insert into discount_change (project_id, version, first_id, discount_ids)
       select $1, v, $2, array[$2::uuid] from generate_series(2, 699) v`,
      [own.project.project_id, id],
    );
    await editLines(stores, own.project, { [id]: { discount_pct_user: 20 } });
    const { rows } = await database().executeSql(
      'select min(version)::int as first, max(version)::int as last from discount_change where project_id = $1',
      [own.project.project_id],
    );
    expect(rows).toEqual([{ first: 201, last: 700 }]);
    expect((await fewChangedSince(database().db, own.project, 100)).rows).toBeNull();
    expect((await fewChangedSince(database().db, own.project, 200)).rows).toHaveLength(1);
  });

  it('an update writes to no index of the lines, where a page has room', async () => {
    const { rows } = await database().executeSql(
      `select a.attname from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
       where i.indrelid = 'discount'::regclass`,
      [],
    );
    const indexed = new Set((rows as { attname: string }[]).map(({ attname }) => attname));
    expect(indexed).toEqual(new Set(['project_id', 'discount_id', 'item_group_id']));
  });
});
