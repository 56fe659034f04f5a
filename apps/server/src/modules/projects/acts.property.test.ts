import type { Optimization, Project, Scenario } from '@palier/contract';
import { actRefusal, type LinePage, type ProjectAct, permissionsOf } from '@palier/domain';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROJECT_ACTS, type ProjectState } from '../../../../../packages/domain/src/project/acts.ts';
import { systemScope } from '../../scope.ts';
import { type Person, startTestApp, type TestApp, userOf } from '../../test/app.ts';
import { importShop, ORGANIZATION, openProject } from '../../test/small-shop.ts';
import { waitForJobs } from '../jobs/index.ts';

// Anybody does anything to a project, in any order, through the HTTP door: the answer is what the domain's machine says,
// the project stands where the machine says, and every line stands in the project's phase.

const PEOPLE: readonly Person[] = ['claire', 'marion', 'ines', 'nadia', 'hugo'];
const ACTS = Object.keys(PROJECT_ACTS) as ProjectAct[];
/** Acts that leave a job behind: the next one meets a project at rest. */
const WORKS = new Set<ProjectAct>([
  'process_rules',
  'optimise',
  'validate',
  'approve',
  'go_back',
  'reopen',
  'clock',
  'refresh',
  'restore',
]);
const RUNS = process.env.PALIER_THOROUGH ? 30 : 1;
const PHASES = ['2026-07-08', '2026-07-15', '2026-07-22'].map((start_date) => ({ start_date }));
const CALENDAR = { phases: PHASES, end_date: '2026-07-29' };
const AFTER_ALL = '2026-08-01';

let test: TestApp;
let scenario: Scenario;
let other: Project;

beforeAll(async () => {
  test = await startTestApp({ jobs: true });
  await importShop(test, [{ code: 'A' }, { code: 'B', stock: 40 }, { code: 'C', weekly_sales: 1 }]);
  other = await openProject(test, 'Soldes/Femme/Autre');
  scenario = await send<Scenario>('POST', '/scenarios', { name: 'Marge', goal: 'profit' });
}, 300_000);
afterAll(() => test?.close());

const settled = () => waitForJobs(test.deps.database.db, systemScope(ORGANIZATION));

async function send<T>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<T> {
  const answer = await test.ask('claire', { method, url: `/api${url}`, ...(payload && { payload }) });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as T;
}

/** What the machine believes of the project; the database is asked whether it is so. */
interface Model {
  project_id: string;
  line: string;
  run: string;
  working_phase: number | null;
  /** The day that it is frozen at, or null. */
  data_date: string | null;
  /** Whether its figures speak of a day after its end: one that is over keeps it when it is no longer frozen. */
  ended: boolean;
  deleted: boolean;
  /** What waits for a signature, with the line as it was then. */
  submitted: { approval_id: string; by: Person; seen: string } | null;
  turn: number;
}

function stateOf({ working_phase, ended, deleted, submitted }: Model): ProjectState {
  if (deleted) return 'deleted';
  if (working_phase !== null) return submitted ? 'submitted' : 'working';
  return ended ? 'over' : 'closed';
}

function multipart(text: string): Pick<InjectOptions, 'payload' | 'headers'> {
  const head = 'content-disposition: form-data; name="uploadedFiles"; filename="d.csv"';
  return {
    payload: `--x\r\n${head}\r\ncontent-type: text/csv\r\n\r\n${text}\r\n--x--\r\n`,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  };
}

/** The call that an act is. */
function callOf(act: ProjectAct, model: Model): InjectOptions {
  const project = `/api/projects/${model.project_id}`;
  const line = `/api/discounts/${model.line}`;
  const approval_id = model.submitted?.approval_id ?? model.line;
  const put = (url: string, payload?: object): InjectOptions => ({
    method: 'PUT',
    url,
    ...(payload && { payload }),
  });
  const post = (url: string, payload?: object): InjectOptions => ({ ...put(url, payload), method: 'POST' });
  const next = model.working_phase === null ? 0 : model.working_phase + 1;
  const calls: Record<ProjectAct, () => InjectOptions> = {
    edit: () => put(`${project}/discounts`, { [model.line]: { included: model.turn % 2 === 0 } }),
    review: () => put(`${line}/review`),
    goal: () => put(`${line}/optimization`, { optimization_goal: null }),
    sync: () => put(`${project}/discounts/sync`, { source_project_id: other._id }),
    import_discounts: () => ({
      method: 'POST',
      url: `${project}/import`,
      ...multipart('produit;démarque\nA;30\n'),
    }),
    undo: () => post(`${project}/activity/${model.run}/undo`),
    edit_rules: () => post(`${project}/rules`, { name: `Règle ${model.turn}` }),
    process_rules: () => post(`${project}/rules/process`),
    simulate: () =>
      put(`${project}/simulate`, { objective: { discount_pct_distribution: { 0: 50, 20: 50 } } }),
    optimise: () => post(`/api/scenarios/${scenario._id}/optimizations`, { projects: [model.project_id] }),
    send_plan: () =>
      put('/api/optimizations/listing', { optimization_ids: [model.run], project_ids: [model.project_id] }),
    submit: () => post(`${project}/approval`, { word: 'Prête' }),
    withdraw: () => post(`${project}/approval/withdrawal`, { approval_id }),
    approve: () => post(`${project}/approval/signature`, { approval_id }),
    return: () => post(`${project}/approval/return`, { approval_id, word: 'À revoir' }),
    validate: () => put(project, { working_phase: next < PHASES.length ? next : null }),
    go_back: () => post(`${project}/reopening`, { reason: 'Erreur de date' }),
    reopen: () => post(`${project}/reopening`, { reason: 'Erreur de date' }),
    settings: () =>
      put(project, { objective: { discount_pct_distribution_params: { discount_budget: model.turn } } }),
    file: () => put(project, { section: `Rayon ${model.turn}` }),
    clock: () => put(project, { data_date: model.data_date === null ? AFTER_ALL : null }),
    refresh: () => post(`${project}/snapshot`),
    comment: () => post(`${line}/comments`, { comment: 'Vu' }),
    export: () => ({ method: 'GET', url: `${project}/export/listing-csv` }),
    delete: () => ({ method: 'DELETE', url: project }),
    restore: () => post(`/api/deleted-projects/${model.project_id}/restoration`),
  };
  return calls[act]();
}

