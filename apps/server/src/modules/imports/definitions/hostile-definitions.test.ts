import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test?.close());

const send = async (name: string, content: string) => {
  const form = new FormData();
  form.append('uploadedFiles', new Blob([content]), name);
  const packed = new Response(form);
  return test.ask('claire', {
    ...{ method: 'POST', url: '/api/projects/import' },
    headers: { 'content-type': packed.headers.get('content-type') ?? '' },
    payload: Buffer.from(await packed.arrayBuffer()),
  });
};
const REASON = 'caractère refusé (U+0000)';

it('a definition with a character that no text has is named and left; the others make their projects', async () => {
  const projects = [
    { name: 'Soldes/A\u0000' },
    { name: 'Soldes/B', section: 'a\u0000b' },
    { name: 'Soldes/C', previous_discount_pcts: { 'R\u00001': [20] } },
    { name: 'Soldes/D\ud800' },
    { name: 'Soldes/E' },
  ];
  const { status, body } = await send('projets.json', JSON.stringify({ projects }));
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  expect(body).toMatchObject({
    ...{ created_count: 1, data: [{ name: 'Soldes/E' }] },
    errors: [
      { line: 1, column: 'name', reason: REASON },
      { line: 2, column: 'section', reason: REASON },
      { line: 3, column: 'previous_discount_pcts.R1', reason: REASON },
      { line: 4, column: 'name', reason: 'caractère refusé (U+D800 à U+DFFF isolé)' },
    ],
  });
});

it('a table of definitions too', async () => {
  const rows = ['nom;date_debut;rayon', 'Soldes/F;2026-07-01;Robes\u0000', 'Soldes/G;2026-07-01;Robes'];
  const { status, body } = await send('projets.csv', rows.join('\n'));
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  expect(body).toMatchObject({ created_count: 1, errors: [{ line: 2, column: 'section', reason: REASON }] });
});
