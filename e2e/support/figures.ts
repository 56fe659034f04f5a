import { expect, type Page } from '@playwright/test';

// Figures of a plan, worked out here from what each line is (its prices, stock and demand) and from what is decided of
// it: none of the product's sums, SQL or formulas is used, so that a screen that differs is wrong.

export type Horizon = 'end' | 'phase';
export type Plan = 'present' | 'nothing';

/** A line as `GET /projects/{id}/discounts` answers it. */
export interface Line {
  _id: string;
  item_group_id: string;
  family?: string | null;
  optimization_goal: string | null;
  included: boolean;
  price: number | number[] | null;
  base_price: number | null;
  cost: number | null;
  residual_value: number | null;
  stock_qty: number | null;
  upcoming_sales_qty: number | null;
  season_sales_qty: number | null;
  discount_pct: number | null;
  discount_pct_reviewed: boolean;
  previous_discount_pcts: number[];
  discount_pct_min?: number | null;
  discount_pct_max?: number | null;
  next_discount_pcts: number[];
  curve: {
    levels: number[];
    phase_qty: number[];
    rest_qty: number[];
    path?: { phase_mean: number[]; dispersion: number; stock_qty: number } | null;
  } | null;
}

/** Figures by their names on screen. */
export interface Totals {
  count: number;
  sales_qty: number;
  sales: number;
  /** « Marge après invendus », to the end whatever the horizon. */
  merit: number;
  stock: number;
  budget: number;
  sell_through: number;
}

const FIELDS = ['family', 'residual_value', 'stock_qty', 'upcoming_sales_qty', 'season_sales_qty'].join(',');

/** Asks the API as the page's own user. */
export interface Asker {
  get: <T>(path: string) => Promise<T>;
  send: <T>(method: 'POST' | 'PUT', path: string, data: object) => Promise<T>;
  remove: (path: string) => Promise<void>;
}

/** Follows the page's token, which the application renews. */
export function askAs(page: Page): Asker {
  let token = '';
  page.on('request', (request) => {
    const given = request.headers().authorization;
    if (given && request.url().includes('/api/')) token = given;
  });
  const fetched = async (method: string, path: string, data?: object) => {
    const headers = { authorization: token };
    const answer = await page.request.fetch(`/api${path}`, { method, headers, ...(data && { data }) });
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
    return answer;
  };
  const call = async <T>(method: 'GET' | 'POST' | 'PUT', path: string, data?: object): Promise<T> =>
    (await (await fetched(method, path, data)).json()) as T;
  return {
    get: (path) => call('GET', path),
    send: (method, path, data) => call(method, path, data),
    remove: async (path) => void (await fetched('DELETE', path)),
  };
}

/** Every line of a project, page by page. */
export async function readLines(api: Asker, project: string, q = ''): Promise<Line[]> {
  const lines: Line[] = [];
  let after = '';
  do {
    const query = new URLSearchParams({
      size: '200',
      fields: FIELDS,
      ...(after && { after }),
      ...(q && { q }),
    });
    const page = await api.get<{ data: Line[]; cursor: string | null }>(
      `/projects/${project}/discounts?${query}`,
    );
    lines.push(...page.data);
    after = page.cursor ?? '';
  } while (after);
  return lines;
}

/** Discounts of a line in the worked phase and in `count` later ones: a price never goes back up. */
function discountsOf(line: Line, plan: Plan, count: number): number[] {
  const previous = line.previous_discount_pcts.at(-1) ?? 0;
  const isLeft = plan === 'nothing' || !line.included;
  const path = [isLeft ? previous : (line.discount_pct ?? previous)];
  for (let phase = 0; phase < count; phase++)
    path.push(Math.max(path[phase] ?? 0, plan === 'nothing' ? 0 : (line.next_discount_pcts[phase] ?? 0)));
  return path;
}

/** E[min(demand, stock)] of a negative binomial, added up term by term; a fraction of a unit mixes its neighbours. */
function soldOf(shape: number, mean: number, stock: number): number {
  const whole = Math.floor(stock);
  if (stock > whole)
    return (
      (1 - stock + whole) * soldOf(shape, mean, whole) + (stock - whole) * soldOf(shape, mean, whole + 1)
    );
  let [log, left, sold] = [-shape * Math.log1p(mean / shape), 1, 0];
  for (let units = 0; units < whole; units++) {
    sold += units * Math.exp(log);
    left -= Math.exp(log);
    log += Math.log((mean / (shape + mean)) * (shape + units)) - Math.log(units + 1);
  }
  return sold + whole * left;
}

