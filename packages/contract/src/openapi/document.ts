import * as z from 'zod';
import { ROUTE_LIST, type Route } from '../routes/table.ts';
import { ERRORS, type ErrorCode, errorBodySchema } from '../wire/errors.ts';
import { POLICIES, sayCoverage, sayRight } from '../wire/policy.ts';
import { isListParam } from '../wire/query-params.ts';
import { API_BASE_PATH, COMMON_ERRORS, UPLOADED_FILES } from '../wire/route.ts';

type JsonSchema = Record<string, unknown>;
type Components = Record<string, JsonSchema>;

/** Inner definitions moved to the document's components, so that each named schema stands once. */
function toSchema(schema: z.ZodType, io: 'input' | 'output', components: Components): JsonSchema {
  const {
    $schema: _,
    $defs,
    ...rest
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    // Answers may gain members: a client must not refuse them.
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  }) as JsonSchema & { $defs?: Components };
  const suffix = io === 'input' ? 'Input' : '';
  const named = typeof rest.id === 'string' ? rest.id : undefined;
  for (const [name, definition] of Object.entries($defs ?? {}))
    components[`${name}${suffix}`] = withReferences(definition, suffix, named);
  const own = withReferences(rest, suffix, named);
  if (!named) return own;
  components[`${named}${suffix}`] = own;
  return { $ref: `#/components/schemas/${named}${suffix}` };
}

/** The same schema with references that point into the components; « # » is the named schema itself. */
function withReferences(schema: JsonSchema, suffix: string, root: string | undefined): JsonSchema {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => {
        if (key !== '$ref' || typeof item !== 'string') return [key, visit(item)];
        const name = item === '#' ? root : item.replace('#/$defs/', '');
        return [key, `#/components/schemas/${name}${suffix}`];
      }),
    );
  };
  const { id: _, ...rest } = visit(schema) as JsonSchema;
  return rest;
}

/** A query parameter: lists are comma separated, objects are JSON text, the rest is plain. */
function queryParameter(name: string, type: z.ZodType, components: Components): JsonSchema {
  const schema = toSchema(type, 'output', components);
  const required = !z.safeParse(type, undefined).success;
  const parameter = { name, in: 'query', required };
  if (schema.type === 'array' && isListParam(type))
    return { ...parameter, style: 'form', explode: false, schema };
  const structured = '$ref' in schema || schema.type === 'array' || schema.type === 'object';
  return structured
    ? { ...parameter, content: { 'application/json': { schema } } }
    : { ...parameter, schema };
}

function parameters(route: Route, components: Components): JsonSchema[] {
  const path = Object.entries(route.params?.shape ?? {}).map(([name, type]) => ({
    name,
    in: 'path',
    required: true,
    schema: toSchema(type as z.ZodType, 'input', components),
  }));
  const query = Object.entries(route.query?.shape ?? {}).map(([name, type]) =>
    queryParameter(name, type as z.ZodType, components),
  );
  return [...path, ...query];
}

function requestBody(route: Route, components: Components): JsonSchema | undefined {
  if (route.multipart) {
    const fields = route.body ? toSchema(route.body, 'input', components) : undefined;
    const files = {
      type: 'object',
      properties: {
        [UPLOADED_FILES]: {
          type: 'array',
          items: { type: 'string', contentMediaType: 'application/octet-stream' },
        },
      },
      required: [UPLOADED_FILES],
    };
    const schema = fields ? { allOf: [files, fields] } : files;
    return { required: true, content: { 'multipart/form-data': { schema } } };
  }
  if (!route.body) return undefined;
  return {
    required: route.body_optional !== true,
    content: { 'application/json': { schema: toSchema(route.body, 'input', components) } },
  };
}

function successResponse(route: Route, components: Components): JsonSchema {
  const answer = route.answer ?? 'json';
  if (answer === 'none') return { description: 'Fait.' };
  if (answer === 'json')
    return {
      description: 'Réussite.',
      content: { 'application/json': { schema: toSchema(route.response, 'output', components) } },
    };
  const types = { events: 'text/event-stream', text: 'text/plain', file: 'application/octet-stream' };
  return { description: 'Réussite.', content: { [types[answer]]: { schema: { type: 'string' } } } };
}

function errorResponses(codes: readonly ErrorCode[]): Record<string, JsonSchema> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes)
    byStatus.set(ERRORS[code].status, [...(byStatus.get(ERRORS[code].status) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      String(status),
      {
        description: list.map((code) => `${code} : ${ERRORS[code].message}`).join(' '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

/** The errors a route may answer, each once. */
export function routeErrors(route: Route): ErrorCode[] {
  const open = route.permission === 'anyone' || route.permission === 'signed_link';
  const common = open
    ? COMMON_ERRORS.filter((code) => code !== 'unauthenticated' && code !== 'forbidden')
    : COMMON_ERRORS;
  return [
    ...new Set<ErrorCode>([
      ...common,
      ...route.errors,
      ...(route.implemented ? [] : (['not_implemented'] as const)),
    ]),
  ];
}

function operation(route: Route, components: Components): JsonSchema {
  const body = requestBody(route, components);
  const open = route.permission === 'anyone' || route.permission === 'signed_link';
  const notYet = route.implemented ? '' : ' Pas encore disponible : répond 501.';
  return {
    operationId: route.id,
    summary: route.summary,
    description: `${POLICIES[route.permission]} ${sayRight(route.right)}${sayCoverage(route.covers)}${notYet}`,
    tags: [route.tag],
    ...(route.implemented ? {} : { 'x-implemented': false }),
    security: open ? [] : [{ bearer: [] }],
    parameters: parameters(route, components),
    ...(body ? { requestBody: body } : {}),
    responses: {
      [String(route.status ?? 200)]: successResponse(route, components),
      ...errorResponses(routeErrors(route)),
    },
  };
}

/** The OpenAPI 3.1 document of the whole table. */
export function openApiDocument(version = '1'): JsonSchema {
  const components: Components = {};
  toSchema(errorBodySchema, 'output', components);
  const paths: Record<string, JsonSchema> = {};
  for (const route of ROUTE_LIST) {
    const path = `${route.base ?? API_BASE_PATH}${route.path}`;
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, components) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Palier', version, description: 'L’API de Palier, planification des démarques.' },
    servers: [{ url: '/' }],
    tags: [...new Set(ROUTE_LIST.map((route) => route.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: components,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}
