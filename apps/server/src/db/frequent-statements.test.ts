import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eachDatabase } from '../test/stores.ts';
import { FrequentStatements } from './frequent-statements.ts';

it('a statement is named once it has been asked often, always by the same name', () => {
  const statements = new FrequentStatements();
  const names = Array.from({ length: 25 }, () => statements.nameOf('select 1'));
  expect(names.slice(0, 19)).toEqual(Array(19).fill(undefined));
  expect(new Set(names.slice(19))).toEqual(new Set(['frequent_0']));
  for (let use = 0; use < 20; use += 1) statements.nameOf('select 2');
  expect(statements.nameOf('select 2')).toBe('frequent_1');
});

it('texts that differ at each call are forgotten, and a hundred at most are named', () => {
  const statements = new FrequentStatements();
  const ask = (text: string, times: number) => {
    for (let use = 1; use < times; use += 1) statements.nameOf(text);
    return statements.nameOf(text);
  };
  for (let text = 0; text < 5000; text += 1) expect(statements.nameOf(`select ${text}`)).toBeUndefined();
  const names = Array.from({ length: 120 }, (_, text) => ask(`select '${text}'`, 20));
  expect(names.filter((name) => name !== undefined)).toHaveLength(100);
});

eachDatabase('a statement asked forty times', (store) => {
  it('answers as at the first, after a fault too, and in a transaction that it broke', async () => {
    const { db } = store.database();
    const divide = (tx: typeof db, by: number) =>
      sql<{ one: number }>`select 10 / ${by}::integer as one`.execute(tx).then(({ rows }) => rows[0]?.one);
    for (let turn = 1; turn <= 40; turn += 1) {
      expect(await divide(db, 5)).toBe(2);
      await expect(divide(db, 0)).rejects.toMatchObject({ code: '22012' });
    }
    const broken = db.transaction().execute(async (tx) => {
      await divide(tx, 0).catch(() => {});
      await divide(tx, 5);
    });
    await expect(broken).rejects.toMatchObject({ code: '25P02' });
    expect(await divide(db, 2)).toBe(5);
  });

  it('sees the rows of each moment, and columns that were added meanwhile', async () => {
    const { db } = await store.untouched();
    await sql`create table kept (id integer, name text)`.execute(db);
    const add = (id: number) => sql`insert into kept (id, name) values (${id}, ${`n${id}`})`.execute(db);
    const last = async () =>
      (
        await sql<{
          name: string;
        }>`select name from kept where id <= ${100} order by id desc limit 1`.execute(db)
      ).rows[0]?.name;
    for (let id = 1; id <= 40; id += 1) {
      expect((await add(id)).numAffectedRows).toBe(1n);
      expect(await last()).toBe(`n${id}`);
    }
    await sql`alter table kept add column more text default 'x'`.execute(db);
    await add(41);
    expect(await last()).toBe('n41');
  });
});
