import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { buildApp } from '../app.ts';
import { compose, startJobs } from '../compose.ts';
import { type Config, readConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import { DEMO_USERS } from '../identity/index.ts';
import { addOrganization, addUser } from '../modules/organizations/repository.ts';
import type { Limits } from '../plugins/limits.ts';
import { copyEmbedded, dropPostgres, isOnGivenServer, newPostgres } from './copies.ts';

/** The people of the tests; `stranger` has a good token but no account. */
export type Person = 'claire' | 'marion' | 'paul' | 'ines' | 'nadia' | 'hugo';

export interface TestApp {
  app: FastifyInstance;
  deps: Deps;
  /** Asks the real application, as somebody signed in. */
  ask(
    person: Person | null,
    request: InjectOptions,
  ): Promise<{ status: number; body: never; headers: Record<string, unknown> }>;
  token(person: Person): Promise<string>;
  close(): Promise<void>;
}

type TestSettings = Partial<Config> & { jobs?: boolean; limits?: Limits };

/** The whole application in a throw-away folder, on an embedded database or one of its own on the run's server. */
export async function startTestApp(settings: TestSettings = {}): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'palier-test-'));
  const { jobs = false, limits, ...over } = settings;
  const asked: Config = { ...readConfig({ PALIER_DATA: folder }), log_level: 'error', demo: true, ...over };
  const lent = await lendDatabase(asked, folder);
  const config: Config = { ...asked, database_url: lent ?? asked.database_url };
  const { deps, close } = await compose(config);
  await addDemoUsers(deps);
  if (jobs) await startJobs(deps);
  const app = await buildApp(deps, limits);
  const tokens = new Map<Person, Promise<string>>();
  const token = (person: Person) => {
    const known = tokens.get(person) ?? deps.identity.issueToken(userOf(person));
    tokens.set(person, known);
    return known;
  };
  return {
    app,
    deps,
    token,
    async ask(person, request) {
      const authorization = person ? { authorization: `Bearer ${await token(person)}` } : {};
      const response = await app.inject({
        ...request,
        headers: { host: 'localhost:4600', ...authorization, ...request.headers },
      });
      const isJson = String(response.headers['content-type']).includes('json');
      return {
        status: response.statusCode,
        body: (isJson ? response.json() : response.body) as never,
        headers: response.headers,
      };
    },
    async close() {
      await app.close();
      await close();
      if (lent) await dropPostgres(lent);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A database for the application alone, unless the test chose where its own is. @returns its address on a server */
async function lendDatabase(config: Config, folder: string): Promise<string | null> {
  if (config.database_url !== null || config.data_folder !== folder) return null;
  if (isOnGivenServer) return newPostgres();
  await copyEmbedded(join(folder, 'database'), 'started');
  return null;
}

export function userOf(person: Person) {
  const user = DEMO_USERS.find(({ email }) => email.startsWith(`${person}.`));
  if (!user) throw new Error(`no demo user ${person}`);
  return user;
}

/** Both organisations with their users. */
export async function addDemoUsers({ database: { db } }: Pick<Deps, 'database'>): Promise<void> {
  for (const user of DEMO_USERS) {
    await addOrganization(db, { organization_id: user.organization_id, name: user.organization_name });
    await addUser(db, user);
  }
}
