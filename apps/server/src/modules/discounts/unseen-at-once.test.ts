import type { SeenDecisions } from '@palier/contract';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { newId } from '../../ids.ts';
import type { ProjectScope } from '../../scope.ts';
import { addDemoUsers } from '../../test/app.ts';
import { makeFreeProject } from '../../test/free-project.ts';
import { eachDatabase } from '../../test/stores.ts';
import { seenWaiting } from '../../test/waiting.ts';
import { undoActivity } from '../activities/service.ts';
import { openProject, takeVersion } from '../projects/index.ts';
import { editGroup, editLines, markLines, writeLines } from './service.ts';
import { unseenLines } from './unseen.ts';

// What an act on many lines has not seen, where acts meet: each waits for the one before it.

const user = (user_id: string, user_name: string) => ({
  ...{ organization_id: 'org_maison_brume', user_id, user_name, permissions: {} },
});
const CLAIRE = user('claire', 'Claire');
const MARION = user('marion', 'Marion');
const events = { publish: async () => {}, subscribe: () => () => {} };

async function makeProject(database: Database, lines: number) {
  const name = `Vus/${newId()}`;
  const { project_id, ids } = await makeFreeProject(database, { name, lines, working_phase: 0 });
  const open = (who: typeof CLAIRE) => openProject(database.db, who, project_id);
  return { claire: await open(CLAIRE), marion: await open(MARION), ids };
}
async function versionOf({ db }: Database, { project_id }: ProjectScope): Promise<number> {
  const row = await db
    .selectFrom('project')
    .select('version')
    .where('project_id', '=', project_id)
    .executeTakeFirstOrThrow();
  return Number(row.version);
}
async function reviewed({ db }: Database, { project_id }: ProjectScope): Promise<Set<string>> {
  const rows = await db
    .selectFrom('discount')
    .select('discount_id')
    .where('project_id', '=', project_id)
    .where('discount_pct_reviewed', '=', true)
    .execute();
  return new Set(rows.map(({ discount_id }) => discount_id));
}

eachDatabase('acts on many lines that meet another', (store) => {
  let others: Database;
  beforeAll(async () => {
    await addDemoUsers({ database: store.database() });
    others = await store.another();
  });

  /** Marion changes a line, and has not committed when Claire's act begins. */
  async function meanwhile<T>(
    own: Awaited<ReturnType<typeof makeProject>>,
    line: string,
    act: () => Promise<T>,
  ): Promise<T> {
    let acting: Promise<T> | undefined;
    await inTransaction(others.db, async (tx) => {
      const { version } = await takeVersion(tx, own.marion, 'edit');
      const changes = { discount_pct_user: 40 };
      await writeLines(tx, own.marion, [{ discount_id: line, changes }], {
        ...{ kind: 'discount', comment: null, version },
      });
      acting = act();
      acting.catch(() => undefined);
      await seenWaiting(store.database());
    });
    if (!acting) throw new Error('not begun');
    return acting;
  }

  it('what a colleague is writing when they begin is not reviewed, nor written over', async () => {
    const stores = { db: store.database().db, events };
    const own = await makeProject(store.database(), 20);
    const [first = '', second = ''] = own.ids;
    const version = await versionOf(store.database(), own.claire);
    const mark = () =>
      markLines(stores, own.claire, own.ids, { discount_pct_reviewed: true }, { seen: { version } });
    const marked = await meanwhile(own, first, mark);
    expect(marked).toMatchObject({ discount_count: 19, kept: { discount_count: 1, user_names: ['Marion'] } });
    expect((await reviewed(store.database(), own.claire)).has(first)).toBe(false);
    const seen = { version: marked.version };
    const edited = await meanwhile(own, second, () =>
      editGroup(stores, own.claire, own.ids, { discount_pct_user: 20 }, seen),
    );
    expect(edited.kept).toMatchObject({ discount_count: 1, user_names: ['Marion'] });
    expect(edited.ids).toHaveLength(19);
    expect(edited.ids).not.toContain(second);
  });

  it('so it is of very many lines, whose undoing gives back what each held', async () => {
    const stores = { db: store.database().db, events };
    const own = await makeProject(store.database(), 6500);
    const version = await versionOf(store.database(), own.claire);
    const theirs = own.ids.slice(100, 1300);
    const held = async () =>
      (
        await stores.db
          .selectFrom('discount')
          .select(['discount_id', 'discount_pct_user'])
          .where('project_id', '=', own.claire.project_id)
          .orderBy('discount_id')
          .execute()
      ).map(({ discount_pct_user }) => discount_pct_user);
    // More than are named one by one, and one more.
    await editGroup(stores, own.marion, theirs, { discount_pct_user: 30 });
    await editLines(stores, own.marion, { [own.ids[0] ?? '']: { discount_pct_user: 40 } });
    const before = await held();
    // Enough for short transactions on the embedded database, without those too.
    const written = await editGroup(stores, own.claire, own.ids, { discount_pct_user: 20 }, { version });
    expect(written.ids).toHaveLength(6500 - 1201);
    expect(written.kept).toMatchObject({ discount_count: 1201, user_names: ['Marion'] });
    expect(written.kept?.item_group_ids).toHaveLength(100);
    const after = await held();
    expect(after.filter((discount) => discount !== 20)).toHaveLength(1201);
    // Her next act knows her own, many lines as they are.
    const next = { version: written.version - 1, own: [written.version] };
    const again = await editGroup(stores, own.claire, own.ids, { discount_pct_user: 40 }, next);
    expect([again.ids.length, again.kept]).toEqual([6499, undefined]);
    await undoActivity(stores, own.claire, again.activity_id ?? '');
    expect(await held()).toEqual(after);
    await undoActivity(stores, own.claire, written.activity_id ?? '');
    expect(await held()).toEqual(before);
  });

  it('whatever came before, they are the lines last written after the version seen by an act not her own', async () => {
    const stores = { db: store.database().db, events };
    const own = await makeProject(store.database(), 1200);
    const start = await versionOf(store.database(), own.claire);
    // Who wrote each line last, told by a plain list.
    const last = new Map<string, number>();
    const versions: number[] = [];
    const levels = [20, 30, 40] as const;
    const act = fc.record({
      from: fc.nat(1199),
      count: fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constant(1200)),
      level: fc.constantFrom(...levels),
    });
    const question = fc.record({ since: fc.nat(12), own: fc.array(fc.nat(12), { maxLength: 6 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 3 }), question, async (acts, asked) => {
        for (const { from, count, level } of acts) {
          const ids = own.ids.slice(from, from + count);
          const written = await editGroup(stores, own.marion, ids, { discount_pct_user: level });
          versions.push(written.version);
          for (const id of written.ids) last.set(id, written.version);
        }
        const now = versions.at(-1) ?? start;
        const seen: SeenDecisions = {
          version: Math.max(0, now - asked.since),
          own: asked.own.map((back) => now - back),
        };
        const wanted = own.ids.filter((id) => {
          const version = last.get(id) ?? 0;
          return version > seen.version && !seen.own?.includes(version);
        });
        const found = await unseenLines(stores.db, own.claire, own.ids, seen);
        expect(found.map(({ discount_id }) => discount_id).toSorted()).toEqual(wanted.toSorted());
        expect(new Set(found.map(({ version }) => Number(version)))).toEqual(
          new Set(wanted.map((id) => last.get(id))),
        );
      }),
      { numRuns: 40 },
    );
  });
});
