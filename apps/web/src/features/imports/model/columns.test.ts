import { describe, expect, it } from 'vitest';
import {
  blockingReason,
  choiceOf,
  type FileChoice,
  filesHolding,
  headingsMapping,
  type Inspection,
  mappingOf,
  missingColumns,
  type Settings,
  usualSettings,
  withKind,
} from './columns.ts';

const file: Inspection = {
  name: 'articles.csv',
  format: 'csv',
  kinds: ['items'],
  headings: [
    { heading: 'Ref_Mod', column: 'item_group_id', type: 'string', tax: null, examples: ['AU-26E-4417'] },
    { heading: 'PV', column: null, type: 'number', tax: null, examples: ['79,99'] },
  ],
  currency: null,
  heading_row: 1,
  head: [],
  remembered: false,
  preset: null,
  preview: [],
  missing: [],
  questions: [],
  problem: null,
};

describe('the mapping of a file', () => {
  it('starts from what the server recognised', () => {
    expect(choiceOf(file)).toEqual({
      name: 'articles.csv',
      kind: 'items',
      columns: { Ref_Mod: 'item_group_id', PV: '' },
      currency: '',
    });
  });

  it('is sent only for files whose columns were changed', () => {
    const own = choiceOf(file);
    expect(JSON.parse(mappingOf([own], [file], { settings: usualSettings }))).toEqual({
      settings: {},
      files: [],
    });
    const changed = { ...own, columns: { ...own.columns, PV: 'price' } };
    const settings: Settings = {
      ...{ decimal: ',', date_order: 'month', cost_share_of_price: '45' },
      ...{ currency: 'CHF', vat_rate: '8,1', time_zone: '' },
    };
    expect(JSON.parse(mappingOf([changed], [file], { settings }))).toEqual({
      settings: {
        ...{ decimal: ',', date_order: 'month', cost_share_of_price: 0.45 },
        ...{ currency: 'CHF', vat_rate: 0.081 },
      },
      files: [{ match: 'articles.csv', kind: 'items', columns: { Ref_Mod: 'item_group_id', PV: 'price' } }],
    });
  });

  it('has the lines chosen for the headings, also of a file that is left as it was recognised', () => {
    const sent = mappingOf([choiceOf(file)], [file], {
      settings: usualSettings,
      heading_rows: { 'articles.csv': 4 },
    });
    expect(JSON.parse(sent)).toEqual({
      settings: {},
      files: [],
      answers: { 'heading_row:articles.csv': '4' },
    });
    expect(JSON.parse(headingsMapping({ 'articles.csv': 4 }))).toEqual({
      answers: { 'heading_row:articles.csv': '4' },
    });
    const files = [{ name: 'a.csv' }, { name: 'lot.zip' }, { name: 'classeur.xlsx' }];
    expect(filesHolding(files, 'classeur.xlsx (Stock)')).toEqual([{ name: 'classeur.xlsx' }]);
    expect(filesHolding(files, 'dedans.csv')).toEqual(files);
  });

  it('keeps a product’s other columns as attributes, and not those of other files', () => {
    const items = { ...choiceOf(file), columns: { Ref_Mod: '', PV: 'item_group_id' } };
    const sales = { ...choiceOf(file), kind: 'sales' as const, columns: { Ref_Mod: 'item_id', PV: '' } };
    const columns = (choice: FileChoice) =>
      JSON.parse(mappingOf([choice], [file], { settings: usualSettings })).files[0].columns;
    expect(columns(items)).toEqual({ Ref_Mod: 'attributes.Ref_Mod', PV: 'item_group_id' });
    expect(columns(sales)).toEqual({ Ref_Mod: 'item_id' });
  });

  it('leaves aside a sheet that is recognised and not wanted', () => {
    const aside = { ...choiceOf(file), kind: '' as const };
    expect(JSON.parse(mappingOf([aside], [file], { settings: usualSettings }))).toEqual({
      settings: {},
      files: [],
      left_aside: ['articles.csv'],
    });
  });

  it('says the currency that a file was given, or that was taken back; nothing of the others', () => {
    const settings = usualSettings;
    const given = { ...choiceOf(file), currency: 'CHF' };
    expect(JSON.parse(mappingOf([given], [file], { settings }))).toMatchObject({
      currencies: { 'articles.csv': 'CHF' },
      files: [],
    });
    const known = { ...file, currency: 'CHF' };
    expect(choiceOf(known).currency).toBe('CHF');
    expect(JSON.parse(mappingOf([choiceOf(known)], [known], { settings }))).not.toHaveProperty('currencies');
    const back = { ...choiceOf(known), currency: '' };
    expect(JSON.parse(mappingOf([back], [known], { settings }))).toMatchObject({
      currencies: { 'articles.csv': null },
    });
  });

  it('says which columns are missing for its kind', () => {
    expect(missingColumns({ ...choiceOf(file), kind: 'sales' })).toEqual(['Date', 'Quantité']);
    const weekly = { name: 'a', kind: 'sales' as const, currency: '' };
    const weeks = { An: 'year', Sem: 'week_number', Réf: 'item_group_id', Qté: 'quantity' };
    expect(missingColumns({ ...weekly, columns: weeks })).toEqual([]);
    const stock = { name: 'a', kind: 'stock' as const, currency: '' };
    expect(missingColumns({ ...stock, columns: { sku: 'item_id', n: 'quantity' } })).toEqual([]);
  });

  it('takes headings that say a column of the chosen kind', () => {
    const unknown = {
      name: 'a.csv',
      kind: '' as const,
      columns: { Libellé: '', MARQUE: '', price: '', Cpos: '' },
      currency: '',
    };
    expect(withKind(unknown, 'items').columns).toEqual({
      Libellé: 'title',
      MARQUE: 'brand',
      price: 'price',
      Cpos: '',
    });
  });

  it('stops the import until something is recognised and nothing is missing', () => {
    const none = { name: 'a.csv', kind: '' as const, columns: {}, currency: '' };
    expect(blockingReason([none])).toContain('Dites');
    const sales = { ...none, kind: 'sales' as const, columns: { d: 'date' } };
    expect(blockingReason([sales])).toContain('Quantité');
    expect(blockingReason([choiceOf(file)])).toBeNull();
  });

  it('takes a share as people type it, and does not go without one that cannot be read', () => {
    const typed = { ...usualSettings, vat_rate: '20 %', cost_share_of_price: '37,5\u202f%' };
    expect(JSON.parse(mappingOf([choiceOf(file)], [file], { settings: typed })).settings).toEqual({
      vat_rate: 0.2,
      cost_share_of_price: 0.375,
    });
    expect(blockingReason([choiceOf(file)], typed)).toBeNull();
    for (const odd of ['vingt', '-5', '200']) {
      expect(blockingReason([choiceOf(file)], { ...usualSettings, vat_rate: odd })).toContain('TVA');
      expect(blockingReason([choiceOf(file)], { ...usualSettings, cost_share_of_price: odd })).toContain(
        'Coût',
      );
    }
  });
});
