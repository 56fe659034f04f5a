import { describe, expect, it } from 'vitest';
import { ROUTE_LIST } from '../routes/table.ts';
import { API_BASE_PATH } from '../wire/route.ts';
import { openApiDocument, routeErrors } from './document.ts';

type Json = Record<string, unknown>;
interface Operation {
  operationId: string;
  summary: string;
  security: Json[];
  parameters: { name: string; in: string; required: boolean; schema?: Json; content?: Json }[];
  requestBody?: { content: Json };
  responses: Record<string, { description: string }>;
  'x-implemented'?: boolean;
}

const document = openApiDocument('1.2.3') as {
  openapi: string;
  info: Json;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json> };
};
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
const operation = (id: string) => operations.find(({ operationId }) => operationId === id);

function everyReference(value: unknown, visit: (reference: string) => void): void {
  if (Array.isArray(value)) for (const item of value) everyReference(item, visit);
  else if (value !== null && typeof value === 'object')
    for (const [key, item] of Object.entries(value)) {
      if (key === '$ref' && typeof item === 'string') visit(item);
      else everyReference(item, visit);
    }
}

describe('the OpenAPI document', () => {
  it('is version 3.1 and has every route once', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info).toMatchObject({ title: 'Palier', version: '1.2.3' });
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
      ROUTE_LIST.map(({ id }) => id).sort(),
    );
    for (const { base, path } of ROUTE_LIST)
      expect(document.paths).toHaveProperty([`${base ?? API_BASE_PATH}${path}`]);
  });

  it('is plain JSON whose references all lead somewhere', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    let count = 0;
    everyReference(document, (reference) => {
      count += 1;
      expect(document.components.schemas).toHaveProperty([reference.replace('#/components/schemas/', '')]);
    });
    expect(count).toBeGreaterThan(100);
  });

  it('names every schema in words', () => {
    for (const name of Object.keys(document.components.schemas)) expect(name).toMatch(/^[A-Z][A-Za-z]+$/);
  });

  it('gives each operation its parameters, its success and its errors', () => {
    for (const route of ROUTE_LIST) {
      const found = operation(route.id);
      const named = found?.parameters.map(({ name, in: place }) => `${place} ${name}`);
      const expected = [
        ...Object.keys(route.params?.shape ?? {}).map((name) => `path ${name}`),
        ...Object.keys(route.query?.shape ?? {}).map((name) => `query ${name}`),
      ];
      expect(named, route.id).toEqual(expected);
      expect(Object.keys(found?.responses ?? {}), route.id).toContain(String(route.status ?? 200));
      expect(Object.keys(found?.responses ?? {}), route.id).toContain('500');
      for (const parameter of found?.parameters ?? [])
        expect(
          Boolean(parameter.schema) !== Boolean(parameter.content),
          `${route.id} ${parameter.name}`,
        ).toBe(true);
    }
  });

  it('says which routes answer 501 for now', () => {
    for (const route of ROUTE_LIST) {
      expect(operation(route.id)?.['x-implemented'] === false, route.id).toBe(!route.implemented);
      expect('501' in (operation(route.id)?.responses ?? {}), route.id).toBe(!route.implemented);
      expect(routeErrors(route).includes('not_implemented')).toBe(!route.implemented);
    }
  });

  it('asks for a bearer token wherever one is needed', () => {
    expect(operation('discounts.list')?.security).toEqual([{ bearer: [] }]);
    expect(operation('health.live')?.security).toEqual([]);
  });

  it('describes filters as trees, lists as lists, and uploads as files', () => {
    const parameters = operation('discounts.list')?.parameters ?? [];
    expect(parameters.find(({ name }) => name === 'filter')?.content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/Query' } },
    });
    expect(parameters.find(({ name }) => name === 'by')).toMatchObject({ style: 'form', explode: false });
    expect(parameters.find(({ name }) => name === 'size')?.schema).toMatchObject({
      type: 'integer',
      maximum: 1000,
    });
    expect(Object.keys(operation('imports.create')?.requestBody?.content ?? {})).toEqual([
      'multipart/form-data',
    ]);
  });
});
