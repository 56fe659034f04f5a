import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { COLUMNS } from './columns.ts';
import { FIELDS } from './fields.ts';
import { cataloguePage } from './page.ts';

const PAGE = readFileSync(new URL('../../../../docs/catalogue.md', import.meta.url), 'utf8');

describe('the page of the catalogue', () => {
  it('is as the catalogue is now (else run `node scripts/catalogue.mjs`)', () => {
    expect(PAGE).toBe(cataloguePage());
  });

  it('tells every field but the ranks, and every column, once', () => {
    const rows = PAGE.split('\n').flatMap((line) => /^\| `([^`]+)` \|/.exec(line)?.[1] ?? []);
    const fields = FIELDS.filter(({ rank_of }) => !rank_of).map(({ id }) => id);
    expect([...rows].sort()).toEqual([...fields, ...COLUMNS.map(({ id }) => id)].sort());
  });

  it('has rows of as many cells as their heads', () => {
    let width = 0;
    for (const line of PAGE.split('\n')) {
      if (!line.startsWith('|')) width = 0;
      else {
        const cells = line.replaceAll('\\|', '').split('|').length;
        if (width > 0) expect(cells, line).toBe(width);
        width = cells;
      }
    }
  });
});
