import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { ApiError } from '../http/errors.ts';
import { InvalidTokenError } from '../identity/index.ts';
import { keepCaller } from '../same-rights.ts';
import type { Scope } from '../scope.ts';
import { safetyHeaders } from './headers.ts';

/** Finds the person of a verified token among the users; undefined when she is not one. */
export type FindScope = (who: { user_id: string; organization_id: string }) => Promise<Scope | undefined>;

export interface SignedIn {
  scope: Scope;
  /** Until when the token proves it, in seconds since 1970. */
  token_expires_at: number;
  /** Whether it is over since: the token, as a logout ends it before its time, or what she may see and do was another. */
  isOver(): Promise<boolean>;
}

export type Authenticate = (request: FastifyRequest) => Promise<SignedIn>;

/** Sign-in answers its own paths before anything else sees the request. */
export function mountIdentity(
  app: FastifyInstance,
  { identity, config }: Pick<Deps, 'identity' | 'config'>,
): void {
  const headers = new Map(Object.entries(safetyHeaders(config.public_url)));
  app.addHook('onRequest', async (request, reply) => {
    if (identity.owns(request.raw.url ?? '')) {
      reply.hijack();
      reply.raw.setHeaders(headers);
      await identity.handle(request.raw, reply.raw, request.ip);
      return;
    }
    const location = identity.redirectToPublicUrl(request.raw);
    if (location !== undefined) return reply.redirect(location, 302);
  });
}

const isInvalid = (error: unknown): boolean => error instanceof InvalidTokenError;

/** 401: no valid token. 403: a valid one of a person unknown to the application. */
export function createAuthenticate({ identity }: Pick<Deps, 'identity'>, findScope: FindScope): Authenticate {
  return async (request) => {
    const [scheme, token] = (request.headers.authorization ?? '').split(' ');
    if (scheme?.toLowerCase() !== 'bearer' || !token) {
      throw new ApiError('unauthenticated', 'Connectez-vous pour continuer.');
    }
    const holder = await identity.verify(token).catch((error: unknown) => {
      if (isInvalid(error)) {
        throw new ApiError('unauthenticated', 'Votre session a expiré : reconnectez-vous.');
      }
      throw error;
    });
    // Our own tokens name the organisation of whoever belongs to one: none is chosen for a token that does not.
    const { sub: user_id, org_id: organization_id } = holder;
    const scope = organization_id === undefined ? undefined : await findScope({ user_id, organization_id });
    if (organization_id === undefined || !scope)
      throw new ApiError('forbidden', "Votre compte n'a pas accès à Palier.");
    const findNow = () => findScope({ user_id, organization_id });
    keepCaller(request, scope, findNow);
    // What cannot be asked, as during an outage, is asked again.
    const isOver = async () => {
      const ended = await identity.verify(token).then(() => false, isInvalid);
      const now = ended ? undefined : await findNow().catch(() => scope);
      return !isDeepStrictEqual(now, scope);
    };
    return { scope, token_expires_at: holder.expires_at, isOver };
  };
}
