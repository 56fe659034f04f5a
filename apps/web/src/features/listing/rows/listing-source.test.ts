import { expect, it } from 'vitest';
import { fieldsOf, groupFieldsOf } from './listing-source.ts';

const COLUMNS = ['product', 'img', 'price', 'tags', 'stockTotal', 'editionDiscount'];

it('asks of groups what they show, never the names of their products', () => {
  const asked = groupFieldsOf(COLUMNS);
  expect(asked).toEqual(
    expect.arrayContaining(['price', 'stock_qty', 'discount_pct', 'phase_forecast.sales']),
  );
  for (const text of ['item_group_id', 'name', 'title', 'color', 'image_url'])
    expect(asked).not.toContain(text);
  expect(fieldsOf(COLUMNS, ['supplier'])).toEqual(expect.arrayContaining(['title', 'image_url', 'supplier']));
});

it('asks of groups a text that a column shows of them, not the labels, which it shows of products alone', () => {
  const asked = groupFieldsOf(['tags', 'onSaleDate']);
  expect(asked).toContain('on_sale_date');
  expect(asked).not.toContain('tags');
});
