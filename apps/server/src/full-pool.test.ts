import { afterAll, beforeAll, expect, it } from 'vitest';
import { authorizationQuery } from './identity/test/broker-fixture.ts';
import { startTestApp, type TestApp } from './test/app.ts';
import { newPostgres } from './test/copies.ts';
import { freePort } from './test/process.ts';

const CONNECTIONS = 4;

let test: TestApp;
let origin: string;
beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  const database_url = await newPostgres();
  test = await startTestApp({ database_url, pool_size: CONNECTIONS, public_url: origin, port });
  await test.app.listen({ port, host: 'localhost' });
});
afterAll(() => test.close());

it('while those who work have every connection, a stranger gets the sign-in page, and the process is ready', async () => {
  let release = () => {};
  const over = new Promise<void>((resolve) => {
    release = resolve;
  });
  const held = Array.from({ length: CONNECTIONS }, () =>
    test.deps.database.db.transaction().execute(async (tx) => {
      await tx.selectFrom('organization').select('organization_id').execute();
      await over;
    }),
  );
  try {
    await expect.poll(() => test.deps.database.connections()).toMatchObject({ busy: CONNECTIONS });
    const begun = await fetch(`${origin}/authorize?${authorizationQuery(origin).query}`, {
      redirect: 'manual',
    });
    const cookie = begun.headers
      .getSetCookie()
      .map((one) => one.split(';', 1)[0])
      .join('; ');
    const page = await fetch(new URL(begun.headers.get('location') ?? '', origin), { headers: { cookie } });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('password');
    expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
    expect(test.deps.database.connections()).toMatchObject({ busy: CONNECTIONS });
  } finally {
    release();
    await Promise.all(held);
  }
});
