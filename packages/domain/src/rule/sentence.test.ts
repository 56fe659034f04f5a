import { describe, expect, it } from 'vitest';
import { ruleSentence } from './sentence.ts';
import type { RuleDiscount } from './specification.ts';

const text = (rule: Parameters<typeof ruleSentence>[0]) =>
  ruleSentence(rule)
    .map((part) => part.text)
    .join('');
const fixed = (discount: RuleDiscount) =>
  ({ discount_spec_map_type: 'fixed', discount_spec_map: { '*': discount } }) as const;

describe('a rule reads as a French sentence', () => {
  it('[RULE-01] with the listing’s own words for its query', () => {
    const query = {
      combinator: 'and' as const,
      rules: [{ field: 'brand', operator: 'equals' as const, value: 'Lune' }],
    };
    expect(text({ query, ...fixed({ min: 40, max: 60 }) })).toBe(
      'Si Marque est « Lune », démarque entre 40 et 60 %.',
    );
    const names = ruleSentence({ query, ...fixed(20) }).filter(({ strong }) => strong);
    expect(names.map((part) => part.text)).toEqual(['Marque', '« Lune »', 'de 20 %']);
  });

  it('with what its figures count', () => {
    const query = {
      combinator: 'and' as const,
      rules: [{ field: 'stock_coverage.weeks', operator: 'gt' as const, value: 20 }],
    };
    expect(text({ query, ...fixed(20) })).toBe('Si Couverture totale > 20 semaines, démarque de 20 %.');
  });

  it('of all products, one discount, a bound, or none', () => {
    expect(text(fixed(40))).toBe('Tous les produits, démarque de 40 %.');
    expect(text(fixed({ min: null, max: 20 }))).toBe('Tous les produits, démarque de 20 % au plus.');
    expect(text(fixed({ min: 30, max: null }))).toBe('Tous les produits, démarque de 30 % au moins.');
    expect(text(fixed(0))).toBe('Tous les produits, pas de démarque.');
    expect(text(fixed({ min: null, max: 0 }))).toBe('Tous les produits, pas de démarque.');
    expect(text({})).toBe('Tous les produits, démarque à choisir.');
  });

  it('[RULE-03] by a field’s values, the others last', () => {
    const match = {
      discount_spec_by: 'brand',
      discount_spec_map_type: 'match',
      discount_spec_map: { '*': 10, Lune: 30, Éclat: 20, Aube: { min: 40, max: null }, Nuit: 50 },
    } as const;
    expect(text(match)).toBe(
      'Tous les produits, la démarque suit Marque : Lune 30 %, Éclat 20 %, Aube 40 % au moins, 2 autres valeurs.',
    );
    const range = {
      ...match,
      discount_spec_map_type: 'range',
      discount_spec_map: { '..10': 20, '10..': 30 },
    } as const;
    expect(text(range)).toBe(
      'Tous les produits, la démarque suit Marque : moins de 10 → 20 %, 10 et plus → 30 %.',
    );
  });
});
