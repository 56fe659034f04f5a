import { type Person, startTestApp, type TestApp } from '../../apps/server/src/test/app.ts';
import { importShop, linesOf, openProject } from '../../apps/server/src/test/small-shop.ts';
import { type BenchLine, type BenchOptions, benchLine, interleave } from './bench.ts';

// What « Règles » waits for when it opens: products, costs and conflicts of four rules over 20,000 products (or
// --products), each time after an edit of a line, so that nothing of the former answer is kept. Against what the
// listing waits for after the same edit: its groups and its totals.

const RUNS = 7;
const BUDGET = 5;
const FAMILIES = 12;
const PERSON: Person = 'claire';

const inFamily = (...families: number[]) => ({
  combinator: 'and',
  rules: [{ field: 'family', operator: 'in', value: families.map((family) => `Famille ${family}`) }],
});

const fixed = (name: string, query: object | null, discount: object) => ({
  ...{ name, query, discount_spec_map_type: 'fixed', discount_spec_map: { '*': discount } },
});

const RULES = [
  fixed('Au plus 50', null, { min: null, max: 50 }),
  fixed('Deux familles à 20 au moins', inFamily(1, 2), { min: 20, max: null }),
  fixed('Une famille contrariée', inFamily(2, 3), { min: null, max: 0 }),
  {
    ...{ name: 'Selon la famille', query: null, discount_spec_by: 'family' },
    ...{ discount_spec_map_type: 'match', discount_spec_map: { 'Famille 4': 30, 'Famille 5': 40 } },
  },
];

/** Lines of the bench: the first read of what the rules do, and the preview of one being written. */
export async function run({ products = 20_000 }: BenchOptions): Promise<BenchLine[]> {
  const test = await startTestApp({ jobs: true });
  try {
    const { project, lines } = await openShop(test, products);
    let turn = 0;
    const ask = (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) =>
      call(test, method, `/projects/${project}/${path}`, payload);
    const edit = async () => {
      turn += 1;
      const line = lines[turn % lines.length] ?? '';
      await ask('PUT', 'discounts', { [line]: { discount_pct_user: 20 + 10 * (turn % 2) } });
    };
    const listing = () => ask('GET', 'discounts/groups?by=family&summary=true');
    const measured = async (name: string, read: () => Promise<unknown>) => {
      const times = await interleave(RUNS, read, listing, edit);
      const title = `${name}, ${products.toLocaleString('en')} products: the listing’s groups`;
      return benchLine('rules', title, times.subject, times.reference, 'ms', BUDGET);
    };
    const preview = fixed('Au plus 40', null, { min: null, max: 40 });
    return [
      await measured('effects of four rules', () => ask('GET', 'rules/summary')),
      await measured('a rule being written', () => ask('POST', 'rules/preview', preview)),
    ];
  } finally {
    await test.close();
  }
}

async function call(
  test: TestApp,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: object,
): Promise<unknown> {
  const { status, body } = await test.ask(PERSON, {
    method,
    url: `/api${path}`,
    ...(payload && { payload }),
  });
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

async function openShop(test: TestApp, products: number): Promise<{ project: string; lines: string[] }> {
  const codes = Array.from({ length: products }, (_, index) => index);
  await importShop(
    test,
    codes.map((index) => ({
      ...{ code: `P${index}`, family: `Famille ${index % FAMILIES}`, sizes: ['U'] },
      ...{ price: 20 + (index % 90), cost: 10, weekly_sales: 1 + (index % 7), stock: 10 + (index % 50) },
    })),
  );
  const { _id } = await openProject(test, 'Soldes/Règles');
  await call(test, 'POST', `/projects/${_id}/rules`, RULES);
  return { project: _id, lines: [...(await linesOf(test, _id)).values()].map((line) => line._id) };
}
