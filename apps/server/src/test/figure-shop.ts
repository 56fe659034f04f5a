import type { Optimization, Project, Scenario } from '@palier/contract';
import type { LinePage } from '@palier/domain';
import { newRandom } from '../../../../packages/analytics/test/random-project.ts';
import { waitForJobs } from '../modules/jobs/service.ts';
import { systemScope } from '../scope.ts';
import type { TestApp } from './app.ts';
import { importTexts, ORGANIZATION } from './small-shop.ts';

/** Projects of one operation in every state that figures are read in, over products of every kind. */
export interface FigureShop {
  /** Its first round is worked, from a few days after its data. */
  first: Project;
  /** Its second round is worked, in the middle of its first. */
  second: Project;
  /** In francs, at a price list of its own. */
  francs: Project;
  /** All is validated, days are left. */
  closed: Project;
  /** All is validated and past. */
  over: Project;
  /** Past, with a round never validated. */
  waiting: Project;
}

type Row = readonly (string | number | null)[];
const csv = (rows: readonly Row[]): string =>
  rows.map((row) => row.map((cell) => cell ?? '').join(',')).join('\n');

const DAYS = { before: '2026-06-28', within: '2026-07-12', after: '2026-08-02' } as const;
const PHASES = [{ start_date: '2026-07-01' }, { start_date: '2026-07-15' }];
const END = '2026-07-29';
const FAMILIES = ['Robes', 'Jupes', 'Pulls'];

interface Article {
  code: string;
  brand: string;
  family: string;
  price: number;
  cost: number | null;
  vat: number;
  weekly: number;
  stock: number;
}

function articlesOf(seed: number, count: number): Article[] {
  const random = newRandom(seed);
  return Array.from({ length: count }, (_, index) => ({
    code: `P${String(index).padStart(2, '0')}`,
    brand: random.pick(['Lune', 'Éclat', '']),
    family: FAMILIES[index % FAMILIES.length] ?? '',
    price: random.pick([19.99, 29.9, 49.5, 120]),
    cost: index % 6 === 5 ? null : random.pick([5, 7.77, 9.1]),
    vat: random.pick([20, 5.5]),
    weekly: 1 + random.below(7),
    stock: index % 7 === 3 ? 0 : random.pick([4, 25, 60]),
  }));
}

/** Sales of two weeks or more up to a day, at a rate paid, with a return now and then. */
function salesRows(
  articles: readonly Article[],
  from: string,
  to: string,
  rate: number,
  seed: number,
): Row[] {
  const random = newRandom(seed);
  const rows: Row[] = [];
  for (let day = Date.parse(from); day <= Date.parse(to); day += 7 * 86_400_000)
    for (const { code, price, weekly } of articles) {
      const [date, paid] = [new Date(day).toISOString().slice(0, 10), price * (1 - rate)];
      const place = random.pick(['M01', 'M02', 'WEB']);
      rows.push([date, code, place, weekly, (weekly * paid).toFixed(2)]);
      if (random.chance(0.15)) rows.push([date, code, place, -1, (-paid).toFixed(2)]);
    }
  // The last day is one on which every place sold.
  for (const place of ['M01', 'M02', 'WEB'])
    rows.push([to, articles[0]?.code ?? '', place, 1, ((articles[0]?.price ?? 0) * (1 - rate)).toFixed(2)]);
  return rows;
}

const stockRows = (articles: readonly Article[], day: string, sold: number): Row[] =>
  articles.flatMap(({ code, stock }) => [
    [code, 'M01', Math.max(0, stock - sold), day],
    [code, 'WEB', Math.round(stock / 2), day],
  ]);

const SALES = ['date', 'item_group_id', 'location_code', 'quantity', 'amount'];
const STOCK = ['item_group_id', 'inventory_code', 'quantity', 'date'];

