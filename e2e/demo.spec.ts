import { expect, test } from '@playwright/test';
import { type Asker, askAs } from './support/figures.ts';
import { openListing } from './support/listing.ts';

// What somebody who opens the demo finds: nothing is shown that the product did not work out, and it is worth showing.

interface Project {
  _id: string;
  name: string;
  operation: string;
  working_phase: number | null;
  submission_id: string | null;
  has_series: boolean;
  data_date_frozen: boolean;
  objective: { discount_pct_distribution_params: { discount_budget?: number } } | null;
  overview: { discount_budget: number };
  phases: object[];
}

interface Line {
  discount_pct: number;
  discount_pct_user: number | null;
  discount_pct_update_description: string | null;
}

interface References {
  data: { end: { last_year: { sales: number } | null } }[];
  loss: { profit_after_leftovers: number; nothing_profit_after_leftovers: number };
}

const FLAGSHIP = 'Soldes été 2026/Femme/Prêt-à-porter';
const SUMMER = 'Soldes été 2026';
const WINTER = 'Soldes hiver 2026';
/** The Monday after the last Sunday of its data; whoever opens the demo before that day reads acts of her own day. */
const TODAY = '2026-07-06';

/** The lines of a project that take part, those with a tag alone when one is given. */
async function linesOf(api: Asker, { _id }: Project, tag?: string): Promise<Line[]> {
  const filter = { combinator: 'and', rules: [{ field: 'tags', operator: 'contains', value: tag }] };
  const asked = tag === undefined ? '' : `&filter=${encodeURIComponent(JSON.stringify(filter))}`;
  const page = await api.get<{ data: Line[] }>(`/projects/${_id}/discounts?included=true&size=1000${asked}`);
  return page.data;
}

