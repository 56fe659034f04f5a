import { describe, expect, it } from 'vitest';
import { type HidableField, hidableFields, hidableParts, hiddenParts } from './hidden-fields.ts';

const own: HidableField[] = [
  { id: 'attributes.matiere', section: 'product', label: 'Matière', type: 'string', ranks: [] },
];
const fields = hidableFields(own, true);
const coverage = fields.filter(({ id, section }) => section === 'coverage' && !id.endsWith('_rank'));

describe('the fields that an organisation hides', () => {
  it('[FIELD-13] are those of the catalogue and of its own files, costs only for who sees them', () => {
    const ids = fields.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['brand', 'cost', 'attributes.matiere']));
    expect(hidableFields([], false).map(({ id }) => id)).not.toContain('cost');
  });

  it('are hidden by section: the whole of it is offered first, then reads as one', () => {
    const [whole, ...single] =
      hidableParts(fields, []).find(({ label }) => label === 'Couverture')?.options ?? [];
    expect(whole?.label).toBe('Toute la section « Couverture »');
    expect(whole?.fields).toEqual(coverage.flatMap(({ id, ranks }) => [id, ...ranks]));
    expect(single.map(({ id }) => id)).toEqual(coverage.map(({ id }) => id));
    const hidden = ['brand', ...(whole?.fields ?? [])];
    expect(hiddenParts(fields, hidden).map(({ label }) => label)).toEqual([whole?.label, 'Marque']);
    expect(hidableParts(fields, hidden).map(({ label }) => label)).not.toContain('Couverture');
  });

  it('go with their deciles, which come back with them', () => {
    const stock = hidableParts(fields, [])
      .flatMap(({ options }) => options)
      .find(({ id }) => id === 'stock_qty');
    expect(stock?.fields).toEqual(['stock_qty', 'stock_qty_rank', 'stock_qty_group_rank']);
    expect(hiddenParts(fields, stock?.fields ?? [])).toEqual([stock]);
    expect(hiddenParts(fields, ['stock_qty_rank']).map(({ id }) => id)).toEqual(['stock_qty_rank']);
  });

  it('of a section partly hidden are named one by one, and the rest of it may be hidden at once', () => {
    const [first] = coverage;
    const hidden = [first?.id ?? ''];
    expect(hiddenParts(fields, hidden).map(({ id }) => id)).toEqual(hidden);
    const [whole] = hidableParts(fields, hidden).find(({ label }) => label === 'Couverture')?.options ?? [];
    expect(whole?.fields).toEqual(coverage.slice(1).flatMap(({ id, ranks }) => [id, ...ranks]));
  });
});
