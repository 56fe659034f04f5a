import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page, test } from '@playwright/test';
import {
  type Asker,
  askAs,
  expectFigure,
  type Horizon,
  type Line,
  labelOf,
  readFigure,
  readLines,
  seeded,
  type Totals,
  totalsOf,
} from './support/figures.ts';
import { cell, openListing, rows } from './support/listing.ts';

// One figure has one value wherever it stands under one name, for one set of lines and days: every screen is read, and
// compared with sums of the lines made here.

/** A project that no other journey reads. */
const PROJECT = /Homme\/Chaussures/;

interface ProjectBrief {
  _id: string;
  name: string;
}

/** Signs in, and finds the project. */
async function openProject(page: Page): Promise<{ api: Asker; project: string }> {
  const api = askAs(page);
  await openListing(page);
  const { data } = await api.get<{ data: ProjectBrief[] }>('/projects');
  const project = data.find(({ name }) => PROJECT.test(name))?._id ?? '';
  return { api, project };
}

async function openProjectListing(page: Page, project: string): Promise<void> {
  await page.goto(`/project/${project}/listing?vue=e2e&grouper=family&mode=demarque`);
  await expect(rows(page, 'group').first()).toBeVisible();
}

async function choose(page: Page, horizon: Horizon): Promise<void> {
  const names = page.getByLabel('Jours des prévisions').first();
  await names.getByText(horizon === 'end' ? 'Jusqu’à la fin' : /^Démarque/).click();
}

/** Gives some products a discount or takes them out; the return undoes it. */
async function decide(
  api: Asker,
  project: string,
  edits: Readonly<Record<string, { discount_pct_user?: number; included?: boolean }>>,
): Promise<() => Promise<unknown>> {
  const path = `/projects/${project}`;
  const { activity_id } = await api.send<{ activity_id: string }>('PUT', `${path}/discounts`, edits);
  return () => api.send('POST', `${path}/activity/${activity_id}/undo`, {});
}

