import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eachDatabase } from '../test/stores.ts';
import { inTransaction } from './transaction.ts';

eachDatabase('a transaction', ({ untouched }) => {
  it('that a statement broke is not said done, though its fault was passed over', async () => {
    const { db } = await untouched();
    await sql`create table kept (id integer primary key)`.execute(db);
    const broken = inTransaction(db, async (tx) => {
      await sql`insert into kept values (1)`.execute(tx);
      await sql`insert into kept values (1)`.execute(tx).catch(() => {});
    });
    await expect(broken).rejects.toThrow();
    const count = await sql<{ count: number }>`select count(*) from kept`.execute(db);
    expect(count.rows).toEqual([{ count: 0 }]);
    await inTransaction(db, (tx) => sql`insert into kept values (2)`.execute(tx));
  });
});
