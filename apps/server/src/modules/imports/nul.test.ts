import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemScope } from '../../scope.ts';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { importShop, ORGANIZATION } from '../../test/small-shop.ts';
import { waitForJobs } from '../jobs/index.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(test, [{ code: 'A1' }, { code: 'A2' }]);
});
afterAll(() => test?.close());

const FILE = 'code_produit;libelle;prix_ttc\nA\u0000B;R;1\nC;Jupe;2\n';
async function send(url: string) {
  const form = new FormData();
  form.append('uploadedFiles', new Blob([FILE]), 'produits.csv');
  const packed = new Response(form);
  return test.ask('claire', {
    method: 'POST',
    url,
    headers: { 'content-type': packed.headers.get('content-type') ?? '' },
    payload: Buffer.from(await packed.arrayBuffer()),
  });
}

it('a file with a NUL in a row is shown, and imported without that row, which is said', async () => {
  const shown = await send('/api/imports/inspect');
  expect(shown.status).toBe(200);
  expect(JSON.stringify(shown.body)).not.toContain('u0000');
  const asked = await send('/api/imports');
  expect(asked.status).toBe(202);
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
  const { _id } = asked.body as { _id: string };
  const { body } = await test.ask('claire', { url: `/api/imports/${_id}` });
  expect(body).toMatchObject({
    status: 'completed',
    report: {
      files: [{ rows_kept: 1, rows_rejected: 1 }],
      errors: [{ line: 2, column: 'code_produit', value: 'A␀B', reason: 'caractère nul dans la cellule' }],
    },
  });
});
