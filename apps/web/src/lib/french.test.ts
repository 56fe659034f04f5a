import { describe, expect, it } from 'vitest';
import { asSentence, countOf, french } from './french.ts';

const narrow = '\u202f';

describe('French typography', () => {
  it('[GEN-02] puts a narrow no-break space before high punctuation and units', () => {
    expect(french('Vraiment ? Oui ! 12 % : 3 € ; fin')).toBe(
      `Vraiment${narrow}? Oui${narrow}! 12${narrow}%${narrow}: 3${narrow}€${narrow}; fin`,
    );
  });

  it('[GEN-01] sets French quotation marks', () => {
    expect(french('la règle « Plancher »')).toBe(`la règle «${narrow}Plancher${narrow}»`);
  });

  it('a sentence that ends with a short month ends with one full stop', () => {
    expect(asSentence('6 prix ont changé depuis le fichier du 26 nov.')).toBe(
      '6 prix ont changé depuis le fichier du 26 nov.',
    );
    expect(asSentence('montants en euros')).toBe('Montants en euros.');
  });

  it.each([
    [0, '0 produit'],
    [1, '1 produit'],
    [2, '2 produits'],
    [1312, `1${narrow}312 produits`],
  ])('counts %i with the French plural', (count, text) => {
    expect(countOf(count, 'produit', 'produits')).toBe(text);
  });
});
