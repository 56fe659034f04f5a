import { afterEach, expect, it, vi } from 'vitest';
import { deleteView } from './queries.ts';

afterEach(() => vi.unstubAllGlobals());

it('[VALID-08] deleting a view that has no id asks nothing', async () => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  await deleteView(undefined);
  expect(fetched).not.toHaveBeenCalled();
});
