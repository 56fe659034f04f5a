import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { explainDataFolder } from '../modules/folders/index.ts';

const ANSWER_MS = 5000;

/** Why this process cannot serve, in French (empty: the database does not answer); null when it can. */
export async function explainUnready({
  config,
  data_owner,
  database,
  leaving,
}: Pick<Deps, 'config' | 'data_owner' | 'database' | 'leaving'>): Promise<string | null> {
  if (leaving.aborted) return 'Ce processus s’arrête.';
  return (await answersInTime(database))
    ? ((await explainDataFolder(config.data_folder, data_owner)) ?? null)
    : '';
}

interface Caller {
  headers: IncomingHttpHeaders;
  /** The address of whoever asks, and that of the connection. */
  addresses: readonly (string | undefined)[];
}

/** What is asked of each database and not answered yet: one that hangs is not asked again meanwhile. */
const asked = new WeakMap<object, Promise<boolean>>();

/** Whether the database answers, soon: a proxy that asks must not wait for one that hangs. */
function answersInTime({ reserved }: Pick<Deps['database'], 'reserved'>): Promise<boolean> {
  const answer =
    asked.get(reserved) ??
    sql`select 1`
      .execute(reserved)
      .then(
        () => true,
        () => false,
      )
      .finally(() => asked.delete(reserved));
  asked.set(reserved, answer);
  return Promise.race([answer, wait(ANSWER_MS, false, { ref: false })]);
}

/** Whoever brings the token; without one, this machine alone, and not through a proxy. */
export function mayReadMetrics(token: string | null, { headers, addresses }: Caller): boolean {
  if (token === null) return isThisMachine({ headers, addresses });
  return bears({ headers }, token);
}

/** Whether somebody asks from this machine, not through a proxy. */
export const isThisMachine = ({ headers, addresses }: Caller): boolean =>
  addresses.every(isLoopback) && !headers['x-forwarded-for'];

/** Whether a caller brings a secret. */
export function bears({ headers }: Pick<Caller, 'headers'>, secret: string): boolean {
  const given = digest(headers.authorization?.replace(/^bearer /i, '') ?? '');
  return timingSafeEqual(given, digest(secret));
}

const isLoopback = (address = ''): boolean => /^(::ffff:)?127\.|^::1$/.test(address);
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
