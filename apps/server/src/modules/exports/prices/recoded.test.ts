import type { Project, SignatureState, WarehouseVersion } from '@palier/contract';
import type { ValidationCheck } from '@palier/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemScope } from '../../../scope.ts';
import { type Person, startTestApp, type TestApp } from '../../../test/app.ts';
import { choose, importTexts, ORGANIZATION, openProject } from '../../../test/small-shop.ts';
import { waitForJobs } from '../../jobs/index.ts';

// Sizes sold at a price of their own (70 € where the others are at 50 €), signed, then called otherwise by a delivery:
// the price of a signed phase is the one that was signed.

/** By product: `A` changes the code of one article, `P` of the product whose articles are called after it. */
const ARTICLES = [
  ...['A;A-S;S;Robe;50;9', 'A;A-M;M;Robe;50;9', 'A;A-XL;XL;Robe;70;9'],
  ...['P;P-S;S;Pull;50;9', 'P;P-M;M;Pull;50;9', 'P;P-XL;XL;Pull;70;9'],
  ...['Q;111;S;Veste;50;9', 'Q;112;M;Veste;50;9', 'Q;113;XL;Veste;70;9'],
  ...['K;K-S;S;Jupe;50;9', 'K;K-M;M;Jupe;50;9', 'K;K-XL;XL;Jupe;70;9'],
  ...['D;D-S;S;Gilet;50;9', 'D;D-M;M;Gilet;50;9', 'D;D-1;46;Gilet;80;9', 'D;D-2;46;Gilet;70;9'],
];
const SKUS = ARTICLES.map((row) => row.split(';')[1] ?? '');

let test: TestApp;
let project: Project;
beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importTexts(test, {
    'articles.csv': ['code_produit;sku;taille;libelle;prix_ttc;cout', ...ARTICLES].join('\n'),
    'ventes.csv': [
      'date;sku;quantite;montant_ttc;code_magasin',
      ...SKUS.map((sku) => `2026-06-29;${sku};2;100;L1`),
    ].join('\n'),
    'stock.csv': ['date;sku;quantite;code_magasin', ...SKUS.map((sku) => `2026-06-30;${sku};9;L1`)].join(
      '\n',
    ),
    'lieux.csv': 'code;nom;type;pays\nL1;Lille;magasin;France',
  });
  project = await openProject(test, 'Soldes/Tailles', {
    ...{ data_date: '2026-06-30', end_date: '2026-08-26', working_phase: 0 },
    phases: [{ start_date: '2026-07-01' }, { start_date: '2026-07-22' }],
  });
  await choose(test, project._id, { A: 20, P: 20, Q: 20, K: 20, D: 20 });
  await send('PUT', '', { working_phase: 1, control_reason: 'Essai' });
}, 400_000);
afterAll(() => test?.close());

async function send(
  method: 'GET' | 'PUT' | 'POST',
  url: string,
  payload?: object,
  who: Person = 'claire',
): Promise<unknown> {
  const path = url.startsWith('/api') ? url : `/api/projects/${project._id}${url}`;
  const { status, body } = await test.ask(who, { method, url: path, ...(payload && { payload }) });
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  await waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));
  return body;
}

/** What the file of the signed phase says of its articles: of the dearest sizes. */
async function dear(size = 'XL'): Promise<string[]> {
  const text = String(await send('GET', '/export/prices-csv?phase=0'));
  const rows = text.split('\n').map((row) => row.split(';'));
  const [head = []] = rows;
  const at = (row: readonly string[], name: string) => row[head.indexOf(name)] ?? '';
  expect(head).toContain('Prix démarqué');
  return rows
    .filter((row) => at(row, 'Taille') === size)
    .map((row) => `${at(row, 'SKU')} ${at(row, 'Prix démarqué')}`)
    .sort();
}

const SIGNED = ['113 56,00', 'A-XL 56,00', 'K-XL 56,00', 'P-XL 56,00'];
const RENAMED = ['213 56,00', 'A-54 56,00', 'K-XL 56,00', 'N-XL 56,00'];

/** A delivery that calls an article and two products otherwise. */
const rename = () =>
  importTexts(test, {
    'articles.csv': [
      'code_produit;sku;taille;libelle;prix_ttc;cout',
      ...['R;211;S;Veste;50;9', 'R;212;M;Veste;50;9', 'R;213;XL;Veste;70;9'],
    ].join('\n'),
    'equivalences.csv': 'ancien_code;nouveau_code\nA-XL;A-54\nP;N\nQ;R',
  });

it('an article sold at a price of its own keeps the price that was signed under its new code, and back', async () => {
  expect(await dear()).toEqual(SIGNED);
  await rename();
  expect(await dear()).toEqual(RENAMED);
  // The phase that follows compares with what was signed of the article: at the same discount nothing goes up.
  await choose(test, project._id, { A: 20, N: 20, R: 20, K: 20, D: 20 });
  const { data: checks } = (await send('GET', '/checks')) as { data: ValidationCheck[] };
  expect(checks.find(({ key }) => key === 'price_rises')).toMatchObject({ state: 'ok' });
  const versions = (await send('GET', '/api/warehouse-versions')) as { data: WarehouseVersion[] };
  const former = versions.data.find(({ is_current }) => !is_current);
  await send('POST', `/api/warehouse-versions/${former?.version}/restore`);
  expect(await dear()).toEqual(SIGNED);
}, 400_000);

it('what waits for a signature is signed under the new codes too: no price of it is another', async () => {
  await send('POST', '/approval', { word: 'Prête' }, 'marion');
  const state = async () => (await send('GET', '/approval', undefined, 'ines')) as SignatureState;
  expect(await state()).toMatchObject({ refusal: null, lapsed: { count: 0 } });
  await rename();
  expect(await state()).toMatchObject({ refusal: null, lapsed: { count: 0 } });
}, 400_000);

it('two articles that become one keep the lower of the prices signed: none goes back up', async () => {
  expect(await dear('46')).toEqual(['D-1 64,00', 'D-2 56,00']);
  await importTexts(test, { 'equivalences.csv': 'ancien_code;nouveau_code\nD-1;D-9\nD-2;D-9' });
  expect(await dear('46')).toEqual(['D-9 56,00']);
}, 400_000);
