import { expect, it } from 'vitest';
import { describeError } from './log.ts';
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