/** Asks as Claire; what is refused ends the test. */
export function asker(test: TestApp) {
  return async <T>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<T> => {
    const answer = await test.ask('claire', { method, url: `/api${url}`, ...(payload && { payload }) });
    if (answer.status >= 300) throw new Error(`${method} ${url}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
}

export const settle = (test: TestApp) => waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));

/** Decides of each line something else: a rate, all of it, out of the markdown, or nothing; some are reviewed. */
async function decide(test: TestApp, { _id, discount_pct_range }: Project, seed: number): Promise<void> {
  const send = asker(test);
  const random = newRandom(seed);
  const { data } = await send<LinePage>('GET', `/projects/${_id}/discounts?size=1000`);
  const edits = data.flatMap((line, index): [string, object][] => {
    const least = Number(line.previous_discount_pct ?? 0);
    const wanted = random.pick(discount_pct_range.filter((pct) => pct >= least));
    if (index % 9 === 7) return [];
    return [[line._id, index % 9 === 8 ? { included: false } : { discount_pct_user: wanted }]];
  });
  await send('PUT', `/projects/${_id}/discounts`, Object.fromEntries(edits));
  for (const { _id: id } of data.slice(0, 3)) await send('PUT', `/discounts/${id}/review`);
}

function files(articles: readonly Article[], seed: number): Record<string, string> {
  return {
    'articles.csv': csv([
      ['item_group_id', 'title', 'brand', 'family', 'price', 'cost', 'vat_rate'],
      ...articles.map(({ code, brand, family, price, cost, vat }) => [
        ...[code, code, brand, family],
        ...[price, cost, vat],
      ]),
    ]),
    'tarifs.csv': csv([
      ['item_group_id', 'price_list_id', 'from_date', 'price', 'currency'],
      ...articles.map(({ code, price }) => [code, 'CH', '2026-01-01', Math.round(1.2 * price), 'CHF']),
    ]),
    'taux.csv': csv([
      ['devise', 'date', 'taux_de_change'],
      ['CHF', '2025-01-01', 1.05],
    ]),
    'ventes.csv': csv([SALES, ...salesRows(articles, '2025-05-04', DAYS.before, 0, seed)]),
    'stock.csv': csv([STOCK, ...stockRows(articles, DAYS.before, 0)]),
  };
}

/** Imports a retailer, and plays an operation of six projects up to where each stands. */
export async function playShop(test: TestApp, seed: number): Promise<FigureShop> {
  const send = asker(test);
  const articles = articlesOf(seed, 18);
  await importTexts(test, files(articles, seed), { currency: 'EUR' });
  const make = (name: string, more: object = {}): Promise<Project> =>
    send('POST', '/projects', {
      ...{ name: `Soldes 2026/Femme/${name}`, phases: PHASES, end_date: END, working_phase: 0 },
      ...{ discount_pct_range: [20, 30, 50, 100], ...more },
    });
  const data_date = DAYS.before;
  const objective = {
    discount_pct_distribution: { 20: 50, 30: 50 },
    discount_pct_distribution_params: { basis: 'sum_stock_qty', discount_budget: 500 },
  };
  const first = await make('Première', { data_date, objective });
  const francs = await make('Francs', {
    ...{ data_date, catalog_currency: 'CHF', accounting_currency: 'EUR' },
    selection: { price_list_id: 'CH' },
  });
  const [second, closed] = [await make('Seconde'), await make('Close')];
  const [over, waiting] = [await make('Terminée'), await make('En attente')];
  await settle(test);
  for (const project of [first, francs, second, closed, over, waiting]) await decide(test, project, seed + 1);
  const validate = async (projects: readonly Project[], working_phase: number | null): Promise<void> => {
    for (const { _id } of projects)
      await send('PUT', `/projects/${_id}`, { working_phase, control_reason: 'Essai' });
    await settle(test);
  };
  await validate([second, closed, over], 1);
  await importTexts(test, {
    'ventes juillet.csv': csv([SALES, ...salesRows(articles, '2026-07-02', DAYS.within, 0.3, seed + 2)]),
    'stock juillet.csv': csv([STOCK, ...stockRows(articles, DAYS.within, 3)]),
  });
  for (const project of [second, closed, over]) await decide(test, project, seed + 3);
  await validate([closed, over], null);
  for (const { _id } of [second, closed]) await send('PUT', `/projects/${_id}`, { data_date: DAYS.within });
  await settle(test);
  await importTexts(test, {
    'ventes fin.csv': csv([SALES, ...salesRows(articles, '2026-07-16', DAYS.after, 0.5, seed + 4)]),
    'stock fin.csv': csv([STOCK, ...stockRows(articles, DAYS.after, 6)]),
  });
  const { data } = await send<{ data: Project[] }>('GET', '/projects');
  const now = ({ _id }: Project): Project => data.find((one) => one._id === _id) ?? first;
  return {
    ...{ first: now(first), second: now(second), francs: now(francs) },
    ...{ closed: now(closed), over: now(over), waiting: now(waiting) },
  };
}

/** Runs a scenario on projects. */
export async function runOn(test: TestApp, projects: readonly Project[]): Promise<Optimization> {
  const send = asker(test);
  const { _id } = await send<Scenario>('POST', '/scenarios', { name: 'Essai', goal: 'profit' });
  const asked = await send<Optimization>('POST', `/scenarios/${_id}/optimizations`, {
    projects: projects.map((project) => project._id),
  });
  await settle(test);
  return send<Optimization>('GET', `/optimizations/${asked._id}`);
}
