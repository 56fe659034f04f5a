import { API_BASE_PATH, ERRORS, type ErrorCode, ROUTE_LIST, type RouteDefinition } from '@palier/contract';
import { withoutCosts } from '@palier/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { isAllowed, type Scope } from '../scope.ts';
import { refuseBrokenText } from './broken-text.ts';
import { ApiError } from './errors.ts';
import { tellFaultsInFrench } from './french-faults.ts';
import type { Handlers } from './handlers.ts';
import { withPlainNumbers } from './plain-numbers.ts';

tellFaultsInFrench();

/** Proves who calls and what they may reach; its answer joins the call. */
export type Guard = (request: FastifyRequest, route: RouteDefinition) => Promise<{ scope?: Scope }>;

export interface RegisterOptions {
  guard: Guard;
  /** Checks answers against the contract too: tests and development. */
  check_answers: boolean;
}

type AnyHandler = (call: Record<string, unknown>) => Promise<unknown>;

/** Every route of the contract; those without a handler yet answer 501 once the caller is known. */
export function registerRoutes(app: FastifyInstance, handlers: Handlers, options: RegisterOptions): void {
  for (const route of ROUTE_LIST) {
    const handler = (handlers[route.id] ?? answerNotImplemented) as AnyHandler;
    app.route({
      method: route.method,
      url: fastifyPath(route),
      handler: (request, reply) => answer(route, handler, options, request, reply),
    });
  }
}

/** `/projects/{id}` of the contract as Fastify writes it: `/api/projects/:id`. */
export function fastifyPath(route: Pick<RouteDefinition, 'path' | 'base'>): string {
  return `${route.base ?? API_BASE_PATH}${route.path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
}

async function answer(
  route: RouteDefinition,
  handler: AnyHandler,
  options: RegisterOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const proven = await options.guard(request, route);
  refuseBrokenText({ params: request.params, query: request.query, body: request.body });
  const call = {
    ...proven,
    params: parse(route.params, request.params),
    query: parse(route.query, request.query),
    body: route.multipart || bodyIsAbsent(route, request) ? undefined : parse(route.body, request.body),
    request,
    reply,
  };
  // A parameter that is JSON has its texts once it is parsed.
  refuseBrokenText({ query: call.query });
  const found = await handler(call);
  if (reply.sent || route.answer === 'file' || route.answer === 'events' || route.answer === 'text')
    return reply;
  const status = route.status ?? (route.answer === 'none' ? 204 : 200);
  if (status === 204) return reply.code(204).send();
  if (options.check_answers) checkAnswer(route, found);
  // Checked as it is made: the contract says of what tells costs that it is there, and docs/droits.md for whom.
  const body = seesCosts(proven) ? found : withoutCosts(found);
  return reply.code(status).header('cache-control', 'no-store').send(withPlainNumbers(body));
}

/** Whether the caller may see costs; public routes have nobody, and nothing to hide. */
function seesCosts(proven: { scope?: Scope }): boolean {
  return proven.scope === undefined || isAllowed(proven.scope, 'canSeeCosts');
}

function bodyIsAbsent(route: RouteDefinition, request: FastifyRequest): boolean {
  return route.body_optional === true && (request.body === undefined || request.body === null);
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.flatMap(closestIssues).map((issue) => ({
    path: issue.path.map(String),
    message: issue.message,
  }));
  const isFilter = issues.some(({ path }) =>
    ['filter', 'query', 'item_query', 'searchQuery'].includes(path[0] ?? ''),
  );
  const code = isFilter ? 'invalid_query' : 'invalid_request';
  throw new ApiError(code, faultSentence(code, issues), { issues });
}

/** Of a value of several shapes, what is wrong with the shape it comes nearest to: « aucune ne convient » would not help. */
function closestIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const ofShape = issue.errors.filter((issues) =>
    issues.every(({ code, path }) => code !== 'invalid_type' || path.length > 0),
  );
  const [closest] = ofShape.sort((left, right) => left.length - right.length);
  if (!closest) return [issue];
  return closest.flatMap((inner) => closestIssues({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** « La demande n’est pas valide : « size », trop petit : 1 au moins. »: the first fault, the others in details. */
function faultSentence(code: ErrorCode, [first]: { path: string[]; message: string }[]): string | undefined {
  if (!first) return undefined;
  const sentence = ERRORS[code].message.replace(/\.$/, '');
  const where = first.path.length > 0 ? `« ${first.path.join('.').slice(0, 100)} », ` : '';
  return first.message === sentence ? sentence : `${sentence} : ${where}${lowerFirst(first.message)}`;
}

/** « Trop grand » goes on as « trop grand », « JSON » stays. */
const lowerFirst = (text: string): string =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

function checkAnswer(route: RouteDefinition, body: unknown): void {
  // What travels is JSON: dates and undefined members are checked as the client will see them.
  const parsed = route.response.safeParse(body === undefined ? undefined : JSON.parse(JSON.stringify(body)));
  if (!parsed.success) {
    throw new Error(`${route.method} ${route.path} answers against its contract: ${parsed.error.message}`);
  }
}

async function answerNotImplemented(): Promise<never> {
  throw new ApiError('not_implemented');
}
