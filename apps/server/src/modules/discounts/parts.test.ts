import { isDiscountChanged } from '@palier/domain';
import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { newId } from '../../ids.ts';
import type { ProjectScope } from '../../scope.ts';
import { addDemoUsers } from '../../test/app.ts';
import { eachDatabase } from '../../test/stores.ts';
import { activityLineIds, lastDiscountChange, valuesWithoutOwn } from '../activities/index.ts';
import { activityLines } from '../activities/lines.ts';
import { listActivities } from '../activities/repository.ts';
import { closedPhases } from '../listing/repository.ts';
import { heardLines } from '../news/repository.ts';
import { openProject, takeVersion } from '../projects/index.ts';
import { authorsOf } from '../snapshots/backtests/decisions.ts';
import {
  allLines,
  type DecisionChanges,
  type DecisionWrite,
  type DiscountRow,
  type LineChanges,
  writeDecisions,
  writeSameDecision,
} from './repository.ts';

// Lines written by the hundred share rows of the journal; by fewer, each has its own. Both mean the same.

const LINES = 1200;
const FEW = 400;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
const CLAIRE = {
  organization_id: 'org_maison_brume',
  user_id: 'claire',
  user_name: 'Claire',
  permissions: {},
};
const AT = new Date('2026-07-01T08:00:00.123Z');

/** The same numbers for the same seed. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Choose = <T>(first: T, ...others: T[]) => T;

/** Changes of every column's type, the more alike the smaller `kinds`. */
function randomChanges(next: (below: number) => number, kinds: number): DecisionChanges[] {
  const pick: Choose = (first, ...others) => {
    const at = next(others.length + 1);
    return others.reduce((chosen, other, n) => (n + 1 === at ? other : chosen), first);
  };
  return Array.from({ length: kinds }, (_, kind) => ({
    ...(next(2) ? { discount_pct_user: pick(null, 20, 30, 40) } : { applied_discount_rule_ids: [] }),
    ...(next(2) && { discount_pct_auto: pick(null, 20, 40) }),
    ...(next(3) === 0 && { discount_pct_min: pick(null, 20, 30) }),
    ...(next(3) === 0 && { discount_pct_max: pick(null, 30) }),
    ...(next(2) && { included: pick(true, false) }),
    ...(next(2) && { discount_pct_update_description: pick(null, 'Stock « lourd »', `raison ${kind}`) }),
    ...(next(3) === 0 && { previous_discount_pcts: pick([], [null], [20, 30]) as number[] }),
    ...(next(3) === 0 && { applied_discount_rule_ids: pick([], [newId()]) }),
    ...(next(3) === 0 && { discount_pct_reviewed: false, review_lost_pct: pick(null, 20) }),
    ...(next(4) === 0 && {
      optimization_goal: pick(null, 'profit'),
      discount_pct_is_optimal: pick(true, false),
    }),
  }));
}

/** A project of lines in states of every kind. */
async function makeProject(database: Database, name: string): Promise<Made> {
  const project_id = newId();
  await database.executeSql(
    `insert into project (project_id, organization_id, name, end_date, discount_pct_range, created_by, working_phase)
       values ($1, 'org_maison_brume', $2, '2099-01-01', '[20,30,40]', 'test', 1)`,
    [project_id, `Parts/${name}`],
  );
  const ids = Array.from({ length: LINES }, () => newId());
  await database.executeSql(
    `insert into discount (project_id, discount_id, item_group_id, version, included, discount_pct_user,
         discount_pct_reviewed, previous_discount_pcts, discount_pct_update_description, review_lost_date,
         discount_pct_update_user, discount_pct_auto, discount_pct_min, discount_pct_max)
       select $1, id, 'g' || n, 0, n % 5 > 0, (array[null, 20, 30, 40])[1 + n % 4], n % 13 < 4,
         (array['{null}', '{20}', '{30}'])[1 + n % 6 % 3]::int[], (array[null, 'avant', 'n' || n])[1 + n % 3],
         (array[null, timestamptz '2026-06-01 10:00:00.123456+02'])[1 + n % 2],
         (array[null, 'marion'])[1 + n % 2], (array[null, 20, 40])[1 + n % 7 % 3], (array[null, 20, 30])[1 + n % 11 % 3],
         (array[null, 30])[1 + n % 17 % 2]
       from unnest($2::uuid[]) with ordinality as l(id, n)`,
    [project_id, ids],
  );
  return { project: await openProject(database.db, CLAIRE, project_id), ids };
}

