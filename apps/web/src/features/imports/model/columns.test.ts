import { describe, expect, it } from 'vitest';
import { blockingReason, choiceOf, type Inspection, mappingOf, missingColumns, withKind } from './columns.ts';

const file: Inspection = {
  name: 'articles.csv',
  format: 'csv',
  kinds: ['items'],
  headings: [
    { heading: 'Ref_Mod', column: 'item_group_id', type: 'string', examples: ['AU-26E-4417'] },
    { heading: 'PV', column: null, type: 'number', examples: ['79,99'] },
  ],
  remembered: false,
  preview: [],
  missing: [],
  problem: null,
};
const none = { decimal: '', cost_share_of_price: '' } as const;

describe('the mapping of a file', () => {
  it('starts from what the server recognised', () => {
    expect(choiceOf(file)).toEqual({
      name: 'articles.csv',
      kind: 'items',
      columns: { Ref_Mod: 'item_group_id', PV: '' },
    });
  });

  it('is sent only for files whose columns were changed', () => {
    const own = choiceOf(file);
    expect(JSON.parse(mappingOf([own], [file], none))).toEqual({ settings: {}, files: [] });
    const changed = { ...own, columns: { ...own.columns, PV: 'price' } };
    expect(JSON.parse(mappingOf([changed], [file], { decimal: ',', cost_share_of_price: '45' }))).toEqual({
      settings: { decimal: ',', cost_share_of_price: 0.45 },
      files: [{ match: 'articles.csv', kind: 'items', columns: { Ref_Mod: 'item_group_id', PV: 'price' } }],
    });
  });

  it('says which columns are missing for its kind', () => {
    expect(missingColumns({ ...choiceOf(file), kind: 'sales' })).toEqual(['Date', 'Quantité']);
    expect(missingColumns({ name: 'a', kind: 'stock', columns: { sku: 'item_id', n: 'quantity' } })).toEqual(
      [],
    );
  });

  it('takes headings that say a column of the chosen kind', () => {
    const unknown = {
      name: 'a.csv',
      kind: '' as const,
      columns: { Libellé: '', MARQUE: '', price: '', Cpos: '' },
    };
    expect(withKind(unknown, 'items').columns).toEqual({
      Libellé: 'title',
      MARQUE: 'brand',
      price: 'price',
      Cpos: '',
    });
  });

  it('stops the import until something is recognised and nothing is missing', () => {
    expect(blockingReason([{ name: 'a.csv', kind: '', columns: {} }])).toContain('Dites');
    expect(blockingReason([{ name: 'a.csv', kind: 'sales', columns: { d: 'date' } }])).toContain('Quantité');
    expect(blockingReason([choiceOf(file)])).toBeNull();
  });
});
