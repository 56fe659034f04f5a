import { expect, it } from 'vitest';
import { faultsWith, REFUSED } from '../../../packages/analytics/test/duckdb-faults.ts';
import { createLog, describeError } from './log.ts';
import { errorOf, failureOf } from './modules/files/wire.ts';
import { startTestApp } from './test/app.ts';

const SECRET = 'commentaire très personnel';

it('an error of the database is logged with its code and place, never with a value', async () => {
  const test = await startTestApp();
  const { db } = test.deps.database;
  const twice = { organization_id: SECRET, name: SECRET, settings: '{}' };
  await db.insertInto('organization').values(twice).execute();
  const error = await db
    .insertInto('organization')
    .values(twice)
    .execute()
    .catch((fault: unknown) => fault);
  const logged = describeError(error);
  expect(JSON.stringify(logged)).not.toContain('personnel');
  expect(logged).toMatchObject({ code: '23505', table: 'organization' });
  expect(logged.stack).toContain('    at ');
  await test.close();
});

it('another error keeps its message and its cause', () => {
  const logged = describeError(new TypeError('a part is missing', { cause: new Error('no such folder') }));
  expect(logged).toMatchObject({ type: 'TypeError', message: 'a part is missing' });
  expect(logged.cause).toMatchObject({ type: 'Error', message: 'no such folder' });
  expect(describeError('thrown as text')).toEqual({ type: 'string', message: 'thrown as text' });
});

it('an error of DuckDB is logged with its kind, never with its statement or a cell of a file', async () => {
  const faults = await faultsWith(SECRET);
  expect(faults).toHaveLength(REFUSED.length);
  const lines: string[] = [];
  const log = createLog('error', { write: (line) => lines.push(line) });
  for (const fault of faults) {
    expect(fault.message).toContain('personnel');
    log.error({ err: fault }, 'unexpected error');
    // As it comes from the process that reads files.
    log.error({ err: errorOf(failureOf(fault)) }, 'unexpected error');
    log.error({ err: new Error('import stopped', { cause: fault }) }, 'job failed');
  }
  expect(lines).toHaveLength(3 * faults.length);
  expect(lines.filter((line) => /personnel|select|selekt|from/i.test(line))).toEqual([]);
  const [first, second, third] = lines.map((line) => JSON.parse(line).err);
  expect(first).toMatchObject({ type: 'DuckDB Conversion Error', stack: expect.stringContaining('    at ') });
  expect(second).toMatchObject({ type: 'DuckDB Conversion Error' });
  expect(third).toMatchObject({ message: 'import stopped', cause: { type: 'DuckDB Conversion Error' } });
});

it('what a text says is not taken for the place of an error', () => {
  const error = new Error(`not read:\n    at ${SECRET}`);
  expect(describeError(error).stack).not.toContain('personnel');
  expect(describeError(error).stack).toContain('    at ');
});