/** The lines that do not name who changed their discount last, or commented on it. */
function falselyStamped(before: readonly DiscountRow[], after: readonly DiscountRow[]) {
  const former = new Map(before.map((line) => [line.discount_id, line]));
  return after.filter((line) => {
    const was = former.get(line.discount_id) ?? line;
    const said = line.discount_pct_update_description;
    const isNew = said !== null && said !== was.discount_pct_update_description;
    const changed = isNew || isDiscountChanged(was, line);
    const { discount_pct_update_user: user, discount_pct_update_date: at } = changed
      ? { discount_pct_update_user: CLAIRE.user_id, discount_pct_update_date: AT }
      : was;
    return line.discount_pct_update_user !== user || Number(line.discount_pct_update_date) !== Number(at);
  });
}

eachDatabase('the journal of lines changed together', ({ database }) => {
  beforeAll(() => addDemoUsers({ database: database() }));

  const make = (name: string) => makeProject(database(), name);

  const act = { kind: 'discount', comment: 'Stock', at: AT } as const;

  it('is the same, with the same lines, as when each has its own row, whatever they change', async () => {
    for (const seed of [1, 2, 3]) {
      const next = numbers(seed);
      const kinds = randomChanges(next, [3, 30, 900][seed - 1] ?? 1);
      const changes = Array.from({ length: LINES }, () => kinds[next(kinds.length)] ?? {});
      const [together, apart] = [await make(`ensemble ${seed}`), await make(`à part ${seed}`)];
      const lines = (ids: readonly string[]): LineChanges[] =>
        ids.map((discount_id, n) => ({ discount_id, changes: changes[n] ?? {} }));
      const before = await allLines(database().db, together.project);
      const [activity_id = ''] = await written(database(), together.project, [lines(together.ids)]);
      const few = Array.from({ length: Math.ceil(LINES / FEW) }, (_, n) =>
        lines(apart.ids).slice(n * FEW, (n + 1) * FEW),
      );
      await written(database(), apart.project, few);
      expect(falselyStamped(before, await allLines(database().db, together.project))).toEqual([]);
      expect(await held(database(), together)).toEqual(await held(database(), apart));
      const journal = await touched(database(), together);
      expect(journal).toEqual(await touched(database(), apart));
      expect(journal).toHaveLength(LINES);
      // What an undoing reads is the journal.
      const read = (await activityLines(database().db, together.project, activity_id)).flatMap(
        ({ ids, old_values, new_values }) => ids.map((id) => [id, { old_values, new_values }] as const),
      );
      const byId = new Map(read);
      expect(together.ids.map((id) => byId.get(id))).toEqual(
        journal.map(({ old_values, new_values }) => ({ old_values, new_values })),
      );
    }
  });

  it('is the same for one change of all: lines that hold it already are left alone', async () => {
    const [together, apart] = [await make('marque'), await make('marque à part')];
    for (const changes of [
      { discount_pct_reviewed: true, review_lost_pct: null },
      { previous_discount_pcts: [20], discount_pct_update_description: 'même' },
      { discount_pct_update_description: 'seule' },
    ]) {
      const mark = ({ project }: typeof together, ids: readonly string[]) =>
        inTransaction(database().db, async (tx) => {
          const { version } = await takeVersion(tx, project, 'review');
          return (await writeSameDecision(tx, project, { ...act, version }, ids, changes)).line_count;
        });
      const count = await mark(together, together.ids);
      let others = 0;
      for (let n = 0; n < LINES; n += FEW) others += await mark(apart, apart.ids.slice(n, n + FEW));
      expect(count).toBe(others);
      expect(await held(database(), together)).toEqual(await held(database(), apart));
      expect(await touched(database(), together)).toEqual(await touched(database(), apart));
    }
  });
});

