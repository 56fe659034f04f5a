import type { Optimization, Product, Project, RouteOutput, Scenario } from '@palier/contract';
import { type LawPolicy, type LinePage, lawPolicy } from '@palier/domain';
import { checkPlan } from '@palier/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../../scope.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { importTexts, openSoldes } from '../../../test/small-shop.ts';
import { waitForJobs } from '../../jobs/index.ts';
import { openProject as proveProject } from '../../projects/index.ts';
import { readPlanBase } from './plan.ts';
import { markdownProblem } from './problem.ts';
import { plannedLines } from './repository.ts';

let test: TestApp;
let project: Project;
const scope = systemScope('org_maison_brume');
const START = '2026-06-24';
const day = (back: number): string =>
  new Date(Date.parse(`${START}T00:00:00Z`) - back * 86_400_000).toISOString().slice(0, 10);

/** Dresses at 100: two steady, one at 80 in June, one that came too late, one without history. */
const CODES = ['STEADY', 'CALM', 'OFFER', 'YOUNG', 'BLANK'];
const FILES = {
  'articles.csv': ['code_produit;libelle;prix_ttc;cout;date_mise_en_vente']
    .concat(CODES.map((code) => `${code};Robe;100;20;${code === 'YOUNG' ? '2026-06-10' : '2026-03-01'}`))
    .join('\n'),
  'prix.csv': ['code_produit;date_début;prix_ttc']
    .concat(['STEADY', 'CALM', 'OFFER', 'YOUNG'].map((code) => `${code};2026-01-01;100`))
    .concat(`OFFER;${day(12)};80`, `OFFER;${day(7)};100`)
    .join('\n'),
  'ventes.csv': ['date;code_produit;quantite;montant_ttc;code_magasin']
    .concat(CODES.flatMap((code) => [20, 13, 4].map((back) => `${day(back)};${code};2;200;L1`)))
    .join('\n'),
  'stock.csv': ['date;code_produit;quantite;code_magasin']
    .concat(CODES.map((code) => `${day(2)};${code};60;L1`))
    .join('\n'),
  'lieux.csv': 'code;nom;type;pays;ville;code_postal\nL1;Lille;magasin;France;Lille;59000',
};

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importTexts(test, FILES);
  project = await openSoldes(test, [10, 20, 30]);
});
afterAll(() => test?.close());

async function ask(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  return test.ask('claire', { method, url: `/api${url}`, ...(payload && { payload }) });
}
async function send<T>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<T> {
  const answer = await ask(method, url, payload);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as T;
}

const STRICT = { prior_price: 'block', announced_pct: 'block', soldes_goods: 'block' } as const;
const strict = (law: Partial<LawPolicy>): Promise<LawPolicy> => send('PUT', '/law', lawPolicy(law));

async function lines(): Promise<Map<string, LinePage['data'][number]>> {
  const { data } = await send<LinePage>('GET', `/projects/${project._id}/discounts?size=100`);
  return new Map(data.map((line) => [line.item_group_id, line]));
}
async function choose(discounts: Record<string, number | null>): Promise<void> {
  const found = await lines();
  const edits = Object.entries(discounts).map(([code, pct]) => [
    found.get(code)?._id,
    { discount_pct_user: pct },
  ]);
  await send('PUT', `/projects/${project._id}/discounts`, Object.fromEntries(edits));
}

/** Runs a scenario and answers it with its discounts by product, judged by the independent checker. */
async function run(constraints: NonNullable<Scenario['constraints']>) {
  const made = await send<Scenario>('POST', '/scenarios', { name: 'Vider', goal: 'cogs', constraints });
  const asked = await send<Optimization>('POST', `/scenarios/${made._id}/optimizations`, {
    projects: [project._id],
  });
  await waitForJobs(test.deps.database.db, scope);
  const done = await send<Optimization>('GET', `/optimizations/${asked._id}`);
  expect(done.error ?? null).toBeNull();
  const own = await proveProject(test.deps.database.db, scope, project._id);
  const base = await readPlanBase(test.deps, own, {});
  const stored = await plannedLines(test.deps.database.db, own, done._id);
  const planned = new Map(stored.map((line) => [line.discount_id, line]));
  const plan = Uint8Array.from(
    base.lines.ids.flatMap((id) => {
      const line = planned.get(id);
      return [line?.discount_pct ?? 0, ...(line?.next_discount_pcts ?? [])].map((points) =>
        base.levels.indexOf(points),
      );
    }),
  );
  const problem = markdownProblem({ ...base, goal: 'cogs', rules: constraints, groups: null });
  const check = checkPlan(problem, plan);
  const codes = new Map([...(await lines()).values()].map((line) => [line._id, line.item_group_id]));
  const discounts = Object.fromEntries(
    stored.map(({ discount_id, discount_pct }) => [codes.get(discount_id) ?? '', discount_pct]),
  );
  return { done, discounts, check, problems: (done.result_overview?.problems ?? []).join(' ') };
}

