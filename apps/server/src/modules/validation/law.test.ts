import type { Project } from '@palier/contract';
import { type LawPolicy, type LinePage, lawPolicy, type ValidationCheck } from '@palier/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../scope.ts';
import { startTestApp, type TestApp, userOf } from '../../test/app.ts';
import { importTexts, openSoldes } from '../../test/small-shop.ts';
import type { Facts } from '../facts/index.ts';
import { waitForJobs } from '../jobs/index.ts';
import { editProject } from '../projects/lifecycle.ts';
import { openProject } from '../projects/service.ts';

let test: TestApp;
let project: Project;

const START = '2026-06-24';
const day = (back: number): string =>
  new Date(Date.parse(`${START}T00:00:00Z`) - back * 86_400_000).toISOString().slice(0, 10);

type Answer = Awaited<ReturnType<TestApp['ask']>>;
const ask = (
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: object,
  who: 'claire' | 'marion' = 'claire',
): Promise<Answer> => test.ask(who, { method, url: `/api${url}`, ...(payload && { payload }) });
async function send<T>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<T> {
  const answer = await ask(method, url, payload);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as T;
}

/** Four dresses at 100: steady, with an offer in June by its list, with one that the till alone tells, and without history. */
const FILES = {
  'articles.csv': ['code_produit;libelle;prix_ttc;cout;date_mise_en_vente']
    .concat(['STEADY', 'OFFER', 'TILL', 'BLANK'].map((code) => `${code};Robe ${code};100;90;2026-03-01`))
    .concat('YOUNG;Robe YOUNG;100;90;2026-06-10')
    .join('\n'),
  'prix.csv': [
    'code_produit;date_début;prix_ttc',
    ...['STEADY', 'OFFER', 'TILL'].map((code) => `${code};2026-01-01;100`),
    `YOUNG;2026-06-10;100`,
    `OFFER;${day(12)};80`,
    `OFFER;${day(7)};100`,
  ].join('\n'),
  'ventes.csv': [
    'date;code_produit;quantite;montant_ttc;code_magasin',
    ...[12, 11, 10, 9, 8].map((back) => `${day(back)};TILL;2;160;L1`),
    // One low ticket is nobody's price, nor is a return.
    `${day(5)};STEADY;1;30;L1`,
    ...[20, 19, 18, 17].map((back) => `${day(back)};STEADY;-1;-10;L1`),
    ...['STEADY', 'OFFER', 'TILL', 'YOUNG', 'BLANK'].map((code) => `${day(4)};${code};1;100;L1`),
  ].join('\n'),
  'stock.csv': ['date;code_produit;quantite;code_magasin']
    .concat(['STEADY', 'OFFER', 'TILL', 'YOUNG', 'BLANK'].map((code) => `${day(2)};${code};20;L1`))
    .join('\n'),
  'lieux.csv': 'code;nom;type;pays;ville;code_postal\nL1;Lille;magasin;France;Lille;59000',
};

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importTexts(test, FILES);
  project = await openSoldes(test, [20, 30, 50]);
  const edits = [...(await lines()).values()].map(({ _id }) => [_id, { discount_pct_user: 30 }]);
  await send('PUT', `/projects/${project._id}/discounts`, Object.fromEntries(edits));
});
afterAll(() => test?.close());

type Line = LinePage['data'][number] & {
  prior_price: number | null;
  prior_price_state: string;
  announced_pct: number | null;
  announcement: string;
};
async function lines(): Promise<Map<string, Line>> {
  const { data } = await send<{ data: Line[] }>('GET', `/projects/${project._id}/discounts?size=100`);
  return new Map(data.map((line) => [line.item_group_id, line]));
}
async function checks(): Promise<Map<string, ValidationCheck>> {
  const { data } = await send<{ data: ValidationCheck[] }>('GET', `/projects/${project._id}/checks`);
  return new Map(data.map((check) => [check.key, check]));
}

/** Facts that have something done at once after the lines were first read since the places were. */
function meanwhile(facts: Facts, act: () => Promise<unknown>): Facts {
  let places_read = false;
  return new Proxy(facts, {
    get(own, name) {
      const value: unknown = Reflect.get(own, name);
      if (typeof value !== 'function') return value;
      return async (...given: unknown[]) => {
        const due = name === 'use' && places_read;
        if (name === 'useWarehouse') places_read = true;
        const answer: unknown = await value.apply(own, given);
        if (due) {
          places_read = false;
          await act();
        }
        return answer;
      };
    },
  });
}

