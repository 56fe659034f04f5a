import { gzipSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipOf } from '../../../../../../packages/analytics/test/zip-maker.ts';
import { type Person, startTestApp, type TestApp } from '../../../test/app.ts';
import { choose, importShop, linesOf, openProject } from '../../../test/small-shop.ts';
import type { DiscountImport } from './service.ts';

let test: TestApp;
let project: string;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(test, [{ code: 'A1' }, { code: 'A2' }, { code: 'A3' }, { code: '0007' }]);
  project = (await openProject(test, 'Soldes/France'))._id;
});
afterAll(() => test?.close());

const send = async (
  name: string,
  content: string | Uint8Array,
  query = '',
  { by = 'claire' }: { by?: Person } = {},
) => {
  const form = new FormData();
  form.append('uploadedFiles', new Blob([content as BlobPart]), name);
  const packed = new Response(form);
  const { status, body } = await test.ask(by, {
    method: 'POST',
    url: `/api/projects/${project}/import${query}`,
    headers: { 'content-type': packed.headers.get('content-type') ?? '' },
    payload: Buffer.from(await packed.arrayBuffer()),
  });
  return { status, body: body as DiscountImport };
};
const discount = async (code: string) => (await linesOf(test, project)).get(code)?.discount_pct_user;

const FILE = 'code_produit;demarque;commentaire\nA1;30 %;Fin de série\nA2;33;\nZ9;20;\nA3;vingt;\n';

