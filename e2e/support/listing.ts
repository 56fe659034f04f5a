import { type Cookie, expect, type Locator, type Page } from '@playwright/test';
import { signIn, USERS } from './sign-in.ts';

interface ProjectBrief {
  _id: string;
  working_phase: number | null;
  snapshot?: { discount_count: number };
}

/** The provider remembers who signed in: one sign-in by user serves every journey of a run. */
const remembered = new Map<string, { cookies: Cookie[]; project: string }>();

async function firstProject(page: Page, act: () => Promise<unknown>): Promise<ProjectBrief | undefined> {
  const answered = page.waitForResponse(
    (response) => new URL(response.url()).pathname === '/api/projects' && response.ok(),
  );
  await act();
  // The answer to the page that a reload leaves can no longer be read: the next one is.
  const answer: { data: ProjectBrief[] } | null = await (await answered).json().catch(() => null);
  return answer?.data.find(
    ({ snapshot, working_phase }) => (snapshot?.discount_count ?? 0) > 0 && working_phase !== null,
  );
}

/** Signs in, and waits for the demo, which is prepared while the server answers already. */
async function firstSignIn(page: Page, user: string): Promise<string> {
  let project = await firstProject(page, () => signIn(page, user));
  await expect
    .poll(
      async () => {
        project ??= await firstProject(page, () => page.reload());
        return project;
      },
      { timeout: 180_000, intervals: [2_000], message: 'the demo has a project with products' },
    )
    .toBeTruthy();
  if (!project) throw new Error('the demo has no project with products');
  remembered.set(user, { cookies: await page.context().cookies(), project: project._id });
  return project._id;
}

/** The discounts of the demo's first project with products, grouped by family and brand. */
export async function openListing(
  page: Page,
  options: { user?: string; query?: string } = {},
): Promise<string> {
  const user = options.user ?? USERS.lead;
  const known = remembered.get(user);
  if (known) await page.context().addCookies(known.cookies);
  const project = known?.project ?? (await firstSignIn(page, user));
  await page.goto(`/project/${project}/listing?vue=e2e&grouper=family,brand${options.query ?? ''}`);
  await expect(page.getByRole('treegrid')).toBeVisible();
  await expect(rows(page, 'group').first()).toBeVisible();
  return project;
}

/** Rows of a kind, in the order they are seen. */
export function rows(page: Page, kind: 'group' | 'line' | 'more' | 'placeholder'): Locator {
  return page.locator(`[role=row][data-kind=${kind}]`);
}

/** Opens the first group of each level, down to products. */
export async function openFirstProducts(page: Page): Promise<void> {
  await rows(page, 'group')
    .nth(0)
    .getByRole('button', { name: /^Ouvrir/ })
    .click();
  await expect(page.locator('[role=row][aria-level="2"]').first()).toBeVisible();
  await page
    .locator('[role=row][aria-level="2"]')
    .first()
    .getByRole('button', { name: /^Ouvrir/ })
    .click();
  await expect(rows(page, 'line').first()).toBeVisible();
}

/** A cell of a row by its column. */
export function cell(row: Locator, column: string): Locator {
  return row.locator(`[data-field="${column}"]`);
}