/** The statuses that the machine allows to an act. */
function expected(act: ProjectAct, model: Model, person: Person, seen: string): number[] {
  const state = stateOf(model);
  const refusal = actRefusal(act, state, permissionsOf(userOf(person).role));
  // Whose door opens for another act of the same call meets first that the project is not there.
  if (refusal?.cause === 'permission') return state === 'deleted' ? [403, 404] : [403];
  // A deleted project answers as if it were not, and one that stands is not in the bin.
  if (state === 'deleted' || act === 'restore') return refusal ? [404] : [200];
  // Going back a phase and reopening are one call.
  if (act === 'go_back' || act === 'reopen') {
    if (state === 'over' || state === 'submitted') return [409];
    const back = (model.working_phase ?? PHASES.length) - 1;
    return back < 0 || model.ended ? [422] : [200];
  }
  // Nobody signs what she submitted, nor what changed since.
  if (act === 'approve' && !refusal && (model.submitted?.by === person || model.submitted?.seen !== seen))
    return [409];
  // The same phase again is no act; another one is a fault of the calendar.
  if (act === 'validate' && state !== 'working') return [409, 422];
  // What there is to undo, and whether a plan is of this phase, is not the machine's to say.
  if (act === 'undo' && !refusal) return [404];
  // The rulebook says it in its own sentence.
  if (act === 'edit_rules' && refusal) return [422];
  return refusal ? [409] : [200, 201, 202, 204];
}

/** Where the project stands after an act that was done. */
function after(act: ProjectAct, model: Model): Partial<Model> {
  const { working_phase } = model;
  if ((act === 'validate' || act === 'approve') && working_phase !== null)
    return { working_phase: working_phase + 1 < PHASES.length ? working_phase + 1 : null, submitted: null };
  if (act === 'withdraw' || act === 'return') return { submitted: null };
  if (act === 'go_back' || act === 'reopen') return { working_phase: (working_phase ?? PHASES.length) - 1 };
  if (act === 'clock')
    return model.data_date === null
      ? { data_date: AFTER_ALL, ended: true }
      : { data_date: null, ended: stateOf(model) === 'over' };
  if (act === 'delete') return { deleted: true };
  return act === 'restore' ? { deleted: false } : {};
}

/** What each line of the project stands at, as whoever signs sees it. */
async function pictureOf({ project_id }: Model): Promise<string> {
  const { body } = await test.ask('claire', { url: `/api/projects/${project_id}/discounts?size=10` });
  const lines = ((body as Partial<LinePage>).data ?? []).map((line) => {
    const chosen = line.discount_pct ?? null;
    const before = line.previous_discount_pcts?.at(-1) ?? 0;
    return [line.item_group_id, chosen, line.included && chosen !== null ? chosen : before];
  });
  return JSON.stringify(lines.sort());
}

async function standsAs(model: Model): Promise<void> {
  const { db } = test.deps.database;
  const row = await db
    .selectFrom('project')
    .select(['working_phase', 'deleted_at', 'submission_id'])
    .where('project_id', '=', model.project_id)
    .executeTakeFirstOrThrow();
  expect(row.working_phase).toBe(model.working_phase);
  expect(row.deleted_at !== null).toBe(model.deleted);
  expect(row.submission_id).toBe(model.submitted?.approval_id ?? null);
  const lines = await db
    .selectFrom('discount')
    .select('previous_discount_pcts')
    .where('project_id', '=', model.project_id)
    .execute();
  const validated = model.working_phase ?? PHASES.length;
  expect(lines.map((line) => line.previous_discount_pcts.length)).toEqual([validated, validated, validated]);
}