/** The exact amount that a title says; null where none does. */
async function exactOf(place: Locator): Promise<number | null> {
  const titles = await place
    .locator('[title]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('title') ?? ''));
  const exact = titles.find((title) => /^[−-]?\d[\d\u202f\u00a0 ]*(,\d+)?(\u202f€)?$/.test(title));
  return exact === undefined ? null : readFigure(exact).value;
}

const BAND = {
  sales: 'CA prévu',
  merit: 'Marge après invendus',
  stock: 'Stock restant',
  budget: 'Budget',
} as const;

/** The band's figures, by their exact values. */
async function expectBand(page: Page, expected: Totals, when: string): Promise<void> {
  const band = page.locator('[data-part="effects"]');
  for (const name of ['sales', 'merit', 'stock', 'budget'] as const) {
    const measure = band.locator('> div').filter({ hasText: BAND[name] }).last();
    await expect
      .poll(async () => Math.abs(((await exactOf(measure)) ?? Number.NaN) - expected[name]), {
        message: `${BAND[name]} of the band, ${when}: ${expected[name]}`,
      })
      .toBeLessThanOrEqual(0.51);
  }
}

/** The pinned « Prévision » of a row. */
async function expectRow(row: Locator, horizon: Horizon, expected: Totals, when: string): Promise<void> {
  const over = horizon === 'end' ? 'forecast' : 'phaseForecast';
  const fields = {
    sales_qty: `${over}SalesQty`,
    sales: `${over}Sales`,
    merit: 'forecastProfitAfterLeftovers',
    stock: `${over}Stock`,
  } as const;
  for (const name of ['sales_qty', 'sales', 'merit', 'stock'] as const) {
    const value = row.locator(`[data-field="${fields[name]}"]`).locator('span').first();
    await expect
      .poll(
        async () => {
          const text = (await value.textContent()) ?? '';
          if (!/\d/.test(text)) return `no figure in « ${text} »`;
          const written = readFigure(text);
          const off = Math.abs(written.value - expected[name]) > written.within;
          return off ? `${text} for ${expected[name]}` : 'same';
        },
        { message: `${fields[name]} of a row, ${when}` },
      )
      .toBe('same');
  }
}

/** Band, total and the groups in sight: parts of one sum. */
async function expectListing(page: Page, lines: Line[], horizon: Horizon, when: string): Promise<void> {
  await expectBand(page, totalsOf(lines, horizon), when);
  await expectRow(
    page.locator('[role=row][data-kind=total]'),
    horizon,
    totalsOf(lines, horizon),
    `total, ${when}`,
  );
  const groups = page.locator('[role=row][data-kind=group][aria-level="1"]');
  for (const id of await groups.evaluateAll((all) => all.map((row) => row.getAttribute('data-id') ?? ''))) {
    const own = lines.filter(({ family }) => family === id);
    const row = page.locator(`[role=row][data-kind=group][data-id="${id}"]`);
    if (own.length > 0) await expectRow(row, horizon, totalsOf(own, horizon), `${id}, ${when}`);
  }
}

/** Discounts that may be typed for a line, in points. */
function allowed(line: Line | undefined): number[] {
  const least = Math.max(line?.previous_discount_pcts.at(-1) ?? 0, line?.discount_pct_min ?? 0);
  return [30, 40, 50, 60].filter((pct) => pct >= least && pct <= (line?.discount_pct_max ?? 100));
}

test('edits, undos and switches leave band, total and groups the sums of their lines', async ({ page }) => {
  test.slow();
  const random = seeded(20260722);
  const { api, project } = await openProject(page);
  const included = async (q = ''): Promise<Line[]> =>
    (await readLines(api, project, q)).filter((line) => line.included);
  await openProjectListing(page, project);
  await choose(page, 'end');
  await expectListing(page, await included(), 'end', 'at first');

  const groups = await page
    .locator('[role=row][data-kind=group]')
    .evaluateAll((all) => all.map((row) => row.getAttribute('data-id') ?? ''));
  await rows(page, 'group')
    .first()
    .getByRole('button', { name: /^Ouvrir/ })
    .click();
  await expect(rows(page, 'line').first()).toBeVisible();
  const known = new Map((await included()).map((line) => [line._id, line]));
  const seen = await rows(page, 'line').evaluateAll((all) =>
    all.map((row) => row.getAttribute('data-id') ?? ''),
  );
  // A charter of the demo and the price of before leave some products one discount only.
  const ids = seen.filter((id) => allowed(known.get(id)).length > 1).slice(0, 2);
  expect(ids.length).toBeGreaterThan(0);
  let edited = 0;
  for (let step = 0; step < 4; step++) {
    const id = ids[random(ids.length)] ?? '';
    const line = page.locator(`[role=row][data-kind=line][data-id="${id}"]`);
    const value = cell(line, 'editionDiscount').locator('[data-part=discount]');
    const former = readFigure((await value.textContent()) ?? '').value;
    const open = allowed(known.get(id)).filter((pct) => pct !== former);
    const wanted = open[random(open.length)] ?? 60;
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/discounts'),
    );
    await cell(line, 'editionDiscount').click();
    await page.keyboard.type(String(wanted));
    await page.keyboard.press('Enter');
    await saved;
    edited += 1;
    const lines = await included();
    await expectBand(page, totalsOf(lines, 'end'), `after edit ${step}`);
    await expectRow(
      page.locator(`[role=row][data-kind=group][data-id="${groups[0]}"]`),
      'end',
      totalsOf(
        lines.filter(({ family }) => family === groups[0]),
        'end',
      ),
      `after edit ${step}`,
    );
  }
  await choose(page, 'phase');
  await expectListing(page, await included(), 'phase', 'after the switch');
  for (let undone = 0; undone < edited; undone++) {
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/discounts'),
    );
    await page.keyboard.press('Control+z');
    await saved;
    await expectBand(page, totalsOf(await included(), 'phase'), `after undo ${undone}`);
  }
  await choose(page, 'end');
  await expectListing(page, await included(), 'end', 'once back to the end');
});

async function expectOverview(page: Page, project: string, lines: Line[], horizon: Horizon): Promise<void> {
  await page.goto(`/project/${project}`);
  await choose(page, horizon);
  const expected = totalsOf(lines, horizon);
  const key = page.getByRole('region', { name: 'Chiffres clés' });
  const names = { ...BAND, budget: 'Budget de démarque', sell_through: 'Écoulement saison' } as const;
  for (const name of ['sales', 'merit', 'stock', 'sell_through', 'budget'] as const) {
    const value = key
      .getByText(names[name], { exact: true })
      .locator('xpath=../..')
      .locator('[title]')
      .first();
    await expect.poll(async () => (await value.textContent()) ?? '').toMatch(/\d/);
    expectFigure((await value.textContent()) ?? '', expected[name], `Aperçu, ${horizon}, ${name}`);
  }
  // « Ne rien faire » is of the same lines and days.
  const nothing = totalsOf(lines, horizon, 'nothing');
  const scale = key.getByRole('img', { name: /^CA prévu.*Ne rien faire/ });
  await expect(scale).toBeVisible();
  const scales = await key.getByRole('img').evaluateAll((all) => all.map((one) => one.ariaLabel ?? ''));
  const said = (name: string): string =>
    /Ne rien faire ([^,]*(?:,\d+)?[^,]*)/.exec(scales.find((label) => label.startsWith(name)) ?? '')?.[1] ??
    '';
  expectFigure(said('CA prévu'), nothing.sales, `Aperçu, ${horizon}, CA of doing nothing`);
  expectFigure(said('Marge après'), nothing.merit, `Aperçu, ${horizon}, merit of doing nothing`);
  expectFigure(said('Stock restant'), nothing.stock, `Aperçu, ${horizon}, stock of doing nothing`);
}

