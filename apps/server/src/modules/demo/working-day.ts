import type { QueryTree } from '@palier/domain';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { DEMO_USERS, findDemoUser } from '../../identity/index.ts';

interface Group {
  keys: (string | null)[];
  discount_count: number;
}
interface Line {
  _id: string;
  discount_pct: number;
  discount_pct_min: number | null;
  discount_pct_max: number | null;
}
interface Project {
  _id: string;
  operation: string;
  working_phase: number | null;
  phases: { start_date: string }[];
  data_date: string | null;
}

/** Families that are not decided yet: what is left for the person who opens the demo. */
const LEFT_TO_DECIDE = 2;
const REVIEWED_SHARE = 0.6;

/**
 * What Claire and Marion did before the demo opens: goals, a few discounts by hand, reviews and views, in the
 * projects whose markdowns have begun. Every step goes through the API, as theirs would; done once, since a
 * project with a journal is left alone.
 */
export async function playWorkingDay(app: FastifyInstance, deps: Deps): Promise<void> {
  const [claire, marion] = await Promise.all(['claire', 'marion'].map((name) => callerOf(app, deps, name)));
  if (!claire || !marion) return;
  const { data: projects } = await claire<{ data: Project[] }>('GET', '/projects');
  const begun = projects.filter(
    ({ working_phase, phases, data_date }) =>
      working_phase !== null && data_date !== null && (phases[0]?.start_date ?? '') <= data_date,
  );
  for (const project of begun) {
    const journal = await claire<{ data: unknown[] }>('GET', `/projects/${project._id}/activity?size=1`);
    if (journal.data.length > 0) continue;
    await decide(project._id, claire, marion);
  }
  await addViews(claire);
}

type Call = <T>(method: 'GET' | 'PUT' | 'POST', path: string, body?: object) => Promise<T>;

/** Calls of the API by one of the demo's people. @throws when the API refuses */
async function callerOf(app: FastifyInstance, deps: Deps, name: string): Promise<Call | undefined> {
  const account = findDemoUser(name) ?? DEMO_USERS[0];
  if (!account || !deps.identity.demoSignIn) return undefined;
  const authorization = `Bearer ${await deps.identity.issueToken(account)}`;
  return async <T>(method: 'GET' | 'PUT' | 'POST', path: string, body?: object) => {
    const answer = await app.inject({
      method,
      url: `/api${path}`,
      headers: { authorization },
      ...(body && { payload: body }),
    });
    if (answer.statusCode >= 400) throw new Error(`${method} ${path} : ${answer.statusCode} ${answer.body}`);
    return answer.json() as T;
  };
}

const family = (key: string | null | undefined): QueryTree => ({
  combinator: 'and',
  rules: [{ field: 'family', operator: 'equals', value: key ?? '' }],
});

async function decide(project_id: string, claire: Call, marion: Call): Promise<void> {
  const { data: groups } = await claire<{ data: Group[] }>(
    'GET',
    `/projects/${project_id}/discounts/groups?by=family&size=50`,
  );
  const named = groups
    .filter(({ keys }) => keys[0] !== null)
    .sort((a, b) => b.discount_count - a.discount_count);
  const decided = named.slice(0, Math.max(1, named.length - LEFT_TO_DECIDE));
  for (const [index, { keys }] of decided.entries()) {
    await claire('PUT', `/projects/${project_id}/discounts/optimizations`, {
      filter: family(keys[0]),
      optimization_goal: index === decided.length - 1 ? 'cogs' : 'profit',
    });
  }
  await chooseByHand(project_id, marion, decided[0]?.keys[0]);
  for (const { keys } of decided.slice(0, Math.ceil(decided.length * REVIEWED_SHARE))) {
    await marion('PUT', `/projects/${project_id}/discounts/reviews`, { filter: family(keys[0]) });
  }
}

/** Marion goes one step further on the slowest products of the first family. */
async function chooseByHand(project_id: string, marion: Call, key: string | null | undefined): Promise<void> {
  const filter = encodeURIComponent(JSON.stringify(family(key)));
  const { data: lines } = await marion<{ data: Line[] }>(
    'GET',
    `/projects/${project_id}/discounts?filter=${filter}&sort=stock_coverage.weeks&order=desc&size=9`,
  );
  const edits = lines
    .filter((line) => line.discount_pct >= 20 && line.discount_pct + 10 <= (line.discount_pct_max ?? 60))
    .map((line) => [
      line._id,
      { discount_pct_user: line.discount_pct + 10, comment: 'Couverture trop longue, une marche de plus.' },
    ]);
  if (edits.length > 0) await marion('PUT', `/projects/${project_id}/discounts`, Object.fromEntries(edits));
}

/** Two views that a new user finds beside « Tous les produits ». */
async function addViews(claire: Call): Promise<void> {
  const { data: views } = await claire<{ data: { name: string }[] }>('GET', '/views');
  const missing = SHARED_VIEWS.filter(({ name }) => views.every((view) => view.name !== name));
  for (const view of missing) await claire('POST', '/views', view);
}

const SHARED_VIEWS = [
  {
    name: 'Familles et sous-familles',
    description: 'Les familles, puis leurs sous-familles, avec la prévision de la démarque travaillée.',
    shared: true,
    starred: true,
    is_partial: true,
    parameters: { groupBy: ['family', 'subfamily'] },
  },
  {
    name: 'Couverture longue',
    description: 'Les produits à plus de 16 semaines de couverture, les plus lents d’abord.',
    shared: true,
    starred: false,
    is_partial: true,
    parameters: {
      groupBy: ['family'],
      searchQuery: {
        combinator: 'and',
        rules: [{ field: 'stock_coverage.weeks', operator: 'gt', value: 16 }],
      },
      sort: { field: 'stock_coverage.weeks', order: 'desc' },
    },
  },
];
