import type { Optimization, Project, Scenario } from '@palier/contract';
import { type LawPolicy, lawPolicy } from '@palier/domain';
import { checkPlan } from '@palier/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemScope } from '../../../scope.ts';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { choose, importTexts, linesOf, openProject } from '../../../test/small-shop.ts';
import { waitForJobs } from '../../jobs/index.ts';
import { openProject as proveProject } from '../../projects/index.ts';
import { readPlanBase } from './plan.ts';
import { markdownProblem } from './problem.ts';
import { plannedLines } from './repository.ts';

let test: TestApp;
const scope = systemScope('org_maison_brume');
/** A private sale, then three rounds of soldes, two weeks each. */
const STARTS = ['2026-06-10', '2026-06-24', '2026-07-08', '2026-07-22'];

/**
 * OFFER was at 80 until the 5th of June: the lowest of the 30 days before the first two rounds, not of the last. YOUNG is on
 * sale since the 1st of June: less than 30 days before the first two rounds, and less than a month before the soldes.
 * THIN costs 63, which 80 without tax is above and 70 is not.
 * FALLS comes down to 75 on the 26th of June, as its list says already: 100 before the first two rounds, 75 before the
 * last ones.
 */
const CODES = ['STEADY', 'OFFER', 'YOUNG', 'FALLS', 'THIN'];
const FILES = {
  'articles.csv': ['code_produit;libelle;prix_ttc;cout;date_mise_en_vente']
    .concat(
      CODES.map(
        (code) =>
          `${code};Robe;100;${code === 'THIN' ? 63 : 20};${code === 'YOUNG' ? '2026-06-01' : '2026-03-01'}`,
      ),
    )
    .join('\n'),
  'prix.csv': ['code_produit;date_début;prix_ttc']
    .concat(CODES.map((code) => `${code};${code === 'YOUNG' ? '2026-06-01' : '2026-01-01'};100`))
    .concat('OFFER;2026-05-28;80', 'OFFER;2026-06-06;100', 'FALLS;2026-06-26;75')
    .join('\n'),
  'ventes.csv': ['date;code_produit;quantite;montant_ttc;code_magasin']
    .concat(CODES.flatMap((code) => ['02', '05', '08'].map((of) => `2026-06-${of};${code};2;200;L1`)))
    .join('\n'),
  'stock.csv': ['date;code_produit;quantite;code_magasin']
    .concat(CODES.map((code) => `2026-06-08;${code};90;L1`))
    .join('\n'),
  'lieux.csv': 'code;nom;type;pays;ville;code_postal\nL1;Lille;magasin;France;Lille;59000',
};

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importTexts(test, FILES);
});
afterAll(() => test?.close());

async function send<T>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<T> {
  const answer = await test.ask('claire', { method, url: `/api${url}`, ...(payload && { payload }) });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as T;
}
const strict = (law: Partial<LawPolicy>): Promise<LawPolicy> => send('PUT', '/law', lawPolicy(law));

/** A project whose first round is no soldes, the three others are. */
const openRounds = (
  name: string,
  names: readonly string[] = ['Vente privée', 'Soldes 1', 'Soldes 2', 'Soldes 3'],
): Promise<Project> =>
  openProject(test, name, {
    data_date: undefined,
    phases: names.map((phase, at) => ({ name: phase, start_date: STARTS[at] ?? '' })),
    end_date: STARTS[names.length] ?? '2026-08-05',
    discount_pct_range: [10, 20, 30],
    working_phase: 0,
  });

/** The discounts that a plan gives each product, phase by phase, judged by the independent checker too. */
async function planOf({ _id }: Project, constraints: NonNullable<Scenario['constraints']> = {}) {
  const made = await send<Scenario>('POST', '/scenarios', { name: 'Vider', goal: 'cogs', constraints });
  const asked = await send<Optimization>('POST', `/scenarios/${made._id}/optimizations`, { projects: [_id] });
  await waitForJobs(test.deps.database.db, scope);
  const done = await send<Optimization>('GET', `/optimizations/${asked._id}`);
  expect(done.error ?? null).toBeNull();
  const own = await proveProject(test.deps.database.db, scope, _id);
  const stored = await plannedLines(test.deps.database.db, own, done._id);
  const codes = new Map(
    [...(await linesOf(test, _id)).values()].map((line) => [line._id, line.item_group_id]),
  );
  const paths = new Map(
    stored.map((line) => [line.discount_id, [line.discount_pct, ...(line.next_discount_pcts ?? [])]]),
  );
  const base = await readPlanBase(test.deps, own, {});
  const plan = base.lines.ids.flatMap(
    (id) => paths.get(id)?.map((pct) => base.levels.indexOf(pct ?? 0)) ?? [],
  );
  const problem = markdownProblem({ ...base, goal: 'cogs', rules: constraints, groups: null });
  expect(checkPlan(problem, Uint8Array.from(plan)).broken_items).toEqual([]);
  const byCode = Object.fromEntries([...paths].map(([id, path]) => [codes.get(id) ?? '', path]));
  return { byCode, problems: (done.result_overview?.problems ?? []).join(' ') };
}

