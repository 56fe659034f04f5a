import type { RouteDefinition } from '@palier/contract';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Db } from './db/database.ts';
import { ApiError, notFound } from './http/errors.ts';
import type { Guard } from './http/register.ts';
import { projectOfLine } from './modules/discounts/repository.ts';
import { openProject } from './modules/projects/service.ts';
import type { Authenticate } from './plugins/auth.ts';
import type { CallCounts } from './plugins/limits.ts';

const withId = z.object({ id: z.string() });
const uuid = z.uuid();

/**
 * Carries out the policies of the contract: signed in, of the organisation that the project or line belongs
 * to. What belongs to others answers as if it did not exist. Finer rights are the modules' `policy.ts`.
 */
export function createGuard(db: Db, authenticate: Authenticate, counts: CallCounts): Guard {
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
    if (route.permission === 'member' || route.permission === 'view_editor') return signedIn;
    const { id } = withId.parse(request.params);
    if (route.permission !== 'discount') return { scope, project: await openProject(db, scope, id) };
    const project_id = uuid.safeParse(id).success ? await projectOfLine(db, scope, id) : null;
    if (!project_id) throw notFound('Cette ligne');
    return { scope, project: await openProject(db, scope, project_id) };
  };
}
