import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesQuery, matchesRule } from '../../test/matches-query.ts';
import { querySummary } from './summary.ts';
import {
  combineQueries,
  GROUP_KEY_SEPARATOR,
  groupKey,
  groupQuery,
  OPERATORS,
  pruneQuery,
  type QueryRule,
  type QueryTree,
} from './tree.ts';
import {
  isQueryValid,
  itemCountMessage,
  MAX_QUERY_DEPTH,
  MAX_QUERY_RULES,
  operatorsOf,
  queryFaults,
} from './validate.ts';

const rule = (field: string, operator: QueryRule['operator'], value?: QueryRule['value']): QueryRule =>
  value === undefined ? { field, operator } : { field, operator, value };

const and = (...rules: QueryTree['rules']): QueryTree => ({ combinator: 'and', rules });
const or = (...rules: QueryTree['rules']): QueryTree => ({ combinator: 'or', rules });

const ROBE = {
  brand: 'Éclat',
  title: 'Robe longue Été',
  price: 79.9,
  stock_qty: 120,
  size: ['S', 'M'],
  included: true,
  on_sale_date: '2026-01-08',
  supplier: null,
  color: '',
  forecast: { sales_qty: 40 },
};

describe('a query', () => {
  it('[ENT-17, LIST-26] nests AND and OR three levels deep', () => {
    const query = and(
      rule('brand', 'equals', 'Éclat'),
      or(rule('price', 'gt', 100), and(rule('stock_qty', 'gt', 100), rule('included', 'equals', true))),
    );
    expect(matchesQuery(ROBE, query)).toBe(true);
    expect(matchesQuery({ ...ROBE, stock_qty: 90 }, query)).toBe(false);
    expect(matchesQuery({ ...ROBE, stock_qty: 90, price: 120 }, query)).toBe(true);
    expect(matchesQuery({ ...ROBE, brand: 'Lune' }, query)).toBe(false);
  });

  it.each([
    ['brand', 'equals', 'Éclat', true],
    ['brand', 'equals', 'eclat', false],
    ['brand', 'not_equals', 'Lune', true],
    ['brand', 'in', ['Lune', 'Éclat'], true],
    ['brand', 'not_in', ['Lune', 'Éclat'], false],
    ['title', 'contains', 'ete', true],
    ['title', 'starts_with', 'ROBE', true],
    ['title', 'starts_with', 'longue', false],
    ['price', 'lt', 79.9, false],
    ['price', 'lte', 79.9, true],
    ['price', 'gt', 79.9, false],
    ['price', 'gte', 79.9, true],
    ['price', 'between', [50, 79.9], true],
    ['price', 'between', [80, 90], false],
    ['on_sale_date', 'gte', '2026-01-08', true],
    ['on_sale_date', 'lt', '2026-01-08', false],
    ['size', 'equals', 'M', true],
    ['size', 'equals', 'L', false],
    ['size', 'not_equals', 'L', true],
    ['forecast.sales_qty', 'gt', 39, true],
    ['price', 'gt', 'abc', false],
  ] as const)('%s %s %s is %s', (field, operator, value, expected) => {
    expect(matchesRule(ROBE, rule(field, operator, value))).toBe(expected);
  });

  it('takes a missing value, an empty text and an empty list as not set', () => {
    for (const field of ['supplier', 'color', 'nothing', 'forecast.nothing', 'price.nothing']) {
      expect(matchesRule(ROBE, rule(field, 'is_not_set'))).toBe(true);
      expect(matchesRule(ROBE, rule(field, 'is_set'))).toBe(false);
      expect(matchesRule(ROBE, rule(field, 'not_equals', 'x'))).toBe(true);
      expect(matchesRule(ROBE, rule(field, 'lt', 10))).toBe(false);
    }
    expect(matchesRule({ price: Number.NaN }, rule('price', 'is_set'))).toBe(false);
  });

  it('that is empty matches everything, wherever it stands', () => {
    expect(matchesQuery(ROBE, null)).toBe(true);
    expect(matchesQuery(ROBE, or())).toBe(true);
    expect(matchesQuery(ROBE, { ...and(), not: true })).toBe(true);
    expect(matchesQuery(ROBE, or(rule('brand', 'equals', 'Lune'), and()))).toBe(false);
    expect(pruneQuery(and(or(), and(or())))).toBeNull();
  });
});

