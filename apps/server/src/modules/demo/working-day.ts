import type { Project } from '@palier/contract';
import { DEMO_TODAY } from '@palier/demo';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { findDemoUser } from '../../identity/index.ts';
import { type Scope, systemScope } from '../../scope.ts';
import { waitForJobs } from '../jobs/index.ts';
import { chooseByHand, reviewAll, reviewFamilies } from './hands.ts';
import { hoursOf } from './hours.ts';
import { playPast } from './past-season.ts';
import { type People, peopleOf } from './people.ts';
import { budgetBetween, frameProjects, runScenario, type Settled, sendPlan, setBudget } from './plans.ts';
import { pastSeasonsFile, settlePresent } from './service.ts';
import { addViews } from './shared-views.ts';

/** The project that a visitor opens first. */
const FLAGSHIP = 'Femme/Prêt-à-porter';
/** Validated by the manager, and waiting for its day. */
const VALIDATED = 'Femme/Maroquinerie et accessoires';
/** Handed over by the merchandiser, waiting for a signature. */
const SUBMITTED = 'Enfant/Mode enfant';
/** Spend more than they were given. */
const OVERSPENT: readonly string[] = ['Homme/Prêt-à-porter', 'Femme/Chaussures'];

/**
 * What a project is given for its discounts in the worked phase, between what they cost already (0) and what they would
 * cost without a ceiling (1).
 */
const CEILING = { flagship: 0.95, overspent: 0.85, others: 1.15 } as const;
/** What the flagship's plan may use of it: the rest is for what is chosen by hand. */
const PLANNED = 0.7;

/** Share of its cost that an unsold unit keeps: permanents stay on sale, the rest goes to the outlets of September. */
const WHAT_UNSOLD_KEEP = { field: 'tags', values: { Permanent: 1 }, other: 0.6 };

/**
 * What Claire, Marion and Inès did before the demo opens: rules, scenarios and their runs, a plan under a budget,
 * discounts chosen by hand, reviews, a phase validated and another submitted, in the projects whose markdowns have
 * begun. Every step goes through the API, as theirs would; done once: an organisation with scenarios has had its day.
 */
export async function playWorkingDay(app: FastifyInstance, deps: Deps): Promise<void> {
  const people = await peopleOf(app, deps);
  if (!people) return;
  const { data: scenarios } = await people.claire<{ data: object[] }>('GET', '/scenarios');
  if (scenarios.length === 0) await playProjects(people, () => settle(deps, settlePresent));
  await hoursOf(DEMO_TODAY)('06:50', () => addViews(people.claire));
}

/** Plays the seasons that are over, beside whoever has opened the demo. */
export async function playPastSeasons(app: FastifyInstance, deps: Deps): Promise<void> {
  const people = await peopleOf(app, deps);
  const all = ({ database }: Deps, scope: Scope) => waitForJobs(database.db, scope);
  if (people) await playPast(pastSeasonsFile(deps), people, () => settle(deps, all));
}

/** Resolves once the jobs of the organisation of the demo's people have ended, those that are waited for. */
async function settle(deps: Deps, jobs: (deps: Deps, scope: Scope) => Promise<void>): Promise<void> {
  const claire = findDemoUser('claire');
  if (claire) await jobs(deps, systemScope(claire.organization_id));
}

async function playProjects(people: People, settled: Settled): Promise<void> {
  const { claire } = people;
  const { data } = await claire<{ data: Project[] }>('GET', '/projects');
  const open = data.filter(
    ({ working_phase, data_date_frozen }) => working_phase !== null && !data_date_frozen,
  );
  const [begun, ahead] = [open.filter(hasBegun), open.filter((project) => !hasBegun(project))];
  const at = hoursOf(DEMO_TODAY);
  await at('06:05', async () => {
    await claire('PUT', '/residual-value', WHAT_UNSOLD_KEEP);
    for (const project of ahead) await setBudget(project, firstBudget(project), claire);
  });
  await at('06:30', () => frameProjects(begun, claire, settled));
  const free = await at('07:10', () =>
    runScenario({ name: 'Marge, sans plafond', goal: 'profit' }, begun, claire, settled),
  );
  const others = begun.filter((project) => !isOf(project, FLAGSHIP));
  await at('07:40', async () => {
    for (const project of others) {
      const share = OVERSPENT.some((path) => isOf(project, path)) ? CEILING.overspent : CEILING.others;
      await setBudget(project, await budgetBetween(project, free, share, claire), claire);
    }
    if (others.length > 0) await sendPlan(free, others, claire);
  });
  for (const project of begun.filter((one) => isOf(one, FLAGSHIP))) {
    await setBudget(project, await budgetBetween(project, free, CEILING.flagship, claire), claire);
    await playFlagship(project, await budgetBetween(project, free, PLANNED, claire), people, settled);
  }
  for (const project of others) await finishOther(project, people);
}

const hasBegun = ({ phases, data_date }: Project): boolean =>
  data_date !== null && (phases[0]?.start_date ?? '') <= data_date;

/** Share of its stock's retail value that an operation still to be prepared is given for its discounts. */
const FIRST_BUDGET = 0.01;

const firstBudget = ({ overview }: Project): number =>
  Math.round((FIRST_BUDGET * (overview?.stock_retail_value ?? 0)) / 1000) * 1000;

/** Three plans to compare, the one under the budget sent, then what people know better. */
async function playFlagship(
  project: Project,
  budget: number,
  people: People,
  settled: Settled,
): Promise<void> {
  const at = hoursOf(DEMO_TODAY);
  const budgeted = await at('08:15', () =>
    runScenario(
      {
        name: 'Marge sous budget',
        goal: 'profit',
        constraints: { discount_budget: budget, discount_budget_horizon: 'phase' },
      },
      [project],
      people.claire,
      settled,
    ),
  );
  const clear = { name: 'Écouler le stock', goal: 'cogs' } as const;
  await at('08:50', () => runScenario(clear, [project], people.marion, settled));
  await at('09:20', () => sendPlan(budgeted, [project], people.claire));
  await chooseByHand(project, people);
  await at('12:40', () => reviewFamilies(project, people));
}

async function finishOther(project: Project, people: People): Promise<void> {
  const { _id, working_phase } = project;
  const at = hoursOf(DEMO_TODAY);
  if (isOf(project, VALIDATED)) {
    await at('13:10', () => reviewAll(project, people.marion));
    await at('15:05', () =>
      people.ines('PUT', `/projects/${_id}`, { working_phase: (working_phase ?? 0) + 1 }),
    );
  } else if (isOf(project, SUBMITTED)) {
    await at('13:45', () => reviewAll(project, people.marion));
    const { data } = await people.marion<{ data: { user_id: string; name: string }[] }>('GET', '/signers');
    const word = 'Prête pour mercredi. Les permanents restent à 20\u202f% au plus, le budget est tenu.';
    const to_user_id = data.find(({ name }) => name.startsWith('Inès'))?.user_id ?? null;
    await at('14:20', () => people.marion('POST', `/projects/${_id}/approval`, { word, to_user_id }));
  } else await at('13:20', () => reviewFamilies(project, people));
}

const isOf = ({ name }: Project, path: string): boolean => name.endsWith(`/${path}`);
