import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { signIn, USERS } from '../../support/sign-in.ts';

interface Brief {
  _id: string;
  name: string;
  data_date: string | null;
  working_phase: number | null;
  phases: { start_date: string }[];
  snapshot?: { status: string; discount_count: number; data_date: string | null; error: string | null };
}

export interface Caller {
  request: APIRequestContext;
  headers: Record<string, string>;
}

const NAME = 'Soldes été 2026/Toute l’enseigne/Tous les produits';
/** Fewer lines than this would prove nothing. */
const LARGE = 50_000;

/** Signs in and answers how to call the API as this user. */
export async function callerOf(page: Page, user: string = USERS.lead): Promise<Caller> {
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/projects');
  await signIn(page, user);
  const { authorization = '' } = await (await asked).allHeaders();
  const headers = { authorization };
  // A token ends after some minutes: the page's newest one is taken.
  page.on('request', (request) => {
    const newest = request.headers().authorization;
    if (newest) headers.authorization = newest;
  });
  return { request: page.request, headers };
}

function inDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
}

/** The project of every product, whose worked phase is ahead of its data: made once, then found by its name. */
export async function wholeRange({ request, headers }: Caller, page: Page): Promise<Brief> {
  const list = async (): Promise<Brief[]> => {
    const answer = await request.get('/api/projects', { headers });
    if (answer.status() === 401) await page.reload();
    return answer.ok() ? ((await answer.json()) as { data: Brief[] }).data : [];
  };
  // The first run generates and imports the demo before it has projects.
  const dayOf = (projects: Brief[]) =>
    projects.find(({ snapshot }) => snapshot?.status === 'ready')?.snapshot?.data_date;
  await expect
    .poll(async () => dayOf(await list()), { timeout: 40 * 60_000, intervals: [5_000], message: 'the demo' })
    .toBeTruthy();
  const projects = await list();
  if (!projects.some(({ name }) => name === NAME)) {
    const day = dayOf(projects) ?? '';
    const created = await request.post('/api/projects', {
      headers,
      data: {
        name: NAME,
        data_date: day,
        // Two years back: products that sold since are in it, in stock or not.
        season_start_date: inDays(day, -900),
        phases: [3, 10, 17].map((days, index) => ({
          name: `Démarque ${index + 1}`,
          start_date: inDays(day, days),
        })),
        working_phase: 0,
        end_date: inDays(day, 31),
        selection: { price_list_id: 'FR' },
      },
    });
    expect(created.status(), await created.text()).toBeLessThan(300);
  }
  let found: Brief | undefined;
  await expect
    .poll(
      async () => {
        found = (await list()).find(({ name }) => name === NAME);
        return found?.snapshot?.error ?? found?.snapshot?.status;
      },
      { timeout: 15 * 60_000, intervals: [2_000], message: 'the snapshot of every product' },
    )
    .toBe('ready');
  if (!found) throw new Error('the project of every product is gone');
  expect(found.snapshot?.discount_count).toBeGreaterThan(LARGE);
  return found;
}
