import { expect, test } from '@playwright/test';
import { type Asker, askAs } from './support/figures.ts';
import { openListing } from './support/listing.ts';
import { USERS } from './support/sign-in.ts';

// A colleague changes a line that one decided: the bell rings at once, and leads to the line.

interface Choosable {
  _id: string;
  item_group_id: string;
  discount_pct: number | null;
  discount_pct_min: number | null;
  discount_pct_max: number | null;
  previous_discount_pcts: number[];
  included: boolean;
}

const LEVELS = [10, 20, 30, 40, 50, 60];

/** A line that can take two discounts, neither of which it has; at a second try, not the one of the first. */
async function twoChoices(api: Asker, project: string) {
  let passed = test.info().retry;
  const { data } = await api.get<{ data: Choosable[] }>(`/projects/${project}/discounts?size=200`);
  for (const line of data) {
    const least = Math.max(line.discount_pct_min ?? 0, line.previous_discount_pcts.at(-1) ?? 0);
    const [first, second] = LEVELS.filter(
      (level) => level > least && level <= (line.discount_pct_max ?? 60) && level !== line.discount_pct,
    );
    if (line.included && first && second && passed-- === 0) return { line, first, second };
  }
  throw new Error('no line can take two discounts');
}

test('a colleague’s change of one’s line rings the bell and leads to the line; read once, it is read', async ({
  page,
  browser,
}) => {
  const claire = askAs(page);
  const project = await openListing(page);
  const context = await browser.newContext();
  const other = await context.newPage();
  const ines = askAs(other);
  await openListing(other, { user: USERS.manager });
  const { line, first, second } = await twoChoices(claire, project);
  const decide = (by: Asker, discount_pct_user: number) =>
    by.send('PUT', `/projects/${project}/discounts`, { [line._id]: { discount_pct_user } });

  const bell = page.getByRole('button', { name: /^Nouvelles/ });
  await decide(claire, first);
  await claire.send('PUT', '/news/read', {});
  await decide(ines, second);
  await expect(bell).toHaveAccessibleName(/non lue/, { timeout: 20_000 });
  await bell.click();
  const news = page.getByRole('dialog', { name: 'Nouvelles' });
  const link = page.locator(`a[href*="${encodeURIComponent(line.item_group_id)}"]`);
  const entry = news.locator('[data-news="changed"]:not([data-read])').filter({ has: link });
  await expect(entry).toContainText('Inès Dumont a changé');
  const marked = page.waitForResponse((answer) => answer.url().endsWith('/api/news/read') && answer.ok());
  await entry.getByRole('link').click();
  await marked;
  await expect(page).toHaveURL(new RegExp(`/project/${project}/`));
  await expect(page.getByRole('treegrid')).toContainText(line.item_group_id);

  // Kept by person, not by page.
  await page.reload();
  await bell.click();
  // The latest: her acts of the same hours stand together, and may have been read apart before.
  const read = news.locator('[data-news="changed"][data-read]').filter({ has: link }).first();
  await expect(read).toBeVisible();
  await expect(entry).toHaveCount(0);

  // Undone where it is read: the line has what one decided again, and the bell says that it is.
  await read.getByRole('button', { name: /^Annuler/ }).click();
  const undone = read.getByRole('button', { name: 'Annulé' });
  await expect(undone).toBeDisabled();
  await expect(undone).toHaveAttribute('title', 'Cette action est déjà annulée');
  const { data } = await claire.get<{ data: { _id: string; discount_pct_user: number | null }[] }>(
    `/projects/${project}/discounts?size=200`,
  );
  expect(data.find(({ _id }) => _id === line._id)?.discount_pct_user).toBe(first);
  await context.close();
});
