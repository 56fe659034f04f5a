import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findField } from './fields.ts';

const GLOSSARY = readFileSync(new URL('../../../../docs/glossaire.md', import.meta.url), 'utf8');

describe('the glossary', () => {
  it('names fields as the catalogue does', () => {
    const part = GLOSSARY.slice(GLOSSARY.indexOf('## Produit, prix'), GLOSSARY.indexOf('## Listing'));
    const rows = part.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Terme'));
    const names = rows.flatMap((row) =>
      [...(row.split('|')[2] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''),
    );
    const others = new Set(['coverageStat', 'ROLLING_WINDOWS', 'list_sales', 'curve']);
    const fields = names.filter((name) => !others.has(name));
    expect(fields.length).toBeGreaterThan(25);
    for (const name of fields) expect(findField(name), name).toBeDefined();
  });
});
