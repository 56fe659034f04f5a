import type { QueryTree } from '@palier/domain';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ROUTES } from '../routes/table.ts';
import { UPLOADED_FILES } from '../wire/route.ts';
import { buildRequest } from './build-request.ts';
import { routePaths } from './route-paths.ts';
import type { RouteInput, RouteOutput } from './types.ts';

const paths = routePaths();

const parseUrl = (url: string) => {
  const { pathname, searchParams } = new URL(url, 'https://palier.example');
  return { pathname, query: Object.fromEntries(searchParams) };
};

describe('a request of the typed client', () => {
  it('[CONST-01] goes to /api, with its path parameters escaped', () => {
    expect(buildRequest(paths, 'projects.list', {})).toEqual({
      method: 'GET',
      url: '/api/projects',
      headers: {},
    });
    const { url } = buildRequest(paths, 'fields.terms', { params: { id: 'p/1', field: 'matière' } });
    expect(url).toBe('/api/projects/p%2F1/fields/mati%C3%A8re');
    expect(buildRequest(paths, 'health.live', {}).url).toBe('/health/live');
  });

  it('[ENT-16] carries a JSON body', () => {
    const parameters = { groupBy: ['brand'], included: true, columns: ['img'], searchQuery: null };
    const request = buildRequest(paths, 'views.create', { body: { name: 'Ma vue', parameters } });
    expect(request).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } });
    expect(JSON.parse(String(request.body))).toEqual({ name: 'Ma vue', parameters });
  });

  it('[IMPEX-03] carries several files in one form, in uploadedFiles', () => {
    const files = [new File(['a'], 'a.csv'), new File(['b'], 'b.csv')];
    const { body } = buildRequest(paths, 'imports.create', { files, body: { mode: 'full' } });
    if (!(body instanceof FormData)) throw new Error('not a form');
    expect(body.getAll(UPLOADED_FILES)).toHaveLength(2);
    expect(body.get('mode')).toBe('full');
    expect(body.get('mapping')).toBeNull();
  });

  it('is refused without its path parameters', () => {
    expect(() => buildRequest(paths, 'projects.delete', { params: { id: '' } })).toThrow(RangeError);
  });

  it('is typed by its route', () => {
    const input: RouteInput<'discounts.list'> = { params: { id: 'p1' }, query: { size: 30, by: ['brand'] } };
    expect(buildRequest(paths, 'discounts.list', input).url).toBe(
      '/api/projects/p1/discounts?size=30&by=brand',
    );
    const output: Pick<RouteOutput<'discounts.list'>, 'discount_count' | 'cursor'> = {
      discount_count: 3,
      cursor: null,
    };
    expect(output.discount_count).toBe(3);
  });
});

const scalar = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  fc.boolean(),
);
const rule = fc.record(
  {
    field: fc.string({ minLength: 1, maxLength: 20 }),
    operator: fc.constantFrom('equals' as const, 'in' as const, 'is_set' as const),
    value: fc.oneof(scalar, fc.array(scalar, { maxLength: 3 }), fc.constant(null)),
  },
  { requiredKeys: ['field', 'operator'] },
);
const { tree } = fc.letrec<{ tree: QueryTree }>((tie) => ({
  tree: fc.record(
    {
      combinator: fc.constantFrom('and' as const, 'or' as const),
      not: fc.boolean(),
      rules: fc.array(fc.oneof({ maxDepth: 3 }, rule, tie('tree')), { maxLength: 3 }),
    },
    { requiredKeys: ['combinator', 'rules'] },
  ) as fc.Arbitrary<QueryTree>,
}));
const name = fc.stringMatching(/^[a-z_.]{1,20}$/);
const listing = fc.record(
  {
    filter: tree,
    q: fc.string({ maxLength: 50 }),
    included: fc.boolean(),
    sort: name,
    order: fc.constantFrom('asc' as const, 'desc' as const),
    size: fc.integer({ min: 1, max: 1000 }),
    after: fc.string({ maxLength: 60 }),
    by: fc.array(name, { maxLength: 4 }),
    includes: fc.array(name, { maxLength: 4 }),
  },
  { requiredKeys: [] },
);

describe('query encoding', () => {
  it('is read back by the server exactly as it was given', () => {
    let cases = 0;
    fc.assert(
      fc.property(listing, (query) => {
        cases += 1;
        const { pathname, query: text } = parseUrl(
          buildRequest(paths, 'discounts.list', { params: { id: 'p1' }, query }).url,
        );
        expect(pathname).toBe('/api/projects/p1/discounts');
        expect(ROUTES['discounts.list'].query.parse(text)).toEqual(query);
      }),
      { numRuns: 300 },
    );
    expect(cases).toBeGreaterThanOrEqual(300);
  });

  it('keeps terms that hold commas', () => {
    const query = { map_keys: ['Rouge, vif', '[x]', ''] };
    const { url } = buildRequest(paths, 'fields.count', { params: { id: 'p1', field: 'color' }, query });
    expect(ROUTES['fields.count'].query.parse(parseUrl(url).query)).toEqual(query);
    expect(ROUTES['fields.count'].query.parse({ map_keys: 'Rouge,Bleu' })).toEqual({
      map_keys: ['Rouge', 'Bleu'],
    });
    expect(ROUTES['fields.count'].query.safeParse({ map_keys: '[Rouge' }).success).toBe(false);
  });
});

describe('structured parameters are bounded', () => {
  const parse = (filter: string) => ROUTES['discounts.list'].query.safeParse({ filter });

  it('in length, depth, rules and shape', () => {
    expect(parse('{"combinator":"and","rules":[]}').success).toBe(true);
    expect(parse('').success).toBe(false);
    expect(parse('{"combinator":"and"').success).toBe(false);
    expect(parse('{"combinator":"xor","rules":[]}').success).toBe(false);
    expect(parse('{"combinator":"and","rules":[{"field":"a","operator":"like"}]}').success).toBe(false);
    expect(parse(`{"combinator":"and","rules":[],"x":"${'x'.repeat(16_000)}"}`).success).toBe(false);
    const deep = (levels: number): string =>
      levels === 0 ? '' : `{"combinator":"and","rules":[${deep(levels - 1)}]}`;
    expect(parse(deep(8)).success).toBe(true);
    expect(parse(deep(9)).success).toBe(false);
    expect(parse(deep(400)).success).toBe(false);
    expect(parse('['.repeat(15_000)).success).toBe(false);
    const many = (count: number) =>
      JSON.stringify({
        combinator: 'and',
        rules: [0, 1].map(() => ({
          combinator: 'or',
          rules: Array.from({ length: count }, () => ({ field: 'a', operator: 'is_set' })),
        })),
      });
    expect(parse(many(100)).success).toBe(true);
    expect(parse(many(101)).success).toBe(false);
  });

  it('also where brackets stand inside texts', () => {
    const value = '[{'.repeat(100);
    const filter = JSON.stringify({
      combinator: 'and',
      rules: [{ field: 'a', operator: 'equals', value: `\\"${value}` }],
    });
    expect(parse(filter).success).toBe(true);
  });

  it('and so are page sizes', () => {
    const size = (text: string) => z.safeParse(ROUTES['discounts.list'].query, { size: text }).success;
    expect(['1', '1000', '0', '1001', '1.5', 'x', ''].map(size)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});
