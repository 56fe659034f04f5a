import { type RawBuilder, sql } from 'kysely';
import type { Scope } from './scope.ts';

/** Where each organisation's last calls were: few enough to be asked in one statement of a few shards. */
const MAX_PROJECTS = 8;
const MAX_ORGANIZATIONS = 1000;
const recent = new Map<string, string[]>();
/** Where each organisation's people were at the lines. */
const attended = new Map<string, string[]>();

type Organization = Pick<Scope, 'organization_id'>;

/**
 * The project that something without its project in its address belongs to. Looked for in the projects that the
 * organisation's people work on in this process, then in all of them: on a distributed database the first asks the
 * workers of those alone, the second asks everyone.
 */
export async function findOwner(
  scope: Organization,
  ownerIn: (projects: RawBuilder<unknown>) => Promise<{ project_id: string } | undefined>,
): Promise<string | null> {
  const known = recent.get(scope.organization_id) ?? [];
  const found =
    (known.length > 0 ? await ownerIn(sql`(${sql.join(known)})`) : undefined) ??
    (await ownerIn(sql`(select project_id from project where organization_id = ${scope.organization_id})`));
  if (found) rememberProject(scope, found.project_id);
  return found?.project_id ?? null;
}

/** Says that a call named a project of the organisation. */
export function rememberProject(organization: Organization, project_id: string): void {
  putFirst(recent, organization, project_id);
}

/** Says that somebody reads or decides the lines of a project: what a list of all projects asks of each says nothing. */
export function attendProject(organization: Organization, project_id: string): void {
  putFirst(attended, organization, project_id);
}

/** The projects whose lines the organisation's people were last at in this process, the latest first. */
export function attendedProjects({ organization_id }: Organization): readonly string[] {
  return attended.get(organization_id) ?? [];
}

function putFirst(
  places: Map<string, string[]>,
  { organization_id }: Organization,
  project_id: string,
): void {
  const known = places.get(organization_id) ?? [];
  if (known[0] === project_id) return;
  places.delete(organization_id);
  places.set(
    organization_id,
    [project_id, ...known.filter((id) => id !== project_id)].slice(0, MAX_PROJECTS),
  );
  for (const oldest of places.keys()) {
    if (places.size <= MAX_ORGANIZATIONS) break;
    places.delete(oldest);
  }
}