describe('[LIST-11] discounts from a file', () => {
  it('says first what would change, its effect and each row that is refused; nothing is written', async () => {
    await choose(test, project, { A1: 20, A2: 20, A3: 20 });
    const { status, body } = await send('comité.csv', FILE, '?dry_run=true');
    expect(status).toBe(200);
    expect(body).toMatchObject({ activity_id: null, discount_count: 1, unchanged_count: 0, error_count: 3 });
    expect(body.errors.map(({ line, column, value }) => [line, column, value])).toEqual([
      [3, 'demarque', '33'],
      [4, 'code_produit', 'Z9'],
      [5, 'demarque', 'vingt'],
    ]);
    expect(body.after?.sales_qty).toBeGreaterThan(body.before?.sales_qty ?? Number.POSITIVE_INFINITY);
    expect(await discount('A1')).toBe(20);
  });

  it('leaves what a colleague has written since it was tried, says so, and takes it once it is seen', async () => {
    await choose(test, project, { A1: 20, A2: 20, A3: 20 });
    const file = 'code_produit;demarque\nA1;30\nA2;30\nA3;30\n';
    const { body: tried } = await send('comité.csv', file, '?dry_run=true');
    // Another file, of the same discount for a product of hers.
    await send('autre.csv', 'code_produit;demarque\nA1;40\nA3;30\n', '', { by: 'marion' });
    const seen = (version: number) => `?seen=${JSON.stringify({ version })}`;
    const { body } = await send('comité.csv', file, seen(tried.version));
    expect(body).toMatchObject({
      discount_count: 1,
      kept: { discount_count: 1, user_names: ['Marion Roche'], item_group_ids: ['A1'] },
    });
    expect([await discount('A1'), await discount('A2'), await discount('A3')]).toEqual([40, 30, 30]);
    const { body: again } = await send('comité.csv', file, '?dry_run=true');
    expect((await send('comité.csv', file, seen(again.version))).body.kept).toBeUndefined();
    expect(await discount('A1')).toBe(30);
    // A program that does not say what it saw.
    await send('autre.csv', 'code_produit;demarque\nA1;40\n', '', { by: 'marion' });
    expect((await send('comité.csv', file)).body).toMatchObject({ discount_count: 1 });
    expect(await discount('A1')).toBe(30);
  });

  it('takes the good rows in one activity, which is undone as one', async () => {
    await choose(test, project, { A1: 20, A2: 20, A3: 20 });
    const { body } = await send('comité.csv', FILE);
    expect(body).toMatchObject({ discount_count: 1, error_count: 3 });
    expect((await linesOf(test, project)).get('A1')).toMatchObject({
      discount_pct_user: 30,
      discount_pct_update_description: 'Fin de série',
    });
    await test.ask('claire', {
      method: 'POST',
      url: `/api/projects/${project}/activity/${body.activity_id}/undo`,
    });
    expect(await discount('A1')).toBe(20);
  });

  it('reads a workbook, where 30 % is 0.3, « auto » gives the automatic discount back, and goals have French names', async () => {
    await choose(test, project, { A1: 20, A2: 20, A3: 20 });
    const rows = [
      ['Code produit', 'Démarque', 'Inclus', 'Objectif'],
      ['A1', 0.4, '', ''],
      ['A2', 'auto', 'non', 'Marge'],
      ['A3', '', '', 'Plaire'],
    ];
    const bytes = await writeXlsx({ sheets: [{ name: 'Feuille 1', rows }] });
    const { body } = await send('comité.xlsx', bytes);
    expect(body.errors).toMatchObject([{ line: 4, column: 'Objectif', value: 'Plaire' }]);
    const lines = await linesOf(test, project);
    expect(lines.get('A1')?.discount_pct_user).toBe(40);
    expect(lines.get('A2')).toMatchObject({
      discount_pct_user: null,
      included: false,
      optimization_goal: 'profit',
    });
  });

  it.each(['?dry_run=true', ''])('leaves a row with a NUL and takes the others (%s)', async (query) => {
    await choose(test, project, { A1: 20, A2: 20, A3: 20 });
    const file = 'code_produit;demarque;commentaire\nA1;30;Fin\u0000 de série\nA2;30;\nA\u00003;30;\n';
    const { status, body } = await send('comité.csv', file, query);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ discount_count: 1, error_count: 2 });
    expect(body.errors).toMatchObject([
      { line: 2, column: 'commentaire', reason: 'caractère refusé (U+0000)' },
      { line: 4, column: 'code_produit' },
    ]);
    expect(await discount('A1')).toBe(20);
  });

  it('refuses a file that names no product', async () => {
    const { status, body } = await send('comité.csv', 'taille;demarque\nS;20\n', '?dry_run=true');
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: expect.stringContaining('code_produit') });
  });

  it('names what it does not read, takes back the zeros that a spreadsheet took, and shows each change', async () => {
    await choose(test, project, { A1: 20, A2: 20, A3: 20 });
    const heads =
      'Code produit;Libellé;Démarque (%);Origine de la démarque;Démarque choisie (%);Inclus;Remize';
    const rows = ['A1;Robe;20;Choisie;;Oui;', 'A3;Robe;40;Choisie;20;Oui;', '7;Pull;20;Choisie;30;Oui;30'];
    const { body } = await send('listing.csv', [heads, ...rows].join('\n'), '?dry_run=true');
    expect(body).toMatchObject({
      ...{ discount_count: 2, given_back_count: 1, found_code_count: 1 },
      unknown_headings: ['Remize'],
      computed_headings: ['Libellé', 'Démarque (%)', 'Origine de la démarque'],
      ...{ other_computed_count: 1, errors: [] },
      samples: [
        { line: 2, item_group_id: 'A1', column: 'discount', from: '20 %', to: 'automatique' },
        { line: 4, item_group_id: '0007', column: 'discount', from: 'automatique', to: '30 %' },
      ],
    });
  });
});

it('discounts come from a file in UTF-16, compressed or in an archive, as from any other', async () => {
  const text = 'code_produit;demarque\nA1;30\nZZ;20\n';
  const forms: [string, Uint8Array][] = [
    ['remises.csv', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['remises.csv.gz', gzipSync(text)],
    ['remises.zip', zipOf([{ name: 'remises.csv', content: text }])],
  ];
  for (const [name, content] of forms) {
    const { status, body } = await send(name, content, '?dry_run=true');
    expect(status, name).toBe(200);
    expect(body.errors, name).toMatchObject([{ file: 'remises.csv', line: 3, value: 'ZZ' }]);
  }
  const { status, body } = await send('remises.csv', Buffer.from(text, 'utf16le'));
  expect(status).toBe(422);
  expect(JSON.stringify(body)).not.toContain('u0000');
});
