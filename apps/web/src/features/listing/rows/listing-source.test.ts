import { expect, it } from 'vitest';
import { fieldsOf, groupFieldsOf } from './listing-source.ts';

const COLUMNS = ['product', 'img', 'price', 'tags', 'stockTotal', 'editionDiscount'];

it('asks of groups what they show, never the names of their products', () => {
  const asked = groupFieldsOf(COLUMNS);
  expect(asked).toEqual(
    expect.arrayContaining(['price', 'stock_qty', 'discount_pct', 'phase_forecast.sales']),
  );
  for (const text of ['item_group_id', 'name', 'title', 'color']) expect(asked).not.toContain(text);
  expect(groupFieldsOf(['product', 'price'])).not.toContain('image_url');
  expect(fieldsOf(COLUMNS, ['supplier'])).toEqual(expect.arrayContaining(['title', 'image_url', 'supplier']));
});

it('asks of groups the texts, labels and picture that a column shows of them', () => {
  const asked = groupFieldsOf(['img', 'tags', 'onSaleDate']);
  expect(asked).toEqual(expect.arrayContaining(['image_url', 'tags', 'on_sale_date']));
});