/** Units at hand, sold in the worked phase, sold after it, and at which discounts. */
function unitsOf(line: Line, plan: Plan) {
  const { levels, phase_qty, rest_qty, path } = line.curve ?? { levels: [], phase_qty: [], rest_qty: [] };
  const later = path ? path.phase_mean.length / levels.length - 1 : 1;
  const [worked = 0, ...next] = discountsOf(line, plan, later);
  const from = levels.indexOf(worked);
  const phase = phase_qty[from] ?? 0;
  const at = levels.indexOf(next[0] ?? worked);
  let rest = [{ pct: next[0] ?? worked, qty: rest_qty[from * levels.length + at] ?? 0 }];
  if (path && new Set(next).size > 1) {
    const meanOf = (one: number, pct: number): number =>
      path.phase_mean[one * levels.length + levels.indexOf(pct)] ?? 0;
    let [mean, before] = [meanOf(0, worked), phase];
    rest = next.map((pct, index) => {
      mean += meanOf(index + 1, pct);
      const sold = Math.max(before, soldOf(path.dispersion, mean, path.stock_qty));
      const part = { pct, qty: sold - before };
      before = sold;
      return part;
    });
  }
  return {
    ...{ worked, phase, rest },
    held: Math.max(0, (line.stock_qty ?? 0) - (line.upcoming_sales_qty ?? 0)),
    before: (line.season_sales_qty ?? 0) + (line.upcoming_sales_qty ?? 0),
  };
}

const known = (value: number): number => (Number.isFinite(value) ? value : 0);

/** Bands of the demo's labels: from a price, to another, and the cents that prices in between end in. */
const BANDS = [
  { from: 0, to: 3_000, cents: [49, 99] },
  { from: 3_000, to: 10_000, cents: [99] },
  { from: 10_000, to: Number.POSITIVE_INFINITY, cents: [0] },
];

/** What a label bears at a discount: the nearest price of its band, the lower one of two as near, below the list price. */
export function labelOf(price: number, pct: number): number {
  const plain = Number((price * (100 - pct)).toFixed(6));
  const band = BANDS.find(({ from, to }) => plain >= from && plain < to);
  if (pct <= 0 || !band) return plain / 100;
  const euros = 100 * Math.floor(plain / 100);
  const near = [-100, 0, 100]
    .flatMap((step) => band.cents.map((cents) => euros + step + cents))
    .filter((one) => one > 0 && one >= band.from && one < Math.min(band.to, Math.round(100 * price)))
    .sort((a, b) => Math.abs(a - plain) - Math.abs(b - plain) || a - b);
  return (near[0] ?? plain) / 100;
}

/** What some lines give under a plan over a horizon. */
export function totalsOf(lines: readonly Line[], horizon: Horizon, plan: Plan = 'present'): Totals {
  const total: Totals = { count: 0, sales_qty: 0, sales: 0, merit: 0, stock: 0, budget: 0, sell_through: 0 };
  let [season, available] = [0, 0];
  for (const line of lines) {
    const { worked, held, before, phase, rest } = unitsOf(line, plan);
    const price = (Array.isArray(line.price) ? line.price[0] : line.price) ?? 0;
    const [base, cost] = [line.base_price ?? Number.NaN, line.cost ?? Number.NaN];
    const all = [{ pct: worked, qty: phase }, ...rest].map(({ pct, qty }) => ({
      qty,
      label: labelOf(price, pct),
    }));
    const counted = horizon === 'end' ? all : all.slice(0, 1);
    const sum = (of: readonly { qty: number; label: number }[], each: (label: number) => number): number =>
      of.reduce((so, { qty, label }) => so + qty * each(label), 0);
    const sold = sum(counted, () => 1);
    const left = Math.max(0, held - sold);
    total.count += 1;
    total.sales_qty += sold;
    total.sales += sum(counted, (label) => label);
    total.budget += sum(counted, (label) => price - label);
    total.stock += left;
    season += before + sold;
    available += before + sold + left;
    // What a label keeps of the list price, margin is made at the same.
    const margin = sum(all, (label) => base * (price > 0 ? label / price : 1) - cost);
    const gone = sum(all, () => 1);
    const lost = (1 - (line.residual_value ?? Number.NaN)) * cost * Math.max(0, held - gone);
    total.merit += known(margin - lost);
  }
  return { ...total, sell_through: (100 * season) / available };
}

/** Numbers below a bound from a seed: the same walk at every run. */
export function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

/** A figure as it is written, and half of its last digit: « 132,6 k€ » is 132 600 within 50. */
export function readFigure(text: string): { value: number; within: number } {
  const found = /([−-]?)(\d[\d\s\u00a0\u202f]*)(?:,(\d+))?[\s\u00a0\u202f]*(k|M)?/.exec(text.trim());
  if (!found) throw new Error(`no figure in « ${text} »`);
  const [, sign, whole = '', decimals = '', letter] = found;
  const unit = letter === 'M' ? 1e6 : letter === 'k' ? 1e3 : 1;
  const value = Number(`${whole.replace(/\D/g, '')}.${decimals || '0'}`) * unit;
  return {
    value: sign ? -value : value,
    within: (unit / 10 ** decimals.length) * 0.501 + 1e-6 * value + 0.02,
  };
}

export function expectFigure(text: string, expected: number, where: string): void {
  const { value, within } = readFigure(text);
  expect(Math.abs(value - expected), `${where}: « ${text} » for ${expected}`).toBeLessThanOrEqual(within);
}
