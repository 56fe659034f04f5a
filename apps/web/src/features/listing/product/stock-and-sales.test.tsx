import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Sizes } from './stock-and-sales.tsx';

const variant = (size: string, stock_qty: number) => ({
  ...{ item_id: `R-${size}`, size, stock_qty, in_store_stock_qty: stock_qty, weekly_sales_qty: 1 },
});
const product = { variants: [variant('S', 0), variant('M', 7)] };
const line = { _id: 'l1', item_group_id: 'R' };

it('a stock that was never counted is unknown by size too, not none', () => {
  render(<Sizes product={product} line={{ ...line, stock_qty: null }} />);
  expect(screen.getByText(/Le stock n’est pas connu.*S, M/)).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

it('a size that is sold out has none, beside the others', () => {
  render(<Sizes product={product} line={{ ...line, stock_qty: 7 }} />);
  expect(screen.getByRole('row', { name: /^S 0 0 0/ })).toBeTruthy();
  expect(screen.getByRole('row', { name: /^M 7 0 7/ })).toBeTruthy();
});