eachDatabase('what reads the journal', ({ database }) => {
  beforeAll(() => addDemoUsers({ database: database() }));

  /** What each reader says of the lines, by their place in the project. */
  async function read({ project, ids }: Made, asked: readonly string[]) {
    const { db } = database();
    const place = new Map(ids.map((id, n) => [id, n]));
    const placed = <T>(rows: Iterable<readonly [string, T]>) =>
      [...rows].map(([id, value]) => [place.get(id) ?? -1, value] as const).sort(([a], [b]) => a - b);
    const acts = await listActivities(db, project, { ids: asked });
    const act = acts.find(({ kind }) => kind === 'phase');
    const heard: (readonly [string, unknown])[] = [];
    if (act)
      for await (const rows of heardLines(db, project, act))
        for (const { discount_id, ...own } of rows) heard.push([discount_id, own]);
    const phases = await closedPhases(db, project, asked);
    return {
      kinds: acts.map(({ kind }) => kind),
      named: placed(
        (await activityLineIds(db, project, act?.activity_id ?? '')).map((id) => [id, true]),
      ).slice(0, FEW),
      heard: placed(heard).slice(0, FEW),
      phases: placed(
        [...phases].map(([id, closed]) => [
          id,
          closed.map(({ activity_id: _, created_at: __, discount_id: ___, ...own }) => own),
        ]),
      ),
      authors: placed(await authorsOf(db, project, 0, asked)),
      former: placed((await valuesWithoutOwn(db, project, BEFORE_ALL)).values),
      changed: (await lastDiscountChange(db, project)) !== null,
    };
  }

  it('says the same of lines that share a row as of lines that have each their own', async () => {
    const made = await Promise.all(
      ['lus ensemble', 'lus à part'].map((name) => makeProject(database(), name)),
    );
    const [together, apart] = made;
    if (!together || !apart) throw new Error('two projects');
    const changes: DecisionChanges[] = [
      { discount_pct_user: 20, discount_pct_update_description: 'Stock' },
      { previous_discount_pcts: [20], applied_discount_rule_ids: [] },
    ];
    const acts = (ids: readonly string[]) =>
      changes.map((one) => ids.map((discount_id) => ({ discount_id, changes: one })));
    const phase = { kind: 'phase', details: { phase: 0 } } as const;
    const [edit = [], end = []] = acts(together.ids);
    await written(database(), together.project, [edit]);
    await written(database(), together.project, [end], phase);
    const slices = Array.from({ length: Math.ceil(LINES / FEW) }, (_, n) => n * FEW);
    const [edits = [], ends = []] = acts(apart.ids);
    const sliced = (lines: LineChanges[]) => slices.map((n) => lines.slice(n, n + FEW));
    await written(database(), apart.project, sliced(edits));
    await written(database(), apart.project, sliced(ends).reverse(), phase);
    const first = (ids: readonly string[]) => ids.slice(0, FEW);
    const said = await read(together, first(together.ids));
    expect(said).toEqual(await read(apart, first(apart.ids)));
    expect(said).toMatchObject({ kinds: ['phase', 'discount'], changed: true });
    expect([said.named, said.heard, said.phases, said.authors].map(({ length }) => length)).toEqual(
      Array(4).fill(FEW),
    );
    expect(said.former).toHaveLength(LINES);
  });

  it('knows an undoing that changes prices from one of reviews', async () => {
    const { project, ids } = await makeProject(database(), 'annulés');
    const { db } = database();
    const undo = (one: DecisionChanges) =>
      written(database(), project, [ids.map((discount_id) => ({ discount_id, changes: one }))], {
        kind: 'undo',
      });
    await undo({ discount_pct_reviewed: true });
    expect(await lastDiscountChange(db, project)).toBeNull();
    await undo({ discount_pct_user: 30 });
    expect(await lastDiscountChange(db, project)).not.toBeNull();
  });
});

/** Writes acts one after the other. @returns their ids */
async function written(
  { db }: Database,
  project: ProjectScope,
  acts: LineChanges[][],
  kind: Pick<DecisionWrite, 'kind' | 'details'> = { kind: 'discount' },
): Promise<string[]> {
  const ids: string[] = [];
  for (const lines of acts)
    await inTransaction(db, async (tx) => {
      const { version } = await takeVersion(tx, project, 'edit');
      const write = { ...kind, comment: 'Stock', at: AT, version };
      const { activity_id, line_count } = await writeDecisions(tx, project, write, lines);
      expect(line_count).toBe(lines.length);
      ids.push(activity_id);
    });
  return ids;
}

interface Made {
  project: ProjectScope;
  ids: string[];
}

/** The lines in their order; neither ids nor versions. */
async function held({ db }: Database, { project, ids }: Made) {
  const rows = new Map((await allLines(db, project)).map((row) => [row.discount_id, row]));
  return ids.map((id) => ({ ...rows.get(id), project_id: '', discount_id: '', version: 0 }));
}

/** What the journal says of each line, in their order. */
async function touched(database: Database, { project, ids }: Made) {
  const { rows } = await database.executeSql(
    `select l.old_values, l.new_values from (
       select project_id, activity_id, discount_id, old_values, new_values from activity_line
       union all select project_id, activity_id, unnest(discount_ids), old_values, new_values from activity_part
     ) l join activity a using (project_id, activity_id) where l.project_id = $1
     order by array_position($2::uuid[], l.discount_id), a.version`,
    [project.project_id, ids],
  );
  return rows as { old_values: Record<string, unknown>; new_values: Record<string, unknown> }[];
}
