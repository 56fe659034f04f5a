import { expect, type Page, test } from '@playwright/test';
import { cell, openFirstProducts, openListing, rows } from './support/listing.ts';

// One figure has one value wherever it stands: every screen is read, and compared with sums of the lines made here.

interface Family {
  sales_qty: number | null;
  sales: number | null;
  profit_after_leftovers?: number | null;
  stock: number | null;
  discount_budget?: number | null;
  season_sales_qty: number | null;
  available_qty: number | null;
}
interface Line {
  _id: string;
  included: boolean;
  forecast: Family;
  phase_forecast: Family;
  discount_budget: number | null;
}
type Horizon = 'end' | 'phase';
type Name = 'sales' | 'merit' | 'stock' | 'budget';
type Totals = Record<Name | 'sell_through', number>;

const FIELDS = [
  ...['forecast', 'phase_forecast'].flatMap((family) =>
    ['sales_qty', 'sales', 'stock', 'season_sales_qty', 'available_qty'].map((name) => `${family}.${name}`),
  ),
  'forecast.profit_after_leftovers',
  'forecast.discount_budget',
  'discount_budget',
].join(',');

/** Small seeded numbers: the same walk at every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

/** Every line of a project, page by page, as the API answers them to this user. */
async function readLines(page: Page, project: string, token: string, q = ''): Promise<Line[]> {
  const lines: Line[] = [];
  let after = '';
  do {
    const query = new URLSearchParams({
      size: '200',
      fields: FIELDS,
      ...(after && { after }),
      ...(q && { q }),
    });
    const answer = await page.request.get(`/api/projects/${project}/discounts?${query}`, {
      headers: { authorization: token },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
    const body = (await answer.json()) as { data: Line[]; cursor: string | null };
    lines.push(...body.data);
    after = body.cursor ?? '';
  } while (after);
  return lines;
}

function totalsOf(lines: readonly Line[], horizon: Horizon): Totals {
  const sum = (of: (line: Line) => number | null | undefined): number =>
    lines.reduce((total, line) => total + (of(line) ?? 0), 0);
  const family = (line: Line): Family => (horizon === 'end' ? line.forecast : line.phase_forecast);
  return {
    sales: sum((line) => family(line).sales),
    // It exists to the end alone, whatever the switch says.
    merit: sum((line) => line.forecast.profit_after_leftovers),
    stock: sum((line) => family(line).stock),
    budget: sum((line) => (horizon === 'end' ? line.forecast.discount_budget : line.discount_budget)),
    sell_through:
      (100 * sum((line) => family(line).season_sales_qty)) / sum((line) => family(line).available_qty),
  };
}

/** A figure as it is written, and half of its last digit: « 132,6 k€ » is 132 600 within 50. */
function readFigure(text: string): { value: number; within: number } {
  const found = /([−-]?)([\d\s\u00a0\u202f]+)(?:,(\d+))?[\s\u00a0\u202f]*(k|M)?/.exec(text.trim());
  if (!found) throw new Error(`no figure in « ${text} »`);
  const [, sign, whole = '', decimals = '', letter] = found;
  const unit = letter === 'M' ? 1e6 : letter === 'k' ? 1e3 : 1;
  const value = Number(`${whole.replace(/\D/g, '')}.${decimals || '0'}`) * unit;
  return { value: sign ? -value : value, within: (unit / 10 ** decimals.length) * 0.5 + 1e-6 * value + 0.01 };
}

function expectFigure(text: string, expected: number, where: string): void {
  const { value, within } = readFigure(text);
  expect(Math.abs(value - expected), `${where}: « ${text} » for ${expected}`).toBeLessThanOrEqual(within);
}

const LABELS: Record<Name, string> = {
  sales: 'CA prévu',
  merit: 'Marge après invendus',
  stock: 'Stock restant',
  budget: 'Budget',
};

/** The band's figures, by their exact values. */
async function expectBand(page: Page, expected: Totals, when: string): Promise<void> {
  const band = page.locator('[data-part="effects"]');
  for (const name of ['sales', 'merit', 'stock', 'budget'] as const) {
    const measure = band.locator('> div').filter({ hasText: LABELS[name] }).last();
    await expect
      .poll(
        async () => {
          const titles = await measure
            .locator('[title]')
            .evaluateAll((all) => all.map((one) => one.getAttribute('title') ?? ''));
          const exact = titles.find((title) => /^[−-]?[\d\u202f\u00a0 ]+(,\d+)?(\u202f€)?$/.test(title));
          return exact ? Math.abs(readFigure(exact).value - expected[name]) : Number.NaN;
        },
        { message: `${LABELS[name]} of the band, ${when}: ${expected[name]}` },
      )
      .toBeLessThanOrEqual(0.51);
  }
}

/** The same figures on the other screens of the project. */
async function expectScreens(page: Page, project: string, expected: Totals, when: string): Promise<void> {
  await page.goto(`/project/${project}`);
  const key = page.getByRole('region', { name: 'Chiffres clés' });
  await expect(key.getByText('Marge après invendus').first()).toBeVisible();
  const boxes = { ...LABELS, budget: 'Budget de démarque', sell_through: 'Écoulement saison' };
  for (const [name, label] of Object.entries(boxes)) {
    const box = key
      .locator('[title]')
      .and(key.locator(`:text("${label}") >> xpath=../..//*[@title]`))
      .first();
    await expect
      .poll(async () => (await box.textContent()) ?? '', { message: `${label} of Aperçu, ${when}` })
      .toMatch(/\d/);
    expectFigure(
      (await box.textContent()) ?? '',
      expected[name as keyof Totals],
      `Aperçu, ${when}, ${label}`,
    );
  }
}

/** Opérations and the board: what they show of the project, to the end. */
async function expectOthers(page: Page, project: string, expected: Totals, when: string): Promise<void> {
  await page.goto('/operations');
  const row = page.getByRole('row').filter({ has: page.locator(`a[href="/project/${project}"]`) });
  await expect(row.first()).toBeVisible();
  const cells = await row.first().getByRole('cell').allTextContents();
  // The last three: turnover, merit, alerts.
  expectFigure(cells.at(-3) ?? '', expected.sales, `Opérations, ${when}, CA`);
  expectFigure(cells.at(-2) ?? '', expected.merit, `Opérations, ${when}, marge après invendus`);
}

test('a figure of one name, horizon and set of lines has one value on every screen, after edits, an undo, a search and a switch', async ({
  page,
}) => {
  test.slow();
  let token = '';
  page.on('request', (request) => {
    const given = request.headers().authorization;
    if (given && request.url().includes('/api/')) token = given;
  });
  const random = seeded(20260722);
  const project = await openListing(page, { query: '&mode=demarque' });
  const included = async (): Promise<Line[]> =>
    (await readLines(page, project, token)).filter((line) => line.included);
  const choose = async (horizon: Horizon): Promise<void> => {
    const names = page.getByLabel('Jours des prévisions').first();
    await names.getByText(horizon === 'end' ? 'Jusqu’à la fin' : /^Démarque/).click();
  };
  const start = totalsOf(await readLines(page, project, token), 'end');
  await choose('end');
  await expectBand(page, start, 'at first');

  await openFirstProducts(page);
  for (let edit = 0; edit < 3; edit++) {
    const line = rows(page, 'line').nth(random(2));
    await cell(line, 'editionDiscount').click();
    await page.keyboard.type(['30', '40', '50', '60'][random(4)] ?? '40');
    await page.keyboard.press('Enter');
  }
  await expect(page.locator('[data-part="saving"]')).toContainText('Enregistré');
  await expectBand(page, totalsOf(await readLines(page, project, token), 'end'), 'after three edits');
  await choose('phase');
  await expectBand(page, totalsOf(await readLines(page, project, token), 'phase'), 'after the switch');
  await page.keyboard.press('Control+z');
  await expect(page.locator('[data-part="saving"]')).toContainText('Enregistré');
  await expectBand(page, totalsOf(await readLines(page, project, token), 'phase'), 'after an undo');
  await choose('end');

  const search = page.getByRole('searchbox').first();
  await search.fill('robe');
  await expectBand(page, totalsOf(await readLines(page, project, token, 'robe'), 'end'), 'in a search');
  await search.fill('zzzz-rien-de-tel');
  // Of nothing there is no figure: those of the former list do not stay.
  await expect(page.locator('[data-part="effects"]')).not.toContainText('€');
  await search.fill('');

  const now = await included();
  await expectScreens(page, project, totalsOf(now, 'end'), 'to the end');
  await expectOthers(page, project, totalsOf(now, 'end'), 'to the end');
  await page.goto(`/project/${project}`);
  await choose('phase');
  await expectScreens(page, project, totalsOf(now, 'phase'), 'over the phase');
  await choose('end');
  await page.goto(`/project/${project}/listing?mode=demarque`);
  await expectBand(page, totalsOf(await readLines(page, project, token), 'end'), 'once back');
});
