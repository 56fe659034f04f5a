import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { newStats } from '../../../test/new-project.ts';
import { Distribution } from './dashboard-page.tsx';

it('products without a discount and those at 0 % are one line, as on the page of the project', () => {
  const bucket = (discount_pct: number | null, discount_count: number) => ({
    ...{ discount_pct, discount_count, sum_stock_qty: discount_count },
    ...{ discount_count_pct: discount_count, sum_stock_qty_pct: discount_count },
  });
  const stats = newStats({ discount_pct: [bucket(0, 10), bucket(40, 60), bucket(null, 30)] });
  render(<Distribution stats={stats} />);
  const rows = screen.getAllByRole('row').map(({ textContent }) => (textContent ?? '').replace(/\s/g, ' '));
  expect(rows.filter((row) => row.startsWith('Pas de démarque'))).toHaveLength(1);
  expect(rows.find((row) => row.startsWith('Pas de démarque'))).toContain('40');
});
