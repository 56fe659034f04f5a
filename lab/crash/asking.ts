import { issueTokenFromFolder } from '../../apps/server/src/identity/index.ts';
import { type Person, userOf } from '../../apps/server/src/test/app.ts';

export type Ask = <T>(path: string, method?: string, body?: FormData | object) => Promise<T>;

/** An answer that is not a success. */
export class Refused extends Error {
  override name = 'Refused';

  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

const PATIENCE_MS = 120_000;
const PAGE_LINES = 1000;

/** The headers with which a real server knows a demo user. */
export async function headersOf(
  port: number,
  folder: string,
  person: Person,
): Promise<Record<string, string>> {
  const settings = {
    ...{ public_url: `http://localhost:${port}`, data_folder: folder, production: false },
    sign_in: { kind: 'demo' } as const,
  };
  return { authorization: `Bearer ${await issueTokenFromFolder(settings, userOf(person))}` };
}

/** Asks a real server as somebody; rejects when there is no answer, or one that is not a success. */
export async function caller(port: number, folder: string, person: Person = 'claire'): Promise<Ask> {
  const known = await headersOf(port, folder, person);
  return async (path, method = 'GET', body) => {
    const isJson = body !== undefined && !(body instanceof FormData);
    const response = await fetch(`http://localhost:${port}/api${path}`, {
      method,
      headers: { ...known, ...(isJson && { 'content-type': 'application/json' }) },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!response.ok)
      throw new Refused(response.status, `${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
}

/** What each line of a project says. */
export async function valuesOf(ask: Ask, project_id: string): Promise<Map<string, number | null>> {
  const path = `/projects/${project_id}/discounts?size=${PAGE_LINES}&fields=discount_pct_user`;
  const lines = await allPages<{ _id: string; discount_pct_user: number | null }>(ask, path);
  return new Map(lines.map((line) => [line._id, line.discount_pct_user]));
}

/** The acts that a project's journal has. */
export async function journalOf(ask: Ask, project_id: string): Promise<Set<string>> {
  const acts = await allPages<{ activity_id: string }>(ask, `/projects/${project_id}/activity?size=200`);
  return new Set(acts.map(({ activity_id }) => activity_id));
}

async function allPages<T>(ask: Ask, path: string): Promise<T[]> {
  const found: T[] = [];
  for (let after = ''; ; ) {
    const page = await ask<{ data: T[]; cursor: string | null }>(`${path}${after}`);
    found.push(...page.data);
    if (page.cursor === null) return found;
    after = `&after=${encodeURIComponent(page.cursor)}`;
  }
}