describe('the law on a project', () => {
  it('gives each product its prior price, how it is proven and what may be announced of it', async () => {
    const found = await lines();
    const of = (code: string) => {
      const { prior_price, prior_price_state, announced_pct, announcement } = found.get(code) ?? {};
      return [prior_price, prior_price_state, announced_pct, announcement];
    };
    expect(of('STEADY')).toEqual([100, 'known', 30, 'full']);
    expect(of('OFFER')).toEqual([80, 'known', 12, 'less']);
    expect(of('TILL')).toEqual([80, 'till', 12, 'less']);
    expect(of('YOUNG')).toEqual([100, 'recent', 30, 'full']);
    expect(of('BLANK')).toEqual([null, 'unknown', null, 'unknown']);
  });

  it('is read before a validation, and leads to the products', async () => {
    const found = await checks();
    expect(found.get('prior_price')).toMatchObject({
      state: 'attention',
      text: '3 produits démarqués au prix antérieur non établi',
    });
    expect(found.get('announced_pct')).toMatchObject({
      state: 'attention',
      text: '2 produits ne peuvent pas être annoncés au taux décidé',
    });
    expect(found.get('soldes_dates')?.state).toBe('ok');
    expect(found.get('soldes_goods')).toMatchObject({
      state: 'attention',
      text: '1 produit soldé en vente depuis moins d’un mois',
    });
    const filter = encodeURIComponent(JSON.stringify(found.get('soldes_goods')?.filter));
    const { data } = await send<LinePage>('GET', `/projects/${project._id}/discounts?filter=${filter}`);
    expect(data.map(({ item_group_id }) => item_group_id)).toEqual(['YOUNG']);
  });

  it('blocks it for what is decided while it is checked: nothing slips in after it was read', async () => {
    await send('PUT', '/law', lawPolicy({ announced_pct: 'block' }));
    const id = (await lines()).get('OFFER')?._id ?? '';
    const decide = (pct: number) =>
      send('PUT', `/projects/${project._id}/discounts`, { [id]: { discount_pct_user: pct } });
    // A colleague's edit, as soon as the law has been read on the lines.
    const facts = meanwhile(test.deps.facts, () => decide(20));
    const { db } = test.deps.database;
    const claire = { ...systemScope('org_maison_brume'), user_id: userOf('claire').user_id };
    const opened = await openProject(db, claire, project._id);
    const validation = editProject({ ...test.deps, facts }, opened, { working_phase: 1 });
    await expect(validation).rejects.toMatchObject({ status: 409, code: 'conflict' });
    const { data } = await send<{ data: Project[] }>('GET', '/projects');
    expect(data.map(({ working_phase }) => working_phase)).toEqual([0]);
    await decide(30);
    await send('PUT', '/law', lawPolicy(null));
  });

  it('is judged with costs, whoever validates: who may not see them is told of the rule, not of a field', async () => {
    await send('PUT', '/law', lawPolicy({ prior_price: 'block' }));
    const { db } = test.deps.database;
    const unknowing = { ...systemScope('org_maison_brume'), permissions: { canValidatePhases: true } };
    const opened = await openProject(db, unknowing, project._id);
    await expect(editProject(test.deps, opened, { working_phase: 1 })).rejects.toMatchObject({
      ...{ status: 422, code: 'refused' },
      message: expect.stringContaining('bloquent la validation'),
    });
    await send('PUT', '/law', lawPolicy(null));
  });

  it('blocks a validation only where an administrator chose that it does', async () => {
    expect(await send<LawPolicy>('GET', '/law')).toEqual(lawPolicy(null));
    const strict = lawPolicy({ announced_pct: 'block', soldes_goods: 'note' });
    expect((await ask('PUT', '/law', strict, 'marion')).status).toBe(403);
    expect(await send('PUT', '/law', strict)).toEqual(strict);
    expect((await checks()).get('soldes_goods')?.state).toBe('ok');
    // What is announced at less than decided keeps the law: an organisation that blocks is only warned.
    expect((await checks()).get('announced_pct')?.state).toBe('attention');
    const id = (await lines()).get('OFFER')?._id ?? '';
    await send('PUT', `/projects/${project._id}/discounts`, { [id]: { discount_pct_user: 20 } });
    expect((await lines()).get('OFFER')).toMatchObject({ announced_pct: null, announcement: 'none' });
    expect((await checks()).get('announced_pct')?.state).toBe('blocked');
    const refused = await ask('PUT', `/projects/${project._id}`, { working_phase: 1 });
    expect(refused).toMatchObject({ status: 422, body: { code: 'refused' } });
    expect(JSON.stringify(refused.body)).toContain('bloquent la validation');
    await send('PUT', '/law', lawPolicy({ announced_pct: 'warn' }));
    await send('PUT', `/projects/${project._id}`, { working_phase: 1 });
  });

  it('keeps the prior price of before the first reduction in the phase that follows', async () => {
    await waitForJobs(test.deps.database.db, systemScope('org_maison_brume'));
    const found = await lines();
    const id = found.get('OFFER')?._id ?? '';
    await send('PUT', `/projects/${project._id}/discounts`, { [id]: { discount_pct_user: 50 } });
    expect((await lines()).get('OFFER')).toMatchObject({ prior_price: 80, announced_pct: 37 });
  });

  it('speaks of the products that are left out at the price marked down before, and never blocks for them', async () => {
    const found = await lines();
    const excluded = ['OFFER', 'BLANK'].map((code) => [found.get(code)?._id ?? '', { included: false }]);
    await send('PUT', `/projects/${project._id}/discounts`, Object.fromEntries(excluded));
    const others = ['STEADY', 'TILL', 'YOUNG'].map((code) => [
      found.get(code)?._id ?? '',
      { included: false },
    ]);
    await send('PUT', '/law', lawPolicy({ prior_price: 'block', announced_pct: 'block' }));
    expect((await checks()).get('prior_price')).toMatchObject({
      state: 'blocked',
      text: '3 produits démarqués au prix antérieur non établi',
      detail: expect.stringContaining('dont 1 exclu, au prix reconduit'),
    });
    await send('PUT', `/projects/${project._id}/discounts`, Object.fromEntries(others));
    const alone = await checks();
    expect(alone.get('prior_price')).toMatchObject({
      state: 'attention',
      detail: expect.stringContaining('dont 3 exclus, au prix reconduit'),
    });
    await send('PUT', '/law', lawPolicy(null));
  });
});
