import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import { ApiError } from '../http/errors.ts';
import type { SignedIn } from './auth.ts';
import { SharedCounts } from './shared-counts.ts';

export interface Limits {
  /** Calls a minute of one signed-in person, all processes together. */
  person: number;
  /** Calls a minute from one address that prove nobody: without a token, or with one that is refused. */
  address: number;
}

export const LIMITS: Limits = { person: 6000, address: 1200 };

/** @throws 429 beyond the limit */
export interface CallCounts {
  countPerson(request: FastifyRequest, who: SignedIn): Promise<void>;
  countAddress(request: FastifyRequest): Promise<void>;
}

/**
 * Counts calls: by person once her token is verified, so that an office behind one address is not one caller; by
 * address for those that prove nobody, since a token that is not verified may be a new one at each call.
 */
export async function countCalls(
  app: FastifyInstance,
  database: Database,
  limits: Limits,
): Promise<CallCounts> {
  const shared = new SharedCounts(database);
  const leave = await shared.join();
  app.addHook('onClose', leave);
  // The plugin makes its store itself, without the database.
  const store = class {
    incr(...call: Parameters<SharedCounts['incr']>): void {
      shared.incr(...call);
    }
    child(): this {
      return this;
    }
  };
  await app.register(rateLimit, { global: false, store });
  const people = new WeakMap<FastifyRequest, string>();
  const byPerson = app.createRateLimit({
    max: limits.person,
    timeWindow: '1 minute',
    keyGenerator: (request) => people.get(request) ?? request.ip,
  });
  const byAddress = app.createRateLimit({
    max: limits.address,
    timeWindow: '1 minute',
    keyGenerator: (request) => request.ip,
  });
  return {
    async countPerson(request, { scope }) {
      people.set(request, `${scope.organization_id} ${scope.user_id}`);
      refuseBeyond(await byPerson(request));
    },
    async countAddress(request) {
      refuseBeyond(await byAddress(request));
    },
  };
}

function refuseBeyond(state: Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>): void {
  if (!state.isAllowed && state.isExceeded)
    throw new ApiError('too_many_requests', undefined, { retry_seconds: state.ttlInSeconds });
}
