import { expect, type Locator, type Page, test } from '@playwright/test';
import { askAs } from './support/figures.ts';
import { cell, openFirstProducts, openListing, rows } from './support/listing.ts';

interface Lines {
  data: { _id: string }[];
}

/** Points of a path: a move, then its lines. */
async function pointsOf(page: Page, column: string): Promise<{ x: number; y: number }[]> {
  const path = cell(rows(page, 'line').first(), column).locator(
    '[data-part=sparkline] path[data-part=history]',
  );
  const drawn = (await path.getAttribute('d')) ?? '';
  return [...drawn.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => ({
    x: Number(x),
    y: Number(y),
  }));
}

test.describe('Figures of the listing', () => {
  test('[COL-16] [COL-17] the history of sales has one point a day, and its cumulated curve never goes down', async ({
    page,
  }) => {
    const api = askAs(page);
    const project = await openListing(page, {
      query: '&colonnes=product,salesHistory,salesHistoryCumulative&tri=sales_qty_last_30_days.desc',
    });
    await openFirstProducts(page);
    const first = rows(page, 'line').first();
    const id = await first.getAttribute('data-id');
    const { data } = await api.get<{ data: { _id: string; daily_sales_qty_history: number[] }[] }>(
      `/projects/${project}/discounts?size=200&sort=sales_qty_last_30_days&order=desc&fields=daily_sales_qty_history`,
    );
    const history = data.find(({ _id }) => _id === id)?.daily_sales_qty_history ?? [];
    expect(history.length).toBeGreaterThan(0);
    const days = await pointsOf(page, 'salesHistory');
    expect(days).toHaveLength(history.length);
    // The picture goes down as sales go up: its highest point is the best day's.
    const best = Math.min(...days.map(({ y }) => y));
    expect(days[history.indexOf(Math.max(...history))]?.y).toBe(best);
    const cumulated = await pointsOf(page, 'salesHistoryCumulative');
    expect(cumulated).toHaveLength(history.length);
    for (const [index, { y }] of cumulated.slice(1).entries())
      expect(y).toBeLessThanOrEqual(cumulated[index]?.y ?? 0);
  });

  test('[COL-32] the shares of the top groups add to 100 %', async ({ page }) => {
    await openListing(page, { query: '&colonnes=product,discountShareTotal' });
    const groups = rows(page, 'group');
    await expect(cell(groups.first(), 'discountShareTotal')).toContainText('%');
    const texts = await groups.evaluateAll((found) =>
      found.map((row) => row.querySelector('[data-field="discountShareTotal"]')?.textContent ?? ''),
    );
    expect(texts.length).toBeGreaterThan(3);
    const shares = texts.map((text) => Number(/([\d,]+)\s*%/.exec(text)?.[1]?.replace(',', '.')));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 0);
  });

  test('[FMT-02] products without a value are a group named « (non renseigné) », which opens', async ({
    page,
  }) => {
    // Every group fits: the one without a value may be the last.
    await page.setViewportSize({ width: 1366, height: 4000 });
    const project = await openListing(page);
    await page.goto(`/project/${project}/listing?vue=e2e&grouper=announced_pct`);
    const unknown = rows(page, 'group').filter({ hasText: '(non renseigné)' });
    await expect(unknown).toHaveCount(1);
    await unknown.getByRole('button', { name: 'Ouvrir (non renseigné)' }).click();
    await expect(rows(page, 'line').first()).toBeVisible();
  });

  test('[LIST-14] an event of a product’s history lists the products that it touched; removed, all are back', async ({
    page,
  }) => {
    const api = askAs(page);
    const project = await openListing(page);

    const { data } = await api.get<Lines>(
      `/projects/${project}/discounts?size=3&included=true&sort=stock_qty&order=desc`,
    );
    const together = (change: object) =>
      api.send(
        'PUT',
        `/projects/${project}/discounts`,
        Object.fromEntries(data.map(({ _id }) => [_id, change])),
      );
    await together({ included: false });
    await together({ included: true });

    await page.goto(`/project/${project}/listing?vue=e2e&grouper=-&tri=stock_qty.desc`);
    const lines = rows(page, 'line');
    await expect(lines.nth(3)).toBeVisible();
    await cell(lines.first(), 'discountState').locator('[data-part=state]').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Voir les 3 produits' }).first().click();
    await expect(lines).toHaveCount(3);
    const shown = await lines.evaluateAll((found) => found.map((row) => row.getAttribute('data-id')));
    const { data: touched } = await api.get<Lines>(
      `/projects/${project}/discounts?activity_id=${new URL(page.url()).searchParams.get('activite')}`,
    );
    expect(touched.map(({ _id }) => _id).sort()).toEqual(data.map(({ _id }) => _id).sort());
    expect([...shown].sort()).toEqual(data.map(({ _id }) => _id).sort());
    await page.getByRole('button', { name: 'Retirer le filtre d’activité' }).click();
    await expect(lines.nth(3)).toBeVisible();
  });

  test('[LIST-22] a group that loads shows as many places as it has products, 20 at most, and 5 over groups', async ({
    page,
  }) => {
    // As many rows as a group has: all of them fit.
    await page.setViewportSize({ width: 1366, height: 3000 });
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const project = await openListing(page);
    const placeholders = rows(page, 'placeholder');
    const places = async (group: Locator): Promise<number> => {
      await group.getByRole('button', { name: /^Ouvrir/ }).click();
      await expect(placeholders.first()).toBeVisible();
      const shown = await placeholders.count();
      await group.getByRole('button', { name: /^Fermer/ }).click();
      await expect(placeholders).toHaveCount(0);
      return shown;
    };
    const countOf = async (group: Locator): Promise<number> =>
      Number(/([\d\s\u202f]+)produit/.exec(await group.innerText())?.[1]?.replace(/\D/g, ''));
    const groups = rows(page, 'group');
    await page.route(/\/api\/projects\/[^/]+\/discounts(\/groups)?\?/, async (route) => {
      await held;
      await route.fallback();
    });
    expect(await places(groups.first())).toBe(5);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    release();

    await page.goto(`/project/${project}/listing?vue=e2e&grouper=subfamily`);
    await expect(groups.nth(3)).toBeVisible();
    let [few, many]: [Locator | null, Locator | null] = [null, null];
    for (const group of await groups.all()) {
      const count = await countOf(group);
      if (count < 20) few ??= group;
      if (count > 20) many ??= group;
    }
    if (!few || !many) throw new Error('the demo has no sub-family under and none over 20 products');
    let releaseLines = (): void => {};
    const linesHeld = new Promise<void>((resolve) => {
      releaseLines = resolve;
    });
    await page.route(/\/api\/projects\/[^/]+\/discounts\?/, async (route) => {
      await linesHeld;
      await route.fallback();
    });
    expect(await places(few)).toBe(await countOf(few));
    expect(await places(many)).toBe(20);
    releaseLines();
  });
});
