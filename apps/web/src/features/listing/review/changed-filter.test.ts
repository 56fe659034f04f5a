import type { QueryTree } from '@palier/domain';
import { expect, it } from 'vitest';
import { showsChanged, toggleChanged } from './changed-filter.ts';

const lune: QueryTree = {
  combinator: 'or',
  rules: [
    { field: 'brand', operator: 'equals', value: 'Lune' },
    { field: 'brand', operator: 'equals', value: 'Soleil' },
  ],
};

it('[STATE-31] « modifiés depuis leur revue » narrows any filter, and leaves it as it was', () => {
  for (const query of [null, lune]) {
    const narrowed = toggleChanged(query);
    expect(showsChanged(query)).toBe(false);
    expect(showsChanged(narrowed)).toBe(true);
    expect(toggleChanged(narrowed)).toEqual(query);
  }
});
