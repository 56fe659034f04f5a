import { describe, expect, it } from 'vitest';
import { matchesQuery } from '../../test/matches-query.ts';
import { type DatedField, lastYearQuery, previousSeason } from './last-year.ts';
import type { QueryRule, QueryTree } from './tree.ts';

const FIELDS: Record<string, DatedField> = {
  last_season: { type: 'string', names_season: true },
  on_sale_date: { type: 'date' },
  brand: { type: 'string' },
};
const before = (tree: QueryTree | null) => lastYearQuery(tree, (id) => FIELDS[id]);
const and = (...rules: QueryTree['rules']): QueryTree => ({ combinator: 'and', rules });
const season = (operator: QueryRule['operator'], value: QueryRule['value']): QueryRule => ({
  field: 'last_season',
  operator,
  value: value ?? null,
});

describe('the season of one year before', () => {
  it.each([
    ['Été 2026', 'Été 2025'],
    ['Summer 2000', 'Summer 1999'],
    ['SS26', 'SS25'],
    ['26E', '25E'],
    ['E00', 'E99'],
    ['2025-2026', '2024-2025'],
    ['AH 2025/26', 'AH 2024/25'],
    ['Permanent', 'Permanent'],
    ['Réf 12345', 'Réf 12345'],
  ])('of %s is %s', (now, past) => {
    expect(previousSeason(now)).toBe(past);
  });
});

describe('the query of one year before', () => {
  const product = (last_season: string, on_sale_date = '2025-02-01') => ({ last_season, on_sale_date });

  it('takes the collection of that year, and what is still of this one', () => {
    const past = before(and(season('equals', 'Été 2026')));
    expect(matchesQuery(product('Été 2025'), past)).toBe(true);
    expect(matchesQuery(product('Été 2026'), past)).toBe(true);
    expect(matchesQuery(product('Hiver 2025'), past)).toBe(false);
    expect(matchesQuery(product('P25'), before(and(season('in', ['Été 2026', 'P26']))))).toBe(true);
  });

  it('refuses the collection that was refused then, whichever way it is said', () => {
    for (const tree of [
      and(season('not_equals', 'Été 2026')),
      { ...and(season('equals', 'Été 2026')), not: true },
    ]) {
      expect(matchesQuery(product('Été 2025'), before(tree))).toBe(false);
      expect(matchesQuery(product('Hiver 2024'), before(tree))).toBe(true);
    }
  });

  it('moves days by 52 weeks and leaves every other rule alone', () => {
    const brand: QueryRule = { field: 'brand', operator: 'equals', value: 'Lune 2026' };
    expect(
      before(and({ field: 'on_sale_date', operator: 'between', value: ['2026-01-05', '2026-05-04'] }, brand)),
    ).toEqual(
      and({ field: 'on_sale_date', operator: 'between', value: ['2025-01-06', '2025-05-05'] }, brand),
    );
    expect(before(and(season('is_set', null)))).toEqual(and(season('is_set', null)));
    expect(before(null)).toBeNull();
  });
});