test('the demo opens on a plan worth signing, with rules, reasons, runs, signatures and a season behind it', async ({
  page,
}) => {
  const api = askAs(page);
  await openListing(page);
  const { data: projects } = await api.get<{ data: Project[] }>('/projects');
  const flagship = projects.find(({ name }) => name === FLAGSHIP);
  if (!flagship) throw new Error('no flagship');
  const summer = projects.filter(({ operation }) => operation === SUMMER);

  // Better than doing nothing once what is left is counted, and more sales than a year before.
  const total = { merit: 0, sales: 0, last_year: 0 };
  for (const project of summer) {
    const { data, loss } = await api.get<References>(`/projects/${project._id}/discounts/references`);
    const { profit_after_leftovers: merit, nothing_profit_after_leftovers: nothing } = loss;
    // Validated, its next round is not decided yet.
    if (project.working_phase === 2) expect(merit, project.name).toBeGreaterThan(nothing);
    total.merit += merit;
    const { forecast } = await api.get<{ forecast: { sales: number } }>(
      `/projects/${project._id}/discounts/stats`,
    );
    total.sales += forecast.sales;
    total.last_year += data[0]?.end.last_year?.sales ?? Number.NaN;
    if (project === flagship) expect(merit).toBeGreaterThan(0);
  }
  expect(total.merit).toBeGreaterThan(0);
  expect(total.sales).toBeGreaterThan(total.last_year);

  // The charter of the chain holds.
  const deepest = 60;
  for (const { discount_pct } of await linesOf(api, flagship, 'Permanent'))
    expect(discount_pct).toBeLessThanOrEqual(20);
  const best = await linesOf(api, flagship, 'Best-seller');
  expect(best.length).toBeGreaterThan(5);
  for (const { discount_pct } of best) expect(discount_pct).toBeLessThan(deepest);

  // A budget on each; the flagship is within its own, two are over theirs by some euros.
  const ceilingOf = ({ objective }: Project): number =>
    objective?.discount_pct_distribution_params.discount_budget ?? 0;
  const named = projects.filter(({ operation }) =>
    /^(Soldes été 2026|Ventes privées septembre 2026)$/.test(operation),
  );
  for (const project of named) expect(ceilingOf(project), project.name).toBeGreaterThan(0);
  const over = summer.filter((project) => project.overview.discount_budget > ceilingOf(project));
  expect(over.length).toBeGreaterThanOrEqual(2);

  // A dozen discounts chosen by hand, each with its reason, by several people.
  const chosen = (await linesOf(api, flagship)).filter(
    (line) => line.discount_pct_user !== null && line.discount_pct_update_description,
  );
  expect(chosen.length).toBeGreaterThanOrEqual(12);
  expect(new Set(chosen.map((line) => line.discount_pct_update_description)).size).toBeGreaterThanOrEqual(4);
  const { data: journal } = await api.get<{ data: { kind: string; user_name: string; date: string }[] }>(
    `/projects/${flagship._id}/activity?size=200`,
  );
  const hands = journal.filter(({ kind }) => kind === 'discount').map(({ user_name }) => user_name);
  expect(new Set(hands).size).toBeGreaterThanOrEqual(3);
  // Acts are of the calendar of the data, an hour after the other; those of other journeys are of their own day.
  const played = journal.filter(({ date }) => date.slice(0, 10) === TODAY);
  if (new Date().toISOString().slice(0, 10) > TODAY) {
    expect(played.length).toBeGreaterThanOrEqual(8);
    expect(new Set(played.map(({ date }) => date.slice(11, 13))).size).toBeGreaterThanOrEqual(5);
  }

  // The law has something to say, in euros.
  const { data: checks } = await api.get<{ data: { key: string; state: string; detail: string | null }[] }>(
    `/projects/${flagship._id}/checks`,
  );
  const announced = checks.find(({ key }) => key === 'announced_pct');
  expect(announced?.state).toBe('attention');
  expect(announced?.detail).toMatch(/€ de CA prévu/);

  const { data: runs } = await api.get<{ data: { status: string }[] }>(
    `/projects/${flagship._id}/optimizations/latest`,
  );
  expect(runs.filter(({ status }) => status === 'completed').length).toBeGreaterThanOrEqual(3);

  // One is validated and waits for its day, one waits for a signature.
  expect(summer.filter(({ working_phase }) => working_phase === 3)).toHaveLength(1);
  expect(summer.filter(({ submission_id }) => submission_id !== null)).toHaveLength(1);

  // A season that is over, as it was planned and as it went.
  const winter = async (): Promise<Project | undefined> =>
    (await api.get<{ data: Project[] }>('/projects')).data.find(
      ({ operation, working_phase, data_date_frozen }) =>
        operation === WINTER && working_phase === null && !data_date_frozen,
    );
  await expect.poll(winter, { timeout: 240_000, message: 'the past season is played' }).toBeTruthy();
  const past = await winter();
  const results = await api.get<{
    over: boolean;
    phases: { source: string; planned: { profit: number | null } | null }[];
    decisions: { reasons: { reason: string | null }[] } | null;
  }>(`/projects/${past?._id}/results`);
  expect(results.over).toBe(true);
  expect(results.phases.map(({ source }) => source)).toEqual(Array(4).fill('validated'));
  for (const { planned } of results.phases) expect(planned?.profit).toBeGreaterThan(0);
  expect(results.decisions?.reasons.length).toBeGreaterThanOrEqual(2);
  // Kept one after the other, once the season is over.
  const lessons = async (): Promise<number> => (await api.get<{ data: object[] }>('/lessons')).data.length;
  await expect.poll(lessons, { timeout: 120_000 }).toBeGreaterThanOrEqual(2);
  expect(ceilingOf(past as Project)).toBeGreaterThan(0);
  expect(flagship.has_series).toBe(true);
  await expect.poll(async () => (await winter())?.has_series, { timeout: 120_000 }).toBe(true);

  // Last summer is behind the flagship, with what was sold.
  const seasons = async (): Promise<string[]> =>
    (await api.get<{ seasons: string[] }>(`/series?projectIds=${flagship._id}`)).seasons;
  await expect.poll(seasons, { timeout: 120_000 }).toContain('Soldes été 2025');
});
