import { openApiDocument } from '@palier/contract';
import { type Person, startTestApp, type TestApp } from '../../apps/server/src/test/app.ts';
import { startPostgres } from '../../apps/server/src/test/postgres.ts';
import { importShop, linesOf, openProject } from '../../apps/server/src/test/small-shop.ts';
import { uniform } from '../evaluation/synthetic.ts';
import { type ApiDocument, type Call, makeCall, resourceOf } from './calls.ts';
import { choose, type Maker } from './values.ts';
import { Words } from './words.ts';

/** A call that got what no call may get, or a job that stopped on what nobody foresaw. */
export interface Fault {
  /** Calls made until then. */
  call: number;
  route: string;
  answer: string;
  by?: { person: Person; status: number; request: Call['request'] };
}

export interface FuzzResult {
  calls: number;
  /** How many calls got each status. */
  statuses: Record<string, number>;
  faults: Fault[];
}

export interface FuzzOptions {
  /** Callers at work at the same time; one when left out. */
  at_once?: number;
  /** On a PostgreSQL server, where calls made at once run beside each other; else on the embedded database. */
  postgres?: boolean;
  /** Sees what there is after each application. */
  onApplication?: (soFar: FuzzResult) => void;
}

/** Calls to one application before another is started: hostile acts delete what the next ones need. */
const CALLS_OF_ONE = 2000;
const SILENCE_MS = 45_000;
const HOSTILE_SHARE = 0.04;
/** Share of the calls that repeat one that is under way: two people press the same button. */
const TWIN_SHARE = 0.25;
/** Claire and Inès are of one organisation, Marion of it with fewer rights, Paul of another. */
const PEOPLE: readonly Person[] = ['claire', 'claire', 'claire', 'ines', 'marion', 'nadia', 'hugo', 'paul'];

/**
 * Random calls of every route, drawn from the API's own document with words that its answers gave, part of each call
 * hostile. No call may answer 5xx but a 503 that says when to try again, and 501 where the contract announces it.
 */
export async function fuzz(calls: number, seed: number, options: FuzzOptions = {}): Promise<FuzzResult> {
  const result: FuzzResult = { calls: 0, statuses: {}, faults: [] };
  for (let round = 0; result.calls < calls; round += 1) {
    await fuzzOne(result, Math.min(CALLS_OF_ONE, calls - result.calls), seed + round, options);
    options.onApplication?.(result);
  }
  return result;
}

async function fuzzOne(
  result: FuzzResult,
  calls: number,
  seed: number,
  { at_once = 1, postgres = false }: FuzzOptions,
): Promise<void> {
  const server = postgres ? await startPostgres() : null;
  const limits = { person: 1e9, address: 1e9 };
  const test = await startTestApp({ jobs: true, limits, ...(server && { database_url: server.url }) });
  try {
    await callAtOnce(test, result, { calls, seed, at_once });
    result.faults.push(...(await findJobFaults(test, result.calls)));
  } finally {
    await test.close();
    await server?.stop();
  }
}

async function callAtOnce(
  test: TestApp,
  result: FuzzResult,
  { calls, seed, at_once }: { calls: number; seed: number; at_once: number },
): Promise<void> {
  const random = uniform(seed);
  // As another program reads it: from its text.
  const document: ApiDocument = JSON.parse(JSON.stringify(openApiDocument('fuzz')));
  const words = new Words(random);
  const maker: Maker = { random, words, schemas: document.components.schemas, hostile: HOSTILE_SHARE };
  await prepare(test, words);
  const underWay = new Set<Call>();
  let left = calls;
  const keepCalling = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const twin = random() < TWIN_SHARE ? choose(random, [...underWay]) : undefined;
      const call = twin ?? makeCall(maker, document);
      underWay.add(call);
      await makeOneCall(test, result, call, { person: choose(random, PEOPLE) ?? 'claire', words });
      if (call !== twin) underWay.delete(call);
    }
  };
  await Promise.all(Array.from({ length: at_once }, keepCalling));
}

async function makeOneCall(
  test: TestApp,
  result: FuzzResult,
  { route, request }: Call,
  { person, words }: { person: Person; words: Words },
): Promise<void> {
  const answer = await Promise.race([test.ask(person, request), silence()]);
  result.calls += 1;
  result.statuses[answer.status] = (result.statuses[answer.status] ?? 0) + 1;
  if (answer.status < 300) words.learn(answer.body, resourceOf(request.url));
  if (isFault(answer.status, answer.headers, route.implemented))
    result.faults.push({
      ...{ call: result.calls, route: route.id, answer: JSON.stringify(answer.body).slice(0, 300) },
      by: { person, status: answer.status, request },
    });
}

/** Jobs that were begun a second time: what a call asks for ends, or fails with a sentence. */
async function findJobFaults({ deps }: TestApp, call: number): Promise<Fault[]> {
  const jobs = await deps.database.db
    .selectFrom('job')
    .select(['kind', 'stage', 'error'])
    .where('attempt', '>', 1)
    .execute();
  return jobs.map(({ kind, ...job }) => ({ call, route: `job: ${kind}`, answer: JSON.stringify(job) }));
}

/** What stands for an answer that does not come: the server's own limit is 30 seconds. */
async function silence(): Promise<{ status: number; body: unknown; headers: Record<string, unknown> }> {
  await new Promise((resolve) => setTimeout(resolve, SILENCE_MS).unref());
  return { status: 599, body: 'no answer', headers: {} };
}

function isFault(status: number, headers: Record<string, unknown>, isImplemented: boolean): boolean {
  if (status < 500) return false;
  if (status === 501) return isImplemented;
  return !(status === 503 && headers['retry-after'] !== undefined);
}

/** A small retailer with two projects, a scenario, a view and a rule, read once so that calls know their words. */
async function prepare(test: TestApp, words: Words): Promise<void> {
  await importShop(
    test,
    Array.from({ length: 12 }, (_, index) => ({
      code: `P${index}`,
      family: index % 2 === 0 ? 'Robes' : 'Pulls',
      weekly_sales: 1 + (index % 5),
    })),
  );
  const project = await openProject(test, 'Soldes/Femme/Robes');
  await openProject(test, 'Soldes/Femme/Pulls');
  await linesOf(test, project._id);
  const post = (url: string, payload: object) => test.ask('claire', { method: 'POST', url, payload });
  await post('/api/scenarios', { name: 'Prudent' });
  await post('/api/views', { name: 'Ma vue' });
  for (const url of [
    ...['/api/projects', '/api/scenarios', '/api/views', '/api/imports', '/api/jobs', '/api/project-groups'],
    ...['/api/members', `/api/projects/${project._id}/discounts`, `/api/projects/${project._id}/rules`],
  ]) {
    const { status, body } = await test.ask('claire', { url });
    if (status === 200) words.learn(body, resourceOf(url));
  }
}
