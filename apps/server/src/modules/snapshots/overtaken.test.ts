import type { Project } from '@palier/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../ids.ts';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { importShop, ORGANIZATION, openProject } from '../../test/small-shop.ts';
import { runSnapshot } from './job.ts';

// Several workers compute at once: what one of them began before an import may end after what another began since.

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
});
afterAll(() => test?.close());

async function productCount(project_id: string): Promise<number | undefined> {
  const { body } = await test.ask('claire', { url: `/api/projects/${project_id}/snapshot` });
  return (body as Project['snapshot'])?.discount_count;
}

/** Computes a project's figures as another worker does, held up in the middle. */
async function beginSlow(project_id: string): Promise<{ end: () => Promise<void> }> {
  const { threads } = test.deps;
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const slow = {
    ...threads,
    fit: async (...asked: Parameters<typeof threads.fit>) => {
      reached.resolve();
      await goOn.promise;
      return threads.fit(...asked);
    },
  };
  const { signal } = new AbortController();
  const key = { organization_id: ORGANIZATION, job_id: newId(), project_id };
  const ended = runSnapshot(
    { ...test.deps, threads: slow, afterSnapshot: async () => {} },
    { ...key, attempt: 1, signal, progress() {} },
  );
  await Promise.race([reached.promise, ended]);
  return {
    end: () => {
      goOn.resolve();
      return ended;
    },
  };
}

it('figures that took long are not put in the place of those of a newer import', async () => {
  await importShop(test, [{ code: 'A1' }]);
  const { _id } = await openProject(test, 'Soldes/Femme/Robes');
  expect(await productCount(_id)).toBe(1);
  const slow = await beginSlow(_id);
  await importShop(test, [{ code: 'A1' }, { code: 'A2' }]);
  expect(await productCount(_id)).toBe(2);
  await slow.end();
  expect(await productCount(_id)).toBe(2);
});

it('a project that is deleted as its figures begin ends its computation, without a fault', async () => {
  const { _id } = await openProject(test, 'Soldes/Femme/Pulls');
  const { folders } = test.deps;
  const slow = {
    ...folders,
    has: async (path: string) => {
      expect((await test.ask('claire', { method: 'DELETE', url: `/api/projects/${_id}` })).status).toBe(204);
      return folders.has(path);
    },
  };
  const { signal } = new AbortController();
  const key = { organization_id: ORGANIZATION, job_id: newId(), project_id: _id };
  const run = { ...key, attempt: 1, signal, progress() {} };
  await expect(
    runSnapshot({ ...test.deps, folders: slow, afterSnapshot: async () => {} }, run),
  ).resolves.toBeUndefined();
});
