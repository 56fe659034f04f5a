import { type RawBuilder, sql } from 'kysely';
import type { Scope } from './scope.ts';

/** Where each organisation's last calls were: few enough to be asked in one statement of a few shards. */
const MAX_PROJECTS = 8;
const MAX_ORGANIZATIONS = 1000;
const recent = new Map<string, string[]>();

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

/** Says that a project of the organisation is worked on. */
export function rememberProject({ organization_id }: Organization, project_id: string): void {
  const known = recent.get(organization_id) ?? [];
  if (known[0] === project_id) return;
  recent.delete(organization_id);
  recent.set(
    organization_id,
    [project_id, ...known.filter((id) => id !== project_id)].slice(0, MAX_PROJECTS),
  );
  for (const oldest of recent.keys()) {
    if (recent.size <= MAX_ORGANIZATIONS) break;
    recent.delete(oldest);
  }
}

/** The projects that the organisation's people were last at in this process, the latest first. */
export function recentProjects({ organization_id }: Organization): readonly string[] {
  return recent.get(organization_id) ?? [];
}
