import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { explainDataFolder } from '../modules/folders/index.ts';

/** Why this process cannot serve, in French (empty: the database does not answer); null when it can. */
export async function explainUnready({
  config,
  data_owner,
  database,
  leaving,
}: Pick<Deps, 'config' | 'data_owner' | 'database' | 'leaving'>): Promise<string | null> {
  if (leaving.aborted) return 'Ce processus s’arrête.';
  const answers = await sql`select 1`.execute(database.reserved).then(
    () => true,
    () => false,
  );
  return answers ? ((await explainDataFolder(config.data_folder, data_owner)) ?? null) : '';
}

interface Caller {
  headers: IncomingHttpHeaders;
  /** The address of whoever asks, and that of the connection. */
  addresses: readonly (string | undefined)[];
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