/** The goals' table, the distribution and the check list of Aperçu. */
async function expectOverviewParts(page: Page, lines: Line[]): Promise<void> {
  const cellsOf = async (row: Locator) =>
    (await row.getByRole('cell').allTextContents()).map((text) => text.trim());
  const goals = page.getByRole('table').filter({ hasText: 'Objectif' }).filter({ hasText: 'Taux moyen' });
  await expect(goals).toBeVisible();
  const listed = await goals.getByRole('row').all();
  const figures = await Promise.all(listed.slice(1).map(cellsOf));
  const count = figures.reduce((sum, cells) => sum + readFigure(cells[1] ?? '').value, 0);
  expect(count, 'products of the goals').toBe(lines.length);
  const merit = figures.reduce((sum, cells) => sum + readFigure(cells[3] ?? '').value, 0);
  expect(Math.abs(merit - totalsOf(lines, 'end').merit), 'merit of the goals').toBeLessThan(
    60 * figures.length,
  );
  const total = page.getByRole('row', { name: /^Total/ }).first();
  await expect(total).toBeVisible();
  expectFigure((await cellsOf(total))[0] ?? '', lines.length, 'products of the distribution');
  // An alert of « À traiter » may speak of it too.
  const checks = page.getByRole('listitem').filter({ hasText: /Marge après invendus [−\d]/ });
  await expect(checks.first()).toBeVisible();
  const said = /Marge après invendus ([^:]*)/.exec((await checks.first().textContent()) ?? '')?.[1] ?? '';
  expectFigure(said, totalsOf(lines, 'end').merit, 'check list');
  const left = lines.filter((line) => !line.discount_pct_reviewed).length;
  const review = page
    .getByRole('listitem')
    .filter({ hasText: /à revoir|sont revus/ })
    .first();
  await expect(review).toContainText(left === 0 ? 'Tous les produits' : String(left));
}

async function expectOperations(page: Page, project: string, lines: Line[]): Promise<void> {
  await page.goto('/operations');
  const row = page.getByRole('row').filter({ has: page.locator(`a[href="/project/${project}"]`) });
  await expect(row.first()).toBeVisible();
  const said = async (figure: string): Promise<string> =>
    (await row.first().locator(`[data-figure=${figure}]`).textContent()) ?? '';
  const expected = totalsOf(lines, 'end');
  expectFigure(await said('sales'), expected.sales, 'Opérations, CA');
  expectFigure(await said('merit'), expected.merit, 'Opérations, marge après invendus');
}

interface Run {
  _id: string;
  name: string;
  status: string;
}

/** A finished run of the project, by the API: the screen under test is the comparison. */
async function runOnce(api: Asker, project: string): Promise<string> {
  const name = `Chiffres ${Date.now()}`;
  const scenario = await api.send<Run>('POST', '/scenarios', { name, goal: 'profit', projects: [project] });
  const { _id } = await api.send<Run>('POST', `/scenarios/${scenario._id}/optimizations`, {
    projects: [project],
  });
  await expect
    .poll(async () => (await api.get<Run>(`/optimizations/${_id}`)).status, { timeout: 120_000 })
    .toBe('completed');
  return name;
}

async function expectComparison(page: Page, project: string, name: string, lines: Line[]): Promise<void> {
  await page.goto(`/project/${project}/optimization`);
  const table = page.getByRole('region', { name: 'Comparaison' });
  await expect(table.getByRole('columnheader', { name })).toBeVisible();
  for (const horizon of ['phase', 'end'] as const) {
    await choose(page, horizon);
    await expect(table.getByRole('columnheader').first()).toContainText(
      horizon === 'end' ? 'Jusqu’au' : /^\d/,
    );
    const [now, nothing] = [totalsOf(lines, horizon), totalsOf(lines, horizon, 'nothing')];
    const labels = { sales: /^CA/, merit: /^Marge après/, stock: /^Stock/, budget: /^Budget/ } as const;
    for (const figure of ['sales', 'merit', 'stock', 'budget'] as const) {
      const cells = await table
        .getByRole('row', { name: labels[figure] })
        .getByRole('cell')
        .allTextContents();
      expectFigure(cells[0] ?? '', nothing[figure], `Optimisation, ${horizon}, ${figure} of doing nothing`);
      expectFigure(cells[2] ?? '', now[figure], `Optimisation, ${horizon}, ${figure} of « Actuel »`);
    }
  }
}

