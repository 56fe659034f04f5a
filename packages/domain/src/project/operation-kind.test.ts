import { expect, it } from 'vitest';
import { operationKind } from './operation-kind.ts';

it.each([
  ['Soldes été 2026', 'Soldes hiver 2027', true],
  ['Soldes Été 26', 'soldes d’hiver', true],
  ['Ventes privées septembre 2026', 'Ventes privées mars 2027', true],
  ['Ventes privées 2026', 'Soldes été 2026', false],
  ['Mi-saison printemps 2026', 'Mi-saison automne 2026', true],
  ['Été 2026', 'Hiver 2026', false],
])('%s and %s are of the same kind: %s', (one, other, same) => {
  expect(operationKind(one) === operationKind(other)).toBe(same);
});
