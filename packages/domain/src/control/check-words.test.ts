import { expect, it } from 'vitest';
import { checkTotalText, knownTotal } from './check-words.ts';

it('a total of what was never received is unknown, and one that comes to nothing is nothing', () => {
  const totals = { sale_rows: 3, sale_amount: 0, stock_rows: 0, stock_quantity: 0, item_group_count: 0 };
  expect(knownTotal(totals, 'sale_amount')).toBe(0);
  expect(knownTotal(totals, 'stock_quantity')).toBeNull();
  expect(knownTotal(totals, 'item_group_count')).toBe(0);
  expect(checkTotalText('stock_quantity', knownTotal(totals, 'stock_quantity'), 'EUR')).toBe('-');
});

it('totals that an older Palier wrote, which do not count their rows, are taken as they are', () => {
  expect(knownTotal({ stock_quantity: 0 }, 'stock_quantity')).toBe(0);
});
