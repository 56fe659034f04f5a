import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import { ApiError } from './http/errors.ts';
import type { Scope } from './scope.ts';

type FindNow = () => Promise<Scope | undefined>;

const callers = new WeakMap<FastifyRequest, { scope: Scope; findNow: FindNow }>();

/** Keeps who called, to be asked about again where a call lasts as long as the caller wants. */
export function keepCaller(request: FastifyRequest, scope: Scope, findNow: FindNow): void {
  callers.set(request, { scope, findNow });
}

/** @throws 403 when what the caller may see and do is not what it was when her call began */
export async function requireSameRights(request: FastifyRequest): Promise<void> {
  const caller = callers.get(request);
  if (!caller || isDeepStrictEqual(await caller.findNow(), caller.scope)) return;
  throw new ApiError('forbidden', 'Vos droits ont changé pendant l’envoi : rien n’en a été gardé.');
}
