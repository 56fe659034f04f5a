import { describe, expect, it } from 'vitest';
import { foldText, matchesWords } from './text.ts';

describe('searching by typed words', () => {
  it.each([
    ['pret femme', true],
    ['PRÊT', true],
    ['', true],
    ['prêt homme', false],
  ])('%s found: %s', (typed, found) => {
    expect(matchesWords(typed, 'Femme', 'Prêt-à-porter', null)).toBe(found);
  });
});

it('a text is folded by its marks alone: signs that are no accents stay', () => {
  expect(foldText('Écru ÇÀ ^ · `Œillet`')).toBe('ecru ca ^ · `œillet`');
});
