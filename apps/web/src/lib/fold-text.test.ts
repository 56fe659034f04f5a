import { describe, expect, it } from 'vitest';
import { matchesWords } from './fold-text.ts';

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
