import { permissionsFor, type RouteDefinition } from '@palier/contract';
import { lackOf } from '@palier/domain';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from './db/database.ts';
import { ApiError, notFound } from './http/errors.ts';
import type { Guard } from './http/register.ts';
import { projectOfLine } from './modules/discounts/repository.ts';
import type { Facts } from './modules/facts/index.ts';
import { openProject } from './modules/projects/service.ts';
import { requireLines, requireOrganization, requireReach } from './perimeter.ts';
import type { Authenticate } from './plugins/auth.ts';
import type { CallCounts } from './plugins/limits.ts';
import { isAllowed, type Scope } from './scope.ts';

const withId = z.object({ id: z.string() });
const uuid = z.uuid();

/** @throws 403 saying what is lacking, for a caller who holds none of the permissions that open the route */
function requireRight(scope: Scope, { right }: RouteDefinition): void {
  const permissions = permissionsFor(right);
  const [first] = permissions ?? [];
  if (!permissions || !first || permissions.some((name) => isAllowed(scope, name))) return;
  throw new ApiError('forbidden', lackOf(first));
}

/**
 * Carries out the policies of the contract: signed in, of the organisation that the project or line belongs
 * to, within her perimeter. What belongs to others answers as if it did not exist. Finer rights are the modules'
 * `policy.ts`.
 */
export function createGuard(
  { db, facts }: { db: Db; facts: Pick<Facts, 'use'> },
  authenticate: Authenticate,
  counts: CallCounts,
): Guard {
  const reach = async (scope: Scope, project_id: string, { covers }: RouteDefinition) => {
    const project = await openProject(db, scope, project_id);
    await requireReach(facts, project, covers);
    return project;
  };
  return async (request: FastifyRequest, route: RouteDefinition) => {
    if (route.permission === 'signed_link') return {};
    if (route.permission === 'anyone') {
      await counts.countAddress(request);
      return {};
    }
    const signedIn = await authenticate(request).catch(async (error: unknown) => {
      if (error instanceof ApiError) await counts.countAddress(request);
      throw error;
    });
    await counts.countPerson(request, signedIn);
    const { scope } = signedIn;
    requireRight(scope, route);
    if (route.covers === 'organization') requireOrganization(scope);
    if (route.permission === 'member' || route.permission === 'view_editor') return signedIn;
    const { id } = withId.parse(request.params);
    if (route.permission !== 'discount') return { scope, project: await reach(scope, id, route) };
    const project_id = uuid.safeParse(id).success ? await projectOfLine(db, scope, id) : null;
    if (!project_id) throw notFound('Cette ligne');
    const project = await reach(scope, project_id, route);
    await requireLines(facts, project, [id]);
    return { scope, project };
  };
}
