import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { lastYearReference } from '../model/compared.ts';
import { ComparisonTable } from './comparison-table.tsx';

it('each amount of the table is in its own money, that of prices or that of costs', () => {
  const real = { sales_qty: 10, sales: 100, list_sales: 120, profit: 40, discount_budget: 20 };
  const comparison = {
    planned: null,
    real,
    last_year: null,
    gap: null,
    line_count: 1,
    compared_count: 0,
    planned_count: 0,
    unknown_line_count: 0,
  };
  const total = { ...comparison, key: 'total', label: 'Opération', note: null, rebuilt: false };
  render(
    <ComparisonTable
      {...{ rows: [], total, heading: 'Démarque', reference: lastYearReference(comparison) }}
      currencies={{ catalog: 'GBP', accounting: 'EUR' }}
    />,
  );
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads).toEqual(expect.arrayContaining(['CA, k£', 'Marge, k€', 'Budget, k£']));
});
