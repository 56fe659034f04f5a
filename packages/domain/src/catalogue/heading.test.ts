import { expect, it } from 'vitest';
import { headingLabel } from './heading.ts';

it('a retailer’s heading is written as people write it, accents included', () => {
  expect(['matiere', 'ligne_produit', 'ete_2026', 'Origine', ''].map(headingLabel)).toEqual([
    'Matière',
    'Ligne produit',
    'Été 2026',
    'Origine',
    '',
  ]);
});
