import type { FieldDescription } from '@palier/contract';
import { describe, expect, it } from 'vitest';
import { hidableFields, hidableParts, hiddenParts } from './hidden-fields.ts';

const own = [{ id: 'attributes.matiere', section: 'product', label: 'Matière', type: 'string' }];
const fields = hidableFields(own as FieldDescription[], true);
const coverage = fields.filter(({ id, section }) => section === 'coverage' && !id.endsWith('_rank'));

describe('the fields that an organisation hides', () => {
  it('[FIELD-13] are those of the catalogue and of its own files, costs only for who sees them', () => {
    const ids = fields.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['brand', 'cost', 'attributes.matiere']));
    expect(hidableFields([], false).map(({ id }) => id)).not.toContain('cost');
  });

  it('are hidden by section: the whole of it is offered first, then reads as one', () => {
    const [whole, ...single] = hidableParts(fields, []).find(({ label }) => label === 'Couverture')?.options ?? [];
    expect(whole?.label).toBe('Toute la section « Couverture »');
    expect(whole?.fields).toEqual(coverage.map(({ id }) => id));
    expect(single.map(({ id }) => id)).toEqual(whole?.fields);
    const hidden = ['brand', ...(whole?.fields ?? [])];
    expect(hiddenParts(fields, hidden).map(({ label }) => label)).toEqual([whole?.label, 'Marque']);
    expect(hidableParts(fields, hidden).map(({ label }) => label)).not.toContain('Couverture');
  });

  it('of a section partly hidden are named one by one, and the rest of it may be hidden at once', () => {
    const [first] = coverage;
    const hidden = [first?.id ?? ''];
    expect(hiddenParts(fields, hidden).map(({ id }) => id)).toEqual(hidden);
    const [whole] = hidableParts(fields, hidden).find(({ label }) => label === 'Couverture')?.options ?? [];
    expect(whole?.fields).toEqual(coverage.slice(1).map(({ id }) => id));
  });
});
