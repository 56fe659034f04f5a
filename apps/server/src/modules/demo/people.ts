import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { findDemoUser } from '../../identity/index.ts';

/** A call of the API by one of the demo's people. @throws when the API refuses */
export type Call = <T>(method: 'GET' | 'PUT' | 'POST', path: string, body?: object) => Promise<T>;

/** Who works on the demo's projects before it opens: an administrator, a merchandiser, a manager who signs. */
export interface People {
  claire: Call;
  marion: Call;
  ines: Call;
}

/** Those people as callers of the API; none where the demo's users do not sign in. */
export async function peopleOf(app: FastifyInstance, deps: Deps): Promise<People | undefined> {
  const [claire, marion, ines] = await Promise.all(
    ['claire', 'marion', 'inès'].map((name) => callerOf(app, deps, name)),
  );
  return claire && marion && ines && { claire, marion, ines };
}

async function callerOf(app: FastifyInstance, deps: Deps, name: string): Promise<Call | undefined> {
  const account = findDemoUser(name);
  if (!account || !deps.identity.demoSignIn) return undefined;
  const authorization = `Bearer ${await deps.identity.issueToken(account)}`;
  return async <T>(method: 'GET' | 'PUT' | 'POST', path: string, body?: object) => {
    const answer = await app.inject({
      method,
      url: `/api${path}`,
      headers: { authorization },
      ...(body && { payload: body }),
    });
    if (answer.statusCode >= 400) throw new Error(`${method} ${path} : ${answer.statusCode} ${answer.body}`);
    return answer.json() as T;
  };
}
