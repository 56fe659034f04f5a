import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Fan, Sizes } from './stock-and-sales.tsx';

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

it('a product left out keeps its price: what is left of its stock is forecast at it', () => {
  const level = (discount_pct: number, sales_qty: number) => ({
    ...{ discount_pct, phase: { sales_qty }, total: { sales_qty } },
    ...{ phase_p10: sales_qty - 2, phase_p90: sales_qty + 2, allowed: true, removed_by: [] },
  });
  const phase = { start_date: '2026-07-08', discount_pct_range: [20, 60] };
  const left = { included: false, discount_pct: 60, discount_pct_user: 60, previous_discount_pcts: [20] };
  render(
    <Fan
      product={{ levels: [level(20, 10), level(60, 25)] }}
      line={{ ...line, ...left, phase_forecast: { sales_qty: 10, stock: 30 } }}
      project={{ phases: [phase, phase], working_phase: 1, end_date: '2026-07-15' }}
    />,
  );
  expect(screen.getByText('Prévu 30')).toBeTruthy();
  // What is drawn is the mean, as in the listing.
  expect(screen.queryByText(/médiane/)).toBeNull();
});