it('whoever does whatever in whatever order, the door answers as the machine says and no line is a phase ahead', async () => {
  const step = fc.record({
    // Those who may are met more often, so that the project moves.
    person: fc.oneof({ weight: 3, arbitrary: fc.constantFrom('claire', 'ines') }, fc.constantFrom(...PEOPLE)),
    act: fc.oneof(
      fc.constantFrom(...ACTS),
      fc.constantFrom('validate', 'validate', 'go_back', 'edit', 'restore'),
      fc.constantFrom('submit', 'submit', 'approve', 'approve', 'edit'),
    ),
  });
  const steps = fc.array(step as fc.Arbitrary<{ person: Person; act: ProjectAct }>, {
    minLength: 26,
    maxLength: 32,
  });
  const turns = { count: 0 };
  await fc.assert(
    fc.asyncProperty(steps, async (asked) => {
      turns.count += 1;
      const made = await openProject(test, `Actes/Femme/${turns.count}`, CALENDAR);
      const { data } = await send<LinePage>('GET', `/projects/${made._id}/discounts?size=10`);
      const run = await send<Optimization>('POST', `/scenarios/${scenario._id}/optimizations`, {
        projects: [made._id],
      });
      await settled();
      const model: Model = {
        ...{ project_id: made._id, line: data[0]?._id ?? '', run: run._id },
        ...{ working_phase: 0, data_date: null, ended: false, deleted: false, submitted: null, turn: 0 },
      };
      for (const { person, act } of asked) {
        model.turn += 1;
        const seen = act === 'submit' || act === 'approve' ? await pictureOf(model) : '';
        const wanted = expected(act, model, person, seen);
        const { status, body } = await test.ask(person, callOf(act, model));
        const where = `${act} by ${person} in ${stateOf(model)}: ${JSON.stringify(body).slice(0, 300)}`;
        expect(wanted, `${status} for ${where}`).toContain(status);
        if (status < 300) Object.assign(model, after(act, model));
        if (status < 300 && act === 'submit')
          model.submitted = { approval_id: String((body as Project).submission_id), by: person, seen };
        if (WORKS.has(act)) await settled();
        await standsAs(model);
      }
    }),
    { numRuns: RUNS, seed: Number(process.env.PALIER_SEED ?? 7), endOnFailure: true },
  );
}, 300_000);

it('every act is refused to every person whose rights do not open it, and nothing moves', async () => {
  const made = await openProject(test, 'Actes/Femme/Refus', CALENDAR);
  const { data } = await send<LinePage>('GET', `/projects/${made._id}/discounts?size=10`);
  const line = data[0]?._id ?? '';
  const model: Model = {
    ...{ project_id: made._id, line, run: line, working_phase: 0, data_date: null, ended: false },
    ...{ deleted: false, submitted: null, turn: 0 },
  };
  const refused = ACTS.flatMap((act) =>
    PEOPLE.filter((person) => expected(act, model, person, '').every((status) => status === 403)).map(
      (person) => ({ act, person }),
    ),
  );
  // A manager may do all that is done to a project.
  expect(new Set(refused.map(({ person }) => person))).toEqual(new Set(['marion', 'nadia', 'hugo']));
  for (const { act, person } of refused) {
    const { status, body } = await test.ask(person, callOf(act, model));
    expect(status, `${act} by ${person}: ${JSON.stringify(body).slice(0, 200)}`).toBe(403);
  }
  await standsAs(model);
}, 300_000);

it('before anything is imported, what the machine refuses is refused at the door to everybody, and nothing moves', async () => {
  const empty = await startTestApp({ jobs: true });
  try {
    const made = await openProject(empty, 'Actes/Femme/Vide', CALENDAR);
    const model: Model = {
      ...{ project_id: made._id, line: made._id, run: made._id, working_phase: 0, data_date: null },
      ...{ ended: false, deleted: false, submitted: null, turn: 0 },
    };
    const asked: string[] = [];
    // A run waits for the figures, nothing is in the bin, reopening and going back are one call.
    const apart = new Set<ProjectAct>(['optimise', 'restore', 'reopen']);
    for (const act of ACTS)
      for (const person of PEOPLE) {
        const rights = permissionsOf(userOf(person).role);
        const refusal = actRefusal(act, 'preparing', rights, { lack: 'data' });
        if (!refusal || apart.has(act)) continue;
        const { status, body } = await empty.ask(person, callOf(act, model));
        const where = `${act} by ${person}: ${JSON.stringify(body).slice(0, 200)}`;
        expect(status, where).toBe(refusal.cause === 'permission' ? 403 : 409);
        if (refusal.cause !== 'permission') asked.push(act);
      }
    expect(new Set(asked)).toContain('validate');
    expect(new Set(asked)).toContain('submit');
    const { body } = await empty.ask('claire', { url: '/api/projects' });
    expect((body as { data: Project[] }).data).toMatchObject([{ working_phase: 0, submission_id: null }]);
  } finally {
    await empty.close();
  }
}, 300_000);
