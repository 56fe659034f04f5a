import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

const YEAR_SECONDS = 31_536_000;

/** What every answer says, whatever it is: it is what it says it is and, over https, is asked for over https alone. */
export function safetyHeaders(public_url: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    ...(public_url.startsWith('https:') && {
      'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains`,
    }),
  };
}

/** Sends them with every answer of the application: calls, files, faults and pages. Sign-in's: `mountIdentity`. */
export function secureAnswers(app: FastifyInstance, { public_url }: Pick<Config, 'public_url'>): void {
  const headers = safetyHeaders(public_url);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}