const FIELDS = ['brand', 'price', 'size', 'supplier'] as const;
const anyValue = fc.constantFrom<NonNullable<QueryRule['value']>>('a', 'b', 1, 2, true);
const anyRule: fc.Arbitrary<QueryRule> = fc
  .record({
    field: fc.constantFrom(...FIELDS),
    operator: fc.constantFrom(...OPERATORS),
    value: anyValue,
    pair: fc.tuple(anyValue, anyValue),
  })
  .map(({ field, operator, value, pair }) => {
    const paired = operator === 'between' || operator === 'in' || operator === 'not_in';
    return { field, operator, value: paired ? (pair as QueryRule['value'] & object) : value } as QueryRule;
  });
const { tree: anyTree } = fc.letrec<{ tree: QueryTree; node: QueryTree | QueryRule }>((tie) => ({
  tree: fc.record(
    {
      combinator: fc.constantFrom('and' as const, 'or' as const),
      not: fc.boolean(),
      rules: fc.array(tie('node'), { maxLength: 4 }),
    },
    { requiredKeys: ['combinator', 'rules'] },
  ),
  node: fc.oneof({ maxDepth: 3, withCrossShrink: true }, anyRule, tie('tree')),
}));
const scalar = fc.constantFrom<unknown>('a', 'b', '', 1, 2, true, false, null, undefined);
const anyRecord = fc.record({
  brand: scalar,
  price: scalar,
  supplier: scalar,
  size: fc.array(scalar, { maxLength: 3 }),
});

describe('evaluation, whatever the query and the product', () => {
  it('gives the opposite for the opposite operator', () => {
    const opposites = [
      ['equals', 'not_equals'],
      ['in', 'not_in'],
      ['is_set', 'is_not_set'],
    ] as const;
    fc.assert(
      fc.property(anyRecord, anyRule, fc.constantFrom(...opposites), (record, { field }, [one, other]) => {
        const value = one === 'in' ? (['a', 1] as const) : 'a';
        expect(matchesRule(record, { field, operator: one, value })).toBe(
          !matchesRule(record, { field, operator: other, value }),
        );
      }),
    );
  });

  it('follows De Morgan, and is not changed by empty groups or by wrapping', () => {
    let cases = 0;
    fc.assert(
      fc.property(anyRecord, anyTree, anyTree, (record, left, right) => {
        cases += 1;
        const one = matchesQuery(record, left);
        const other = matchesQuery(record, right);
        if (pruneQuery(left) && pruneQuery(right)) {
          expect(matchesQuery(record, and(left, right))).toBe(one && other);
          expect(matchesQuery(record, or(left, right))).toBe(one || other);
          expect(matchesQuery(record, { ...and(left, right), not: true })).toBe(!one || !other);
        }
        expect(matchesQuery(record, and(left, or()))).toBe(one);
        expect(matchesQuery(record, or(left))).toBe(one);
        expect(matchesQuery(record, pruneQuery(left))).toBe(one);
        expect(matchesQuery(record, combineQueries(left, right))).toBe(one && other);
      }),
      { numRuns: 500 },
    );
    expect(cases).toBeGreaterThanOrEqual(500);
  });

  it('is summed up in one line without an empty pair of brackets', () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const summary = querySummary(tree);
        expect(summary === '').toBe(pruneQuery(tree) === null);
        expect(summary).not.toMatch(/\(\)|\n|undefined/);
      }),
    );
  });
});

describe('the group of a listing', () => {
  it('is the filter narrowed to its keys', () => {
    const filter = and(rule('price', 'gt', 50));
    expect(groupQuery(filter, ['brand', 'supplier'], ['Éclat', null])).toEqual(
      and(filter, and(rule('brand', 'equals', 'Éclat'), rule('supplier', 'is_not_set'))),
    );
    expect(matchesQuery(ROBE, groupQuery(filter, ['brand', 'supplier'], ['Éclat', null]))).toBe(true);
    expect(groupQuery(null, [], [])).toBeNull();
  });

  it('[ENT-13] has its keys joined by the unit separator', () => {
    expect(groupKey(['Éclat', null, 'Bleu'])).toBe(`Éclat${GROUP_KEY_SEPARATOR}${GROUP_KEY_SEPARATOR}Bleu`);
    expect(GROUP_KEY_SEPARATOR).toBe('\u001f');
  });
});

