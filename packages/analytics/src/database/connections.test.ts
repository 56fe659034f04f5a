import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Connections, openConnections } from './connections.ts';
import { type Session, sessionOf } from './session.ts';
import { raw } from './sql.ts';

let instance: DuckDBInstance;
let connections: Connections;

beforeEach(async () => {
  instance = await DuckDBInstance.create(':memory:');
  connections = openConnections(async () => sessionOf(await instance.connect()), 2);
});
afterEach(() => {
  for (const session of connections.all) session.connection.closeSync();
  instance.closeSync();
});

const question = (number: number): string => `SELECT ${number} AS answer`;

/** Both connections, each with the plan of the question of its rank. */
async function planOnBoth(): Promise<Session[]> {
  const both = await Promise.all([0, 1].map(() => connections.acquire()));
  for (const [rank, session] of both.entries()) await session.recurring(raw(question(rank)), 1);
  return both;
}

describe('a connection that comes free', () => {
  it('goes to the first who waits with a statement that it has planned', async () => {
    const [first, second] = await planOnBoth();
    if (!first || !second) throw new Error('two connections were asked for');
    const waiting = [1, 0].map((number) => connections.acquire(question(number)));
    connections.release(first);
    connections.release(second);
    expect(await Promise.all(waiting)).toEqual([second, first]);
  });

  it('is not kept from who waits longest by those who come after', async () => {
    const [session] = await planOnBoth();
    if (!session) throw new Error('a connection was asked for');
    const order: string[] = [];
    const work = async (text: string) => {
      const own = await connections.acquire(text);
      order.push(text);
      connections.release(own);
    };
    const others = Array.from({ length: 30 }, () => question(0));
    const all = [question(7), ...others].map(work);
    connections.release(session);
    await Promise.all(all);
    expect(order.indexOf(question(7))).toBe(8);
  });
});