describe('a rule of the law set to block', () => {
  it('removes levels from the plan where it hits a line, and nowhere else', async () => {
    const free = await run({ maximum_discount_pct: 20 });
    expect(free.discounts).toEqual({ STEADY: 20, CALM: 20, OFFER: 20, YOUNG: 20, BLANK: 20 });
    await strict(STRICT);
    const shallow = await run({ maximum_discount_pct: 20 });
    // 20 % of 100 is the prior price of OFFER: nothing may be announced there, nor at 10 %.
    expect(shallow.discounts).toEqual({ STEADY: 20, CALM: 20, OFFER: 0, YOUNG: 0, BLANK: 0 });
    expect(shallow.check.broken_items).toEqual([]);
    expect(shallow.done.result_overview?.infeasibility ?? null).toBeNull();
    expect(shallow.problems).toContain('Niveaux retirés par la loi');
    expect(shallow.problems).toContain('produit en vente depuis moins d’un mois (1)');
    const deep = await run({});
    // 70 is under it: announced at 12 %, less than decided, and allowed.
    expect(deep.discounts).toMatchObject({ STEADY: 30, OFFER: 30, YOUNG: 0, BLANK: 0 });
  });

  it('leaves a discount chosen by hand, and says that validation will refuse it', async () => {
    await choose({ OFFER: 20 });
    const { discounts, check, problems } = await run({});
    expect(discounts).toMatchObject({ OFFER: 20 });
    expect(check.broken_items).toEqual([]);
    expect(problems).toContain('1 démarque choisie à la main est refusée par la loi : gardée, elle bloquera');
    await choose({ OFFER: null });
  });

  it('gives the others of a group the discount that they share, those it hits their own', async () => {
    const { discounts } = await run({ maximum_discount_pct: 20, same_discount_by: 'title' });
    expect(discounts).toEqual({ STEADY: 20, CALM: 20, OFFER: 0, YOUNG: 0, BLANK: 0 });
  });

  it('is kept by the goals of a group, by a distribution simulated, and said of a product', async () => {
    const { goals } = await send<RouteOutput<'goals.get_group'>>(
      'GET',
      `/projects/${project._id}/discounts/optimizations?keep_discount_pct_user=false`,
    );
    const clear = goals.find(({ goal }) => goal === 'cogs');
    const at = (pct: number) =>
      clear?.discount_distribution?.find(({ discount_pct }) => discount_pct === pct)?.discount_count;
    expect([at(0), at(30)]).toEqual([2, 3]);
    const stats = await send<RouteOutput<'projects.simulate'>>('PUT', `/projects/${project._id}/simulate`, {
      objective: { discount_pct_distribution: { 0: 0, 10: 0, 20: 100, 30: 0 } },
    });
    const placed = Object.fromEntries(
      stats.discount_pct.map(({ discount_pct, discount_count }) => [discount_pct, discount_count]),
    );
    expect(placed).toMatchObject({ 0: 3, 20: 2 });
    const { levels, reasons } = await send<Product>('GET', `/projects/${project._id}/products/OFFER`);
    expect(levels?.map(({ removed_by }) => removed_by)).toEqual([
      [],
      ['announced_pct'],
      ['announced_pct'],
      [],
    ]);
    expect((reasons ?? []).join(' ').replaceAll(/\s/g, ' ')).toContain(
      'Niveaux retirés par la loi : 10 %, 20 % (prix qui n’est pas sous le prix antérieur).',
    );
  });

  it('lets the plan it shaped be validated, and keeps a line without any lawful level where it is', async () => {
    await strict({});
    await choose({ STEADY: 20, CALM: 20, OFFER: 20, YOUNG: 20, BLANK: 20 });
    await strict(STRICT);
    expect((await ask('PUT', `/projects/${project._id}`, { working_phase: 1 })).status).toBe(422);
    await choose({ STEADY: null, CALM: null, OFFER: null, YOUNG: null, BLANK: null });
    const { done } = await run({});
    await send('PUT', '/optimizations/listing', {
      optimization_ids: [done._id],
      project_ids: [project._id],
    });
    expect((await lines()).get('OFFER')?.discount_pct).toBe(30);
    // A product of no history is let through by an organisation that only warns: it is marked down from then on.
    await strict({ announced_pct: 'block' });
    await choose({ BLANK: 20 });
    await send('PUT', `/projects/${project._id}`, { working_phase: 1 });
    await waitForJobs(test.deps.database.db, scope);
    await strict(STRICT);
    const next = await run({});
    expect(next.discounts).toMatchObject({ BLANK: 20, OFFER: 30, YOUNG: 0 });
    expect(next.check.broken_items).toEqual([]);
    expect(next.problems).toContain('1 produit n’a aucun niveau que la loi permet');
  });
});