describe('a query is refused', () => {
  const codes = (query: QueryTree, rulebook = false) =>
    queryFaults(query, { rulebook }).map(({ code }) => code);

  it('on an unknown or unfilterable field', () => {
    expect(codes(and(rule('nope', 'equals', 'x')))).toEqual(['unknown_field']);
    expect(codes(and(rule('image_url', 'equals', 'x')))).toEqual(['field_not_filterable']);
    expect(queryFaults(and(or(), and(rule('nope', 'is_set'))))).toEqual([
      { code: 'unknown_field', path: [1, 0], field: 'nope' },
    ]);
  });

  it('[FIELD-12] on a field that rules may not use, in a rule', () => {
    expect(codes(and(rule('discount_pct', 'gt', 10)), true)).toEqual(['field_not_in_rulebook']);
    expect(codes(and(rule('discount_pct', 'gt', 10)))).toEqual([]);
    expect(codes(and(rule('stock_qty', 'gt', 10)), true)).toEqual([]);
  });

  it('on an operator or a value that the field’s type does not take', () => {
    expect(codes(and(rule('price', 'contains', '7')))).toEqual(['operator_not_allowed']);
    expect(codes(and(rule('price', 'gt', '7')))).toEqual(['wrong_value']);
    expect(codes(and(rule('price', 'between', [7])))).toEqual(['wrong_value']);
    expect(codes(and(rule('brand', 'in', [])))).toEqual(['wrong_value']);
    expect(codes(and(rule('brand', 'is_set', 'x')))).toEqual(['wrong_value']);
    expect(codes(and(rule('on_sale_date', 'gt', 'hier')))).toEqual(['wrong_value']);
    expect(codes(and(rule('included', 'equals', 'oui')))).toEqual(['wrong_value']);
    expect(
      codes(
        and(
          rule(
            'brand',
            'in',
            Array.from({ length: 2001 }, () => 'x'),
          ),
        ),
      ),
    ).toEqual(['too_many_values']);
    expect(operatorsOf('boolean')).not.toContain('gt');
  });

  it('[CONST-03] beyond 200 rules, or 8 levels', () => {
    const many = (count: number) => and(...Array.from({ length: count }, () => rule('brand', 'is_set')));
    expect(MAX_QUERY_RULES).toBe(200);
    expect(isQueryValid(many(200))).toBe(true);
    expect(codes(many(201))).toEqual(['too_many_rules']);
    const deep = (levels: number): QueryTree =>
      levels === 1 ? and(rule('brand', 'is_set')) : and(deep(levels - 1));
    expect(isQueryValid(deep(MAX_QUERY_DEPTH))).toBe(true);
    expect(codes(deep(MAX_QUERY_DEPTH + 1))).toEqual(['too_deep']);
  });

  it('unless the caller knows the field: a retailer’s own attribute', () => {
    const findField = (id: string) =>
      id === 'matière' ? { type: 'string' as const, filterable: true, in_rulebook: true } : undefined;
    expect(isQueryValid(and(rule('matière', 'equals', 'lin')), { findField })).toBe(true);
  });
});

describe('what the screen says of a query', () => {
  it('[VALID-03] that is invalid: « Requête non valide »', () => {
    expect(itemCountMessage('invalid')).toBe('Requête non valide');
  });

  it('[VALID-04] that takes nothing: « Aucun produit correspondant »', () => {
    expect(itemCountMessage(0)).toBe('Aucun produit correspondant');
    expect(itemCountMessage(1)).toBeNull();
    expect(itemCountMessage(undefined)).toBeNull();
  });

  it('in one French line', () => {
    expect(
      querySummary(
        and(
          rule('brand', 'equals', 'Lune'),
          or(rule('stock_qty', 'gt', 1000), rule('supplier', 'is_not_set')),
        ),
      ),
    ).toBe('Marque est « Lune » et (Stock total > 1\u202f000 ou Fournisseur n’est pas renseigné)');
    expect(querySummary(and(rule('price', 'between', [10, 20])))).toBe(
      'Prix TTC entre 10,00\u202f€ et 20,00\u202f€',
    );
    expect(querySummary(and(rule('brand', 'in', ['A', 'B', 'C', 'D', 'E'])))).toBe(
      'Marque est parmi « A », « B », « C » et 2 de plus',
    );
    expect(querySummary(and(rule('brand', 'not_in', ['A'])))).toBe('Marque n’est pas « A »');
    expect(querySummary(and(rule('on_sale_date', 'gte', '2026-01-08')))).toBe(
      'Date de mise en vente ≥ 08/01/2026',
    );
    expect(
      querySummary({ ...or(rule('included', 'equals', true), rule('discount_pct', 'gt', 20)), not: true }),
    ).toBe('non (Inclus ou Démarque > 20\u202f%)');
    expect(querySummary(and(rule('included', 'equals', false)))).toBe('non (Inclus)');
    expect(querySummary(null)).toBe('');
  });
});