test('every screen that shows a figure shows that of the same lines and days, products left out and chosen by hand included', async ({
  page,
}) => {
  test.slow();
  const { api, project } = await openProject(page);
  const all = await readLines(api, project);
  const deep = (line: Line) => ({ discount_pct_user: line.discount_pct === 60 ? 50 : 60 });
  const free = all.filter((line) => [50, 60].every((pct) => allowed(line).includes(pct)));
  const undo = await decide(
    api,
    project,
    Object.fromEntries([
      ...free.slice(0, 5).map((line) => [line._id, deep(line)] as const),
      ...all.slice(-3).map((line) => [line._id, { included: false }] as const),
    ]),
  );
  try {
    const run = await runOnce(api, project);
    const lines = (await readLines(api, project)).filter((line) => line.included);
    expect(lines).toHaveLength(all.length - 3);
    await expectOverview(page, project, lines, 'phase');
    await expectOverview(page, project, lines, 'end');
    await expectOverviewParts(page, lines);
    await expectOperations(page, project, lines);
    await expectComparison(page, project, run, lines);
    await openProjectListing(page, project);
    await expectListing(page, lines, 'end', 'beside the other screens');
  } finally {
    await undo();
  }
});

/** Rows of a file of values with their headings. */
function csvRows(path: string): Record<string, string>[] {
  const [heads = [], ...body] = readFileSync(path, 'utf8')
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(';'));
  return body.map((row) => Object.fromEntries(heads.map((head, at) => [head, row[at] ?? ''])));
}

const frenchNumber = (text: string | undefined): number => Number((text ?? '').replace(',', '.'));

test('a product’s panel, a group’s dialogs and ladder, the exports and the price file say what the lines say', async ({
  page,
}) => {
  test.slow();
  const { api, project } = await openProject(page);
  const lines = (await readLines(api, project)).filter((line) => line.included);
  await openProjectListing(page, project);
  await choose(page, 'end');
  const group = rows(page, 'group').first();
  const family = (await group.getAttribute('data-id')) ?? '';
  const own = lines.filter((line) => line.family === family);
  const expected = totalsOf(own, 'end');

  await group.locator('[data-part=goal]').click();
  const goals = page.getByRole('dialog', { name: /^Objectif de/ });
  await expect(goals.getByRole('row', { name: /^Actuel/ })).toBeVisible();
  const now = await goals
    .getByRole('row', { name: /^Actuel/ })
    .getByRole('cell')
    .allTextContents();
  expectFigure(now[0] ?? '', expected.merit, 'goal dialog, merit');
  expectFigure(now[1] ?? '', expected.sales, 'goal dialog, CA');
  expectFigure(now[3] ?? '', expected.stock, 'goal dialog, stock');
  await page.keyboard.press('Escape');

  await cell(group, 'editionDiscount').click();
  await page.keyboard.type('60');
  const ladder = page.locator('[data-part=editor]').getByRole('table');
  const merits = ladder.getByRole('row', { name: /Marge après invendus/ });
  await expect(merits).not.toContainText('…');
  const atSixty = totalsOf(
    // A product that the charter keeps from it stays as it is.
    own.map((line) => (allowed(line).includes(60) ? { ...line, discount_pct: 60 } : line)),
    'end',
  );
  const deepest = (await merits.getByRole('cell').last().textContent()) ?? '';
  expectFigure(deepest, atSixty.merit, 'ladder of a group at 60 %');
  await page.keyboard.press('Escape');

  const line = own[0] as Line;
  await page.goto(`/project/${project}/listing?vue=e2e&grouper=family&produit=${line.item_group_id}`);
  const chosen = page
    .getByRole('complementary')
    .locator('button[aria-pressed=true]')
    .filter({ hasText: '%' })
    .first();
  await expect(chosen).toBeVisible();
  const shown = await chosen.locator('span').last().textContent();
  expectFigure(shown ?? '', totalsOf([line], 'end').merit, 'panel of a product');

  await openProjectListing(page, project);
  const download = async (name: RegExp): Promise<Record<string, string>[]> => {
    await page.getByRole('button', { name: 'Exporter' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menu', { name: 'Exporter' }).getByRole('menuitem', { name }).first().click(),
    ]);
    return csvRows(await file.path());
  };
  const prices = await download(/non validée .* CSV$/);
  expect(new Set(prices.map((row) => row['Code produit'])).size).toBe(
    (await readLines(api, project)).filter(
      ({ discount_pct, included, previous_discount_pcts: past }) =>
        (included && discount_pct !== null) || (past.at(-1) ?? 0) > 0,
    ).length,
  );
  for (const one of lines.slice(0, 20)) {
    const row = prices.find((price) => price['Code produit'] === one.item_group_id);
    const price = frenchNumber(row?.['Prix avant démarque']);
    expect(frenchNumber(row?.['Démarque (%)'])).toBe(one.discount_pct ?? one.previous_discount_pcts.at(-1));
    expect(frenchNumber(row?.['Prix démarqué'])).toBeCloseTo(labelOf(price, one.discount_pct ?? 0), 2);
  }
});