/** The lowest price of the 30 days before a round, read day by day from the lists above; null: not on sale for so long. */
function priorOf(code: string, phase: number): number | null {
  const start = Date.parse(STARTS[phase] ?? '');
  const dayAt = (back: number): string => new Date(start - back * 86_400_000).toISOString().slice(0, 10);
  const price = (day: string): number | null => {
    if (code === 'YOUNG' && day < '2026-06-01') return null;
    if (code === 'OFFER' && day >= '2026-05-28' && day < '2026-06-06') return 80;
    return code === 'FALLS' && day >= '2026-06-26' ? 75 : 100;
  };
  const days = Array.from({ length: 30 }, (_, n) => price(dayAt(30 - n)));
  return days.some((one) => one === null) ? null : Math.min(...days.map(Number));
}

/** Whether a path keeps the law, said apart: from its first discount on, each price is under that prior price. */
function isLawful(code: string, path: readonly (number | null)[]): boolean {
  const first = path.findIndex((pct) => (pct ?? 0) > 0);
  if (first < 0) return true;
  const prior = priorOf(code, first);
  return path.slice(first).every((pct, after) => {
    const isSoldes = first + after > 0;
    if (isSoldes && code === 'YOUNG') return false;
    return prior !== null && 100 * (1 - (pct ?? 0) / 100) < prior;
  });
}

describe('rules of the law set to block, over the phases of a plan', () => {
  it('each phase is judged by its own prior price', async () => {
    await strict({ prior_price: 'block', announced_pct: 'block', soldes_goods: 'block' });
    const project = await openRounds('Été 2026/Robes');
    const shallow = await planOf(project, { maximum_discount_pct: 20 });
    for (const [code, path] of Object.entries(shallow.byCode))
      expect(isLawful(code, path), `${code} ${path}`).toBe(true);
    expect(shallow.byCode.STEADY?.at(-1)).toBe(20);
    // 80 was practised until the 5th of June: 20 % may be announced from the third round on, no sooner.
    expect(shallow.byCode.OFFER).toEqual([0, 0, 20, 20]);
    // Young before the soldes, and soldes are not for what is on sale for less than a month: never.
    expect(shallow.byCode.YOUNG).toEqual([0, 0, 0, 0]);
    expect(shallow.problems.replaceAll(/\s/g, ' ')).toContain('chaque démarque est jugée'.replace('c', 'C'));
    // 30 % is under 80 from the start.
    expect((await planOf(project)).byCode.OFFER).toEqual([30, 30, 30, 30]);
  });

  it('a price that comes down meanwhile closes what it makes no reduction of', async () => {
    const project = await openRounds('Été 2026/Robes qui baissent');
    await choose(test, project._id, { FALLS: 0 });
    const { byCode } = await planOf(project, { maximum_discount_pct: 20 });
    // Begun after the 26th of June, 80 is no reduction on 75; with no discount before, only the second round may begin it.
    expect(isLawful('FALLS', byCode.FALLS ?? [])).toBe(true);
    expect(byCode.FALLS).toEqual([0, 20, 20, 20]);
  });

  it('says which lines the law leaves no path to the end, and keeps them where they are', async () => {
    await strict({});
    const project = await openRounds('Été 2026/Robes déjà démarquées');
    await choose(test, project._id, { STEADY: 10, OFFER: 10, YOUNG: 10, FALLS: 10 });
    await send('PUT', `/projects/${project._id}`, { working_phase: 1 });
    await waitForJobs(test.deps.database.db, scope);
    await strict({ announced_pct: 'block', soldes_goods: 'block' });
    const { byCode, problems } = await planOf(project);
    expect(byCode).toMatchObject({ STEADY: [30, 30, 30], OFFER: [30, 30, 30], YOUNG: [10, 10, 10] });
    expect(problems.replaceAll(/\s/g, ' ')).toContain(
      '1 produit n’a aucun niveau que la loi permet jusqu’à la dernière démarque',
    );
    await strict({});
  });
});

describe('selling under cost, which the law lets soldes do', () => {
  const thin = async (names: readonly string[], constraints: Scenario['constraints'] = {}) => {
    const project = await openRounds(`Été 2026/${names.join(' ')} ${JSON.stringify(constraints)}`, names);
    return (await planOf(project, constraints ?? {})).byCode.THIN;
  };

  it('is planned in the phases of soldes alone, whatever comes before', async () => {
    expect(await thin(['Vente privée', 'Soldes 1', 'Soldes 2'])).toEqual([20, 30, 30]);
    // Promotions of the same days are no soldes.
    expect(await thin(['Vente privée', 'Démarque 1', 'Démarque 2'])).toEqual([20, 20, 20]);
  });

  it('is not begun where a phase that forbids it follows: a discount never goes back', async () => {
    expect(await thin(['Vente privée', 'Soldes 1', 'Soldes 2', 'Après les soldes'])).toEqual([
      20, 20, 20, 20,
    ]);
  });

  it('is said to be what holds a plan back', async () => {
    const names = ['Vente privée', 'Démarque 1'];
    const project = await openRounds('Été 2026/Promotions', names);
    const said = (await planOf(project)).problems.replaceAll(/\s/g, ' ');
    expect(said).toContain(
      'Prix sous le coût écartés pour 1 produit : ils ne sont pris que pendant des soldes, dans leurs dates légales',
    );
    expect((await planOf(project, { never_below_cost: false })).problems).not.toContain('écartés');
  });

  it('is as the scenario says where it says so', async () => {
    const names = ['Vente privée', 'Soldes 1', 'Soldes 2'];
    expect(await thin(names, { never_below_cost: true })).toEqual([20, 20, 20]);
    expect(await thin(names, { never_below_cost: false })).toEqual([30, 30, 30]);
  });
});
